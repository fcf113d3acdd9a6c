//go:build e2e

package browsertest

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"image/png"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lastiterate/app/number"
	"lastiterate/bounds"
	"lastiterate/wasm/protocol/protocoltest"
)

// downloads has the tab save files into a folder of its own.
func (p *page) downloads() string {
	p.Helper()
	folder := p.TempDir()
	info := call(p, p.ctx, target.GetTargetInfo, target.GetTargetInfoParams{})
	call(p, p.ctx, browser.SetDownloadBehavior, browser.SetDownloadBehaviorParams{
		Behavior: browser.SetDownloadBehaviorBehaviorAllow, DownloadPath: folder, BrowserContextID: info.TargetInfo.BrowserContextID,
	})
	return folder
}

// saved waits for a file of the given ending and returns its path and content.
func (p *page) saved(folder, ending string) (name string, content []byte) {
	p.Helper()
	return p.savedAs("exported", folder, ending)
}

// savedAs is saved for the menu that tells it in the element of that id.
func (p *page) savedAs(id, folder, ending string) (name string, content []byte) {
	p.Helper()
	said := `document.querySelector("#` + id + `").innerText`
	p.await(said + `.startsWith("Saved ") && ` + said + `.endsWith("` + ending + `.")`)
	for {
		found, err := filepath.Glob(filepath.Join(folder, "*"+ending))
		if err != nil {
			p.Fatal(err)
		}
		if len(found) == 1 {
			if content, err := os.ReadFile(found[0]); err == nil && len(content) > 0 {
				return found[0], content
			}
		}
		if p.ctx.Err() != nil {
			p.Fatalf("no %s was saved", ending)
		}
		p.do(chromedp.Evaluate[chromedp.Void](`new Promise((done) => requestAnimationFrame(() => done(null)))`, chromedp.EvalAwaitPromise))
	}
}

// Every file of the menu is saved by the keyboard alone, and says what the page
// says: the JSON meets the published schema, the CSV has the picture's numbers,
// the SVG opens by itself.
func TestExports(t *testing.T) {
	t.Parallel()
	p := visit(t, "/#v=1&n=5&b=5&T=150&eta=0.1&clip=2&sigma=1&noise=iterate&diameter=1&adjacency=replace&scheme=full&loss=convex&smoothness=1&clipping=never&delta=1e-5&rows=composition~shift~chien-li-3.1")
	folder := p.downloads()
	eval[bool](p, `(document.querySelector("#export > summary").focus(), true)`)
	p.do(chromedp.KeyEvent(kb.Enter))
	p.await(`document.querySelector("#export").open`)
	next := func(id string) {
		p.Helper()
		p.do(chromedp.KeyEvent(kb.Tab))
		p.await(`document.activeElement.id === "export-` + id + `"`)
		p.do(chromedp.KeyEvent(kb.Enter))
	}

	next("svg")
	svgName, svg := p.saved(folder, ".svg")
	if filepath.Base(svgName) != "last-iterate-full-T150-delta1e-5.svg" {
		t.Errorf("the picture is saved as %s", filepath.Base(svgName))
	}
	opensAlone(t, svgName, eval[string](p, `location.href`))

	next("png")
	_, content := p.saved(folder, ".png")
	drawn, err := png.Decode(bytes.NewReader(content))
	if err != nil {
		t.Fatal(err)
	}
	if w := drawn.Bounds().Dx(); w != 2*720 || !strings.Contains(string(svg), `width="720"`) {
		t.Errorf("the PNG is %d pixels wide", w)
	}
	colours := map[[3]uint32]bool{}
	for x := range drawn.Bounds().Dx() {
		r, g, b, _ := drawn.At(x, drawn.Bounds().Dy()/2).RGBA()
		colours[[3]uint32{r >> 12, g >> 12, b >> 12}] = true
	}
	if len(colours) < 3 {
		t.Errorf("a line of the PNG has %d colours", len(colours))
	}

	next("csv")
	_, content = p.saved(folder, ".csv")
	p.tableAgrees(content)

	next("json")
	_, content = p.saved(folder, ".json")
	meetsSchema(t, content)
	var result struct {
		Engine, Link string
		Run          struct{ T int }
		Result       struct{ Answer struct{ Epsilon float64 } }
	}
	if err := json.Unmarshal(content, &result); err != nil {
		t.Fatal(err)
	}
	if result.Engine != bounds.Version || result.Link != eval[string](p, `location.href`) || result.Run.T != 150 ||
		result.Result.Answer.Epsilon != p.answer() {
		t.Errorf("the file says %+v", result)
	}

	next("tex")
	_, table := p.saved(folder, ".tex")
	next("bib")
	_, sources := p.saved(folder, ".bib")
	for _, key := range []string{"chien2024convergent", "dong2022gaussian", "lastiterate"} {
		if !strings.Contains(string(table), "{"+key+"}") || !strings.Contains(string(sources), "{"+key+",") {
			t.Errorf("%s is cited in the table: %v, is a source: %v", key, strings.Contains(string(table), key),
				strings.Contains(string(sources), key))
		}
	}
	shown := eval[string](p, `document.querySelector('#rows [data-row="shift"] .value').innerText`)
	if !strings.Contains(string(table), "& "+shown+" &") {
		t.Errorf("the table for LaTeX has no %s:\n%s", shown, table)
	}

	// Files of another picture have another name.
	p.do(chromedp.Click("#tab-delta"))
	p.await(`document.querySelector("#chart desc")?.textContent.includes("failure probability") && document.querySelector("#export-wait") === null`)
	eval[bool](p, `(document.querySelector("#export-tex").click(), true)`)
	p.saved(folder, "T150-delta1e-5-delta.tex")
}

// opensAlone opens a picture from the disk.
func opensAlone(t *testing.T, name, link string) {
	t.Helper()
	p := opensWith(t, name, link)
	if n := eval[int](p, `[...document.querySelectorAll("path[data-series]")].filter((l) => l.getBBox().width > 100).length`); n != 3 {
		t.Errorf("%d lines are drawn", n)
	}
}

// opensWith opens a picture that says where it comes from.
func opensWith(t *testing.T, name, link string) *page {
	t.Helper()
	p := newPage(t, "file://"+filepath.Dir(name))
	p.goTo("/" + filepath.Base(name))
	p.await(`document.documentElement.tagName === "svg"`)
	text := eval[string](p, `[...document.querySelectorAll("text")].map((t) => t.textContent).join("\n")`)
	if !strings.Contains(text, "Last Iterate "+bounds.Version) || !strings.Contains(strings.ReplaceAll(text, "\n", ""), link) {
		t.Errorf("the picture's words lack the version or %s:\n%s", link, text)
	}
	if paper := eval[string](p, `getComputedStyle(document.querySelector(".plot-paper")).fill`); paper != "rgb(251, 250, 247)" {
		t.Errorf("the picture lies on %s", paper)
	}
	return p
}

// tableAgrees holds the CSV to the numbers that the page says of its picture.
func (p *page) tableAgrees(content []byte) {
	p.Helper()
	records, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		p.Fatal(err)
	}
	shown := eval[[][]string](p, `[...document.querySelectorAll("#chart-table tr")].map((r) => [...r.cells].map((c) => c.textContent))`)
	if len(records) < len(shown) || len(shown) < 5 {
		p.Fatalf("%d lines in the file, %d in the table", len(records), len(shown))
	}
	byX := map[string][]string{}
	for _, r := range records[1:] {
		x, err := number.Parse(r[0])
		if err != nil {
			p.Fatal(err)
		}
		byX[number.Plain(x)] = r
	}
	for i, name := range shown[0] {
		if records[0][i] != name {
			p.Errorf("column %d is %q in the file and %q in the table", i, records[0][i], name)
		}
	}
	for _, row := range shown[1:] {
		record, ok := byX[row[0]]
		if !ok {
			p.Errorf("the file has no T = %s", row[0])
			continue
		}
		for i, text := range row[1:] {
			if (strings.HasPrefix(text, "no") || strings.HasPrefix(text, "≈ ") || strings.HasPrefix(text, "≤ ")) && record[i+1] == "" { // what is drawn between values is in no file
				continue
			}
			x, err := number.Parse(record[i+1])
			if err != nil || text != number.Up(x, 6) {
				p.Errorf("%s at T = %s is %q in the file and %s in the table", shown[0][i+1], row[0], record[i+1], text)
			}
		}
	}
}

// meetsSchema validates an exported result.
func meetsSchema(t *testing.T, content []byte) {
	t.Helper()
	answer, err := http.Get(site + "/schema.json") // as it is published
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		t.Fatal(answer.Status, err)
	}
	if err := protocoltest.Compile(t, raw, "#/$defs/export").Validate(string(content)); err != nil {
		t.Error(err)
	}
}
