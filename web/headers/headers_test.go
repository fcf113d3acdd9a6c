package headers

import (
	"strings"
	"testing"
)

func value(lines []Header, name string) string {
	for _, h := range lines {
		if h.Name == name {
			return h.Value
		}
	}
	return ""
}

func TestOnlyTheEmbedMayBeFramed(t *testing.T) {
	for name, want := range map[string]bool{
		"": false, "index.html": false, "404.html": false, "assets/app-12.wasm": false, "embedded": false,
		"embed": true, "embed.html": true, "embed/": true, "embed/index.html": true, "embed/engine.html": true, "embed/engine": true, "embed/nothing": false, "embed.js": false,
	} {
		lines := For(name)
		if got := strings.HasSuffix(value(lines, "Content-Security-Policy"), "; frame-ancestors *"); got != want {
			t.Errorf("%q: framing allowed is %v, want %v: %s", name, got, want, value(lines, "Content-Security-Policy"))
		}
		if got := value(lines, "X-Frame-Options") == ""; got != want {
			t.Errorf("%q: X-Frame-Options is %q", name, value(lines, "X-Frame-Options"))
		}
		for _, h := range lines {
			if h.Name == "Content-Security-Policy" && strings.Contains(h.Value, "unsafe-inline") {
				t.Errorf("%q: inline code is allowed", name)
			}
		}
	}
}

// Every address gets one policy: hosts join the rules that match, and two
// policies would both have to hold.
func TestNetlifyRulesGiveOnePolicy(t *testing.T) {
	text := Netlify("/tools/", []string{"docs/hidden-state.html", "index.html", "embed.html", "embed/index.html", "embed/engine.html"})
	policies := map[string]int{}
	address := ""
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, " ") {
			address = strings.TrimSpace(line)
			continue
		}
		name, _, found := strings.Cut(strings.TrimSpace(line), ": ")
		if !found {
			t.Errorf("%q is no header", line)
		}
		if name == "Content-Security-Policy" {
			policies[address]++
		}
	}
	for _, address := range []string{"/tools/", "/tools/index.html", "/tools/embed.html", "/tools/embed", "/tools/embed/", "/tools/embed/engine.html", "/tools/engine.js", "/tools/docs/*", "/tools/assets/*"} {
		if policies[address] != 1 {
			t.Errorf("%s has %d policies", address, policies[address])
		}
	}
	if policies["/tools/docs/hidden-state.html"] != 0 {
		t.Error("a page of documentation has the policy of its folder and one of its own")
	}
	if policies["/tools/*"] != 0 {
		t.Error("the rule for all has a policy, which framed pages would have to meet as well")
	}
}

// What other pages load may be a while old, so that they do without a network.
func TestScriptsForOtherPagesAreKept(t *testing.T) {
	for name, want := range map[string]string{"embed.js": CacheForOthers, "engine.js": CacheForOthers, "index.html": CacheWithTags, "sw.js": CacheWithTags, "assets/boot-34.js": CacheForever} {
		if got := Cache(name); got != want {
			t.Errorf("%q: Cache-Control %q, want %q", name, got, want)
		}
	}
	if text := Netlify("/tools/", nil); !strings.Contains(text, "/tools/embed.js\n") || strings.Count(text, CacheForOthers) != len(ForOthers) {
		t.Errorf("the rules say otherwise:\n%s", text)
	}
}

// A module is fetched with CORS; nothing else of the site needs it.
func TestScriptsForOtherPages(t *testing.T) {
	for name, want := range map[string]string{"embed.js": "*", "engine.js": "*", "engine.d.ts": "*", "": "", "embed": "", "assets/boot-34.js": ""} {
		if got := value(For(name), "Access-Control-Allow-Origin"); got != want {
			t.Errorf("%q: Access-Control-Allow-Origin %q, want %q", name, got, want)
		}
	}
}
