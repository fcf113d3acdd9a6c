package share

import (
	"context"
	"strconv"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/state"
	"lastiterate/bounds"
	"lastiterate/bounds/figure"
	"lastiterate/wasm/engine"
)

// A figure's link opens its parameters and names it, its embed shows it alone, and its lines can
// be taken along as a table.
func TestFigureIsShared(t *testing.T) {
	of, _ := figure.ByID("chien-li-1b")
	lines, err := bounds.Draw(context.Background(), of, nil)
	if err != nil {
		t.Fatal(err)
	}
	f := Figure{Home: home, Engine: bounds.Version, Of: of, Result: engine.FromFigure(of, lines)}
	items := map[string]string{}
	for _, i := range f.Items() {
		if i.Title == "" || i.Help == "" {
			t.Errorf("nothing is said of %s", i.ID)
		}
		items[i.ID] = i.Text
	}
	// A key copies the same kind of text of a figure as of a run.
	run := Run{Home: home, State: base}.Items()
	for k, i := range f.Items()[:4] {
		if i.ID != run[k].ID {
			t.Errorf("text %d is %s, that of a run %s", k+1, i.ID, run[k].ID)
		}
	}
	text, found := strings.CutPrefix(items["share-link"], home+"#")
	s, problems := link.DecodeFrom(base, text)
	if !found || len(problems) > 0 || !s.Query.Same(of.Query) || s.View.Figure != of.ID {
		t.Errorf("the link is %s, %v", items["share-link"], problems)
	}
	f.Theme = "dark"
	for _, i := range f.Items() {
		items[i.ID+" dark"] = i.Text
	}
	for theme, suffix := range map[string]string{"": "", "dark": " dark"} {
		frame, attributes := parse(t, items["share-frame"+suffix])
		if frame.XMLName.Local != "iframe" {
			t.Fatalf("the frame is %s", items["share-frame"+suffix])
		}
		text, found = strings.CutPrefix(attributes["src"], home+"embed/#")
		m := state.Opened(base, text)
		if !found || len(m.Problems) > 0 || !state.FigureAlone(m.View) || m.View.Figure != of.ID || m.View.Theme != theme {
			t.Errorf("the frame shows %s, %v", attributes["src"], m.Problems)
		}
		_, markup, _ := strings.Cut(items["share-element"+suffix], "\n")
		e, attributes := parse(t, markup)
		if attributes["figure"] != of.ID || attributes["show"] != "figure" || attributes["theme"] != theme || len(e.Inner) != 1 ||
			!strings.Contains(e.Inner[0].Text, "Chien and Li 2024, Figure 1 (b): ") {
			t.Errorf("the element is %s", markup)
		}
	}
	name, svg, ok := f.Saved()
	if !ok || name != "last-iterate-chien-li-1b.svg" || !strings.Contains(items["share-markdown"], "]("+name+")]("+f.Link()+")") ||
		!strings.HasPrefix(svg, "<svg ") {
		t.Errorf("the picture is %s: %.80s; the Markdown is %s", name, svg, items["share-markdown"])
	}
	a, _ := figure.ByID("chien-li-1a")
	if lines, err = bounds.Draw(context.Background(), a, nil); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"as its name says (with m = 1).", " & 1 & 4 & 8 & 50 & 200 "} {
		if table := (Figure{Home: home, Of: a, Result: engine.FromFigure(a, lines)}).Items()[4].Text; !strings.Contains(table, want) {
			t.Errorf("the table lacks %q:\n%s", want, table)
		}
	}
	if !strings.Contains(items["share-table"], `\toprule`) || !strings.Contains(items["share-table"], f.Link()) {
		t.Errorf("the table is %s", items["share-table"])
	}
	if got, want := strings.Count(items["share-lines"], "\n"), len(of.Values); got < want {
		t.Errorf("%d lines of CSV for %d values", got, want)
	}
}

// Without a script the frame of a figure holds the figure in a column of any width, and is no higher than the highest needs.
func TestFrameFitsItsWidth(t *testing.T) {
	for _, id := range []string{"chien-li-1a", "chien-li-1b"} {
		of, _ := figure.ByID(id)
		lines, err := bounds.Draw(context.Background(), of, nil)
		if err != nil {
			t.Fatal(err)
		}
		f := Figure{Home: home, Of: of, Result: engine.FromFigure(of, lines)}
		height, most := float64(f.SizeOf().Height), 0.0
		for column := 300.0; column <= 700; column += 10 {
			most = max(most, f.need(column))
		}
		if height < most-lineOfSeen || height > most+stepOfSize {
			t.Errorf("%s: %v pixels high, want %v", id, height, most)
		}
		if _, attributes := parse(t, f.frame("a figure")); attributes["height"] != strconv.Itoa(f.SizeOf().Height) {
			t.Errorf("%s: the frame has the attributes %v", id, attributes)
		}
	}
}
