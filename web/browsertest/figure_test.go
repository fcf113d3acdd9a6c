//go:build e2e

package browsertest

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"lastiterate/app/number"
	"lastiterate/app/reproduce"
	"lastiterate/bounds"
	"lastiterate/bounds/figure"
	"lastiterate/bounds/run"
	"lastiterate/wasm/engine"
)

const figureDone = `document.querySelector("#figures").dataset.status === "done" && document.querySelector("#figure svg") !== null`

// choosing picks an option of the menu of figures, as a person would.
func (p *page) choosing(id string) {
	p.Helper()
	eval[bool](p, fmt.Sprintf(`(() => {
		const menu = document.querySelector("#figure-choice");
		menu.value = %q;
		menu.dispatchEvent(new Event("change", {bubbles: true}));
		return menu.value === %q;
	})()`, id, id))
}

// dear are figures whose lines take most of the time of all. Others of their papers are drawn
// in the page at every change, and these with -weekly; natively every one is, with its checks.
var dear = map[string]bool{"chien-li-1a": true, "kong-ribero-1-right": true, "liang-1": true, "liang-2a": true, "liang-2b": true,
	"liang-5": true}

// Every figure can be chosen: it fills the form, draws each of its lines, and
// every number that was checked agrees on the screen.
func TestFigures(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	// The answer to a figure's own run takes longer than the figure.
	eval[bool](p, "(() => {"+unasked("evaluate", "curve")+"return true; })()")
	for _, f := range figure.All() {
		if dear[f.ID] && !*weekly {
			continue
		}
		p.choosing(f.ID)
		p.await(`Math.abs(document.querySelector("#figures-title").getBoundingClientRect().top) < 100`)
		p.await(`location.hash.includes("figure=` + f.ID + `")`)
		p.await(figureDone + fmt.Sprintf(` && document.querySelector("#figure svg").ariaLabel.includes(%q)`, f.Title))
		for _, l := range f.Lines {
			if !eval[bool](p, fmt.Sprintf(`document.querySelector('#figure path[data-series="%s"]') !== null`, l.ID)) {
				t.Errorf("%s: %s is not drawn", f.ID, l.ID)
			}
		}
		if got, want := p.text("T"), fmt.Sprint(f.Run.T); !sameNumber(got, want) {
			t.Errorf("%s: T is %s in the form, want %s", f.ID, got, want)
		}
		rows := eval[[]string](p, `[...document.querySelectorAll("#figure-checks tbody tr")].map((r) => r.innerText)`)
		if len(rows) != len(f.Checks) {
			t.Errorf("%s: %d of %d numbers are checked", f.ID, len(rows), len(f.Checks))
		}
		for i, row := range rows {
			if want := fmt.Sprintf("\tequal when rounded to %d digits\t", f.Checks[i].Digits); !strings.Contains(row, want) {
				t.Errorf("%s: %s", f.ID, row)
			}
		}
		if len(rows) > 0 {
			p.says("#figure-checks", "upper bounds are rounded up and floors down")
		}
		set := func(text string) string { return strings.Join(strings.Fields(strings.ReplaceAll(text, "_", "")), "") } // in formulas
		if text := set(eval[string](p, `document.querySelector("#figures").textContent`)); !strings.Contains(text, set(f.Seen)) ||
			!strings.Contains(text, set(f.Open)) {
			t.Errorf("%s: the page does not say what is seen and what is open", f.ID)
		}
		if eval[bool](p, `document.querySelector("#figure-other") !== null`) {
			t.Errorf("%s: the form holds other parameters", f.ID)
		}
	}
}

// A figure is a step in the history, travels in the link, and says when the
// form has left its parameters; a click brings them back.
func TestFigureInLinkAndHistory(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink+fewLines)
	first := p.answer()
	eval[bool](p, `(document.querySelector("#figure-choice").focus(), true)`)
	p.do(chromedp.KeyEvent("F")) // the first option that begins so
	p.await(`location.hash.includes("figure=chien-li-1a")`)
	p.await(figureDone)
	p.awaitReady()
	link := eval[string](p, `location.hash`)

	eval[bool](p, `(history.back(), true)`)
	p.awaitAnswer(first, 1e-12)
	p.await(`document.querySelector("#figure") === null && document.querySelector("#figure-choice").value === "none"`)
	if got := p.text("T"); got != "90" {
		t.Errorf("T is %s after going back", got)
	}

	p.follow("/"+link, figureDone)
	p.press("#figure-below button") // which says where it is: out of sight
	p.await(atFigure)
	if got := eval[string](p, `document.querySelector("#figure-choice").value`); got != "chien-li-1a" {
		t.Errorf("the link opens the figure %q", got)
	}
	p.enter("eta", "0.05")
	p.await(`document.querySelector("#figure-other") !== null`)
	eval[bool](p, `(document.querySelector("#figure-load").focus(), true)`)
	p.do(chromedp.KeyEvent(kb.Enter))
	p.await(`document.querySelector("#figure-other") === null`)
	if got := p.text("eta"); got != "0.1" {
		t.Errorf("the learning rate is %s after the figure was loaded again", got)
	}
}

// atFigure is true of a page whose screen begins with the figure and the menu above it, which the answer in one line does not hide.
const atFigure = `document.activeElement.id === "figure-caption" && (() => {
	const top = document.querySelector("#figure-picture")?.getBoundingClientRect().top;
	const menu = document.querySelector("#figure-choice");
	return (!menu || menu.getBoundingClientRect().top > 60) && top >= 0 && top < 170;
})()`

// Who follows the link of a figure comes to it, drawn, and stays there while the answer and the table
// come in above it; a reload, and a person who has gone elsewhere, are left where they are.
func TestLinkArrivesAtFigure(t *testing.T) {
	t.Parallel()
	f, _ := figure.ByID("chien-li-1b")
	link := f.Query.Link() + "&steps=T&figure=" + f.ID
	for _, width := range []int64{1440, 390} {
		p := newPage(t, site)
		p.window(width, 844)
		p.goTo("/" + link)
		p.await(figureDone + " && " + ready)
		p.await(atFigure)
		eval[bool](p, `new Promise((done) => setTimeout(() => done(true), 500))`)
		if !eval[bool](p, atFigure) {
			t.Errorf("%d wide: the figure has left the top of the screen", width)
		}
		p.do(chromedp.KeyEvent(kb.Home))
		p.await(`scrollY < 200`)
		p.do(chromedp.Reload())
		p.await(figureDone + " && " + ready)
		if eval[bool](p, atFigure) {
			t.Errorf("%d wide: a reload leads away from where the person was", width)
		}
		// A link that is followed in the open page leads there, too.
		p.follow("/"+aLink[1:]+fewLines, shows("T", "90"))
		p.follow("/"+link, figureDone)
		p.await(atFigure)
	}
}

// Whoever has arrived at a figure stays there while the page's height changes, also where the browser scrolls
// by a part of the change; who moves the scrollbar, which sends no event but that, is left alone.
func TestFigureIsKeptUntilItIsLeft(t *testing.T) {
	t.Parallel()
	f, _ := figure.ByID("chien-li-1b")
	p := newPage(t, site)
	p.window(390, 844)
	p.goTo("/" + f.Query.Link() + "&steps=T&figure=" + f.ID)
	p.await(figureDone + " && " + ready)
	p.await(atFigure)
	rest := func() {
		eval[bool](p, `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(true))))`)
	}
	rest()
	eval[bool](p, `(document.querySelector("main > *").style.marginTop = "300px", scrollBy(0, 100), true)`)
	rest()
	p.await(atFigure)

	rest()
	eval[bool](p, `(scrollTo(0, 300), true)`)
	rest()
	eval[bool](p, `(document.querySelector("main > *").style.marginTop = "", true)`)
	rest()
	if eval[bool](p, atFigure) {
		t.Error("who has left the figure is brought back")
	}
}

// A figure that does not exist is told, and everything else is opened.
func TestUnknownFigure(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink+"&figure=figure-9")
	if text := eval[string](p, `document.querySelector("#problems").innerText`); !strings.Contains(text, "figure-9") {
		t.Errorf("the page says %q", text)
	}
	if got := p.text("T"); got != "90" {
		t.Errorf("T is %s", got)
	}
}

// A figure is read by pointer and keyboard, zoomed and shown whole again, as
// the calculator's own picture is.
func TestFigureIsRead(t *testing.T) {
	t.Parallel()
	p := visit(t, "/#v=1&figure=chien-li-1b"+fewLines)
	p.await(figureDone)
	if got := eval[string](p, `document.querySelector("#figure-choice").value`); got != "chien-li-1b" {
		t.Errorf("the link opens the figure %q", got)
	}
	const read, heard = `document.querySelector("#figure-overlay .plot-hair") !== null`,
		`document.querySelector("#figure-reading").textContent`
	eval[bool](p, `(document.querySelector("#figure").scrollIntoView({block: "center"}), true)`)
	at := eval[[]float64](p, `(() => { const b = document.querySelector("#figure > svg").getBoundingClientRect(); return [b.left + b.width / 2, b.top + b.height / 2]; })()`)
	p.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
	p.await(read + ` && document.querySelector("#figure-overlay").textContent.includes("T = ")`)
	if eval[bool](p, hair) {
		t.Error("the calculator's own picture is read as well")
	}
	p.do(chromedp.Focus(chromedp.CSS("#figure")))
	p.do(chromedp.KeyEvent(kb.Home))
	p.await(heard + `.startsWith("T = 1;")`)
	f, _ := figure.ByID("chien-li-1b")
	r := drawnByEngine(t, f)
	for _, l := range r {
		if text := eval[string](p, heard); !strings.Contains(text, l) {
			t.Errorf("read aloud at T = 1: %s; want %s in it", text, l)
		}
	}
	whole := eval[string](p, `document.querySelector("#figure > svg").outerHTML`)
	p.do(chromedp.KeyEvent("+"))
	p.await(fmt.Sprintf(`document.querySelector("#figure > svg").outerHTML !== %q`, whole))
	p.do(chromedp.KeyEvent("0"))
	p.await(fmt.Sprintf(`document.querySelector("#figure > svg").outerHTML === %q`, whole))
	p.do(chromedp.KeyEvent(kb.Escape))
	p.await(`!(` + read + `)`)
}

// drawnByEngine are the values at T = 1 of a figure's lines, as they are read.
func drawnByEngine(t *testing.T, f figure.Figure) []string {
	t.Helper()
	lines, err := bounds.Draw(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, s := range reproduce.Chart(f, engine.FromFigure(f, lines), 0).Series {
		if s.X[0] != 1 {
			t.Fatalf("%s begins at %v", s.ID, s.X[0])
		}
		out = append(out, s.Name+" "+number.Up(s.Y[0], 6))
	}
	return out
}

// A figure is taken away as picture and numbers that name it and bring it back.
func TestFigureExports(t *testing.T) {
	t.Parallel()
	p := visit(t, "/#v=1&figure=liang-1")
	p.await(figureDone)
	folder := p.downloads()
	unfold("figure-export")(p)
	p.press("#figure-export-svg")
	name, svg := p.savedAs("figure-exported", folder, ".svg")
	if filepath.Base(name) != "last-iterate-liang-1.svg" || !strings.Contains(string(svg), "figure=liang-1") ||
		!strings.Contains(string(svg), "Last Iterate "+bounds.Version) {
		t.Errorf("%s names neither figure nor version: %.300s", name, svg)
	}
	p.press("#figure-export-png")
	if _, content := p.savedAs("figure-exported", folder, ".png"); !strings.HasPrefix(string(content), "\x89PNG") {
		t.Errorf("the PNG begins with %q", content[:min(8, len(content))])
	}
	p.press("#figure-export-tex")
	if _, content := p.savedAs("figure-exported", folder, ".tex"); strings.Count(string(content), `\\`) < 5 ||
		!strings.Contains(string(content), "figure=liang-1") {
		t.Errorf("the table for LaTeX is %s", content)
	}
	p.press("#figure-export-csv")
	_, content := p.savedAs("figure-exported", folder, ".csv")
	records, err := csv.NewReader(bytes.NewReader(content)).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	f, _ := figure.ByID("liang-1")
	head, found := strings.CutSuffix(strings.Join(records[0], "|"), "|engine|link")
	if n := strings.Count(head, "|"); !found || n != len(f.Lines) && (n != len(f.Lines)+1 || !strings.HasSuffix(head, "|empty cells")) {
		t.Errorf("the columns are %q", records[0])
	}
	lines, err := bounds.Draw(t.Context(), f, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, l := range engine.FromFigure(f, lines).Lines {
		found := 0
		for _, record := range records[1:] {
			for j, at := range l.At {
				if record[0] == run.FormatNumber(float64(at)) && l.Epsilon[j] != nil {
					if record[i+1] != run.FormatNumber(float64(*l.Epsilon[j])) {
						t.Errorf("%s at T = %v is %s in the file and %v by the engine", l.ID, at, record[i+1], *l.Epsilon[j])
					}
					found++
				}
			}
		}
		if found != len(l.At) {
			t.Errorf("%s has %d of %d points in the file", l.ID, found, len(l.At))
		}
	}
}
