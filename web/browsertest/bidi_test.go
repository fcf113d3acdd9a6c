//go:build e2e && hosts

package browsertest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"
)

// bidi is a Firefox that is driven over WebDriver BiDi
// (https://www.w3.org/TR/webdriver-bidi/): commands go out one at a time.
type bidi struct {
	ctx  context.Context
	conn *websocket.Conn
	id   int
	tab  string // the browsing context of its one tab
}

// quiet are settings under which Firefox asks nothing of anyone by itself.
const quiet = `user_pref("app.normandy.enabled", false);
user_pref("app.update.auto", false);
user_pref("browser.shell.checkDefaultBrowser", false);
user_pref("browser.startup.homepage_override.mstone", "ignore");
user_pref("datareporting.policy.dataSubmissionEnabled", false);
user_pref("extensions.update.enabled", false);
user_pref("network.captive-portal-service.enabled", false);
user_pref("network.connectivity-service.enabled", false);
user_pref("services.settings.server", "data:,#remote-settings-dummy/v1");
user_pref("toolkit.telemetry.reportingpolicy.firstRun", false);
`

// firefoxPath is where Firefox is, or empty.
func firefoxPath() string {
	for _, name := range []string{os.Getenv("FIREFOX"), "firefox-esr", "firefox"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

// startFirefox starts a Firefox with an empty profile and one tab.
func startFirefox(t *testing.T, path string) *bidi {
	t.Helper()
	profile := t.TempDir()
	if err := os.WriteFile(filepath.Join(profile, "user.js"), []byte(quiet), 0o644); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	firefox := exec.CommandContext(ctx, path, "--headless", "--no-remote", "--profile", profile, "--remote-debugging-port=0", "about:blank")
	complaints, err := firefox.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := firefox.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cancel()
		_ = firefox.Wait() // it was ended by us
	})
	address := ""
	lines := bufio.NewScanner(complaints)
	for address == "" && lines.Scan() {
		_, address, _ = strings.Cut(lines.Text(), "WebDriver BiDi listening on ")
	}
	if address == "" {
		t.Fatalf("Firefox named no address for WebDriver BiDi: %v", lines.Err())
	}
	go func() { // it would wait if nobody read
		for lines.Scan() {
		}
	}()
	conn, _, err := websocket.Dial(ctx, address+"/session", nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.CloseNow() })
	conn.SetReadLimit(1 << 24)
	b := &bidi{ctx: ctx, conn: conn}
	b.command(t, "session.new", map[string]any{"capabilities": map[string]any{}}, nil)
	b.tab = b.tree(t)[0].Context
	return b
}

// browsing is a tab or a frame, with the frames in it.
type browsing struct {
	Context, URL string
	Children     []browsing
}

func (b *bidi) tree(t *testing.T) []browsing {
	t.Helper()
	var tree struct{ Contexts []browsing }
	b.command(t, "browsingContext.getTree", map[string]any{}, &tree)
	return tree.Contexts
}

// frame waits for a frame of the tab's page at an address that is meant.
func (b *bidi) frame(t *testing.T, meant func(address string) bool) (context string) {
	t.Helper()
	var seen []string
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		seen = nil
		for _, child := range b.tree(t)[0].Children {
			if meant(child.URL) {
				return child.Context
			}
			seen = append(seen, child.URL)
		}
	}
	t.Fatalf("after a minute the page holds %q", seen)
	return ""
}

// command sends one command and reads messages until its answer.
func (b *bidi) command(t *testing.T, method string, params, result any) {
	t.Helper()
	b.id++
	message, err := json.Marshal(map[string]any{"id": b.id, "method": method, "params": params})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.conn.Write(b.ctx, websocket.MessageText, message); err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	for {
		_, text, err := b.conn.Read(b.ctx)
		if err != nil {
			t.Fatalf("%s: %v", method, err)
		}
		var reply struct {
			ID      int
			Type    string
			Error   string
			Message string
			Result  json.RawMessage
		}
		if err := json.Unmarshal(text, &reply); err != nil {
			t.Fatalf("%s: %v: %s", method, err, text)
		}
		if reply.ID != b.id {
			continue
		}
		if reply.Type == "error" {
			t.Fatalf("%s: %s: %s", method, reply.Error, reply.Message)
		}
		if result != nil {
			if err := json.Unmarshal(reply.Result, result); err != nil {
				t.Fatalf("%s: %v: %s", method, err, reply.Result)
			}
		}
		return
	}
}

func (b *bidi) goTo(t *testing.T, address string) {
	t.Helper()
	b.command(t, "browsingContext.navigate", map[string]any{"context": b.tab, "url": address, "wait": "complete"}, nil)
}

// text is the value of a JavaScript expression in a tab or a frame, as text; ""
// where it fails.
func (b *bidi) text(t *testing.T, where, expression string) string {
	t.Helper()
	var answer struct {
		Result struct{ Value json.RawMessage }
	}
	b.command(t, "script.evaluate", map[string]any{
		"expression": fmt.Sprintf("String((() => { try { return (%s) ?? '' } catch { return '' } })())", expression),
		"target":     map[string]any{"context": where}, "awaitPromise": false,
	}, &answer)
	var text string
	if err := json.Unmarshal(answer.Result.Value, &text); err != nil {
		t.Fatalf("%s gave %s: %v", expression, answer.Result.Value, err)
	}
	return text
}

// await waits until the expression, as text, is what is wanted.
func (b *bidi) await(t *testing.T, where, expression, want string) {
	t.Helper()
	got := ""
	for deadline := time.Now().Add(time.Minute); time.Now().Before(deadline); time.Sleep(50 * time.Millisecond) {
		if got = b.text(t, where, expression); got == want {
			return
		}
	}
	t.Fatalf("%s is %q after a minute, want %q", expression, got, want)
}
