package share

import (
	"context"
	"net/url"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/bounds"
	"lastiterate/bounds/figure"
	"lastiterate/wasm/engine"
)

const (
	lightPaper = "--paper:#fbfaf7"
	darkPaper  = "--paper:#14161a"
)

// The picture inside an element, and the pictures that are saved for Markdown, have the chosen colours whatever the reader's
// system; only the system's colours follow it.
func TestPicturesHaveTheChosenColours(t *testing.T) {
	of, _ := figure.ByID("chien-li-1b")
	lines, err := bounds.Draw(context.Background(), of, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, theme := range Themes {
		r := shared(t, link.State{Query: bounds.DefaultQuery()})
		r.Theme = theme.Name
		_, inside, _ := strings.Cut(item(t, r, "share-element"), "data:image/svg+xml,")
		inside, err := url.PathUnescape(inside)
		if err != nil {
			inside, _, _ = strings.Cut(inside, `"`)
		}
		_, saved, _ := r.Saved()
		_, drawn, _ := Figure{Home: home, Of: of, Result: engine.FromFigure(of, lines), Theme: theme.Name}.Saved()
		for name, svg := range map[string]string{"inside": inside, "saved": saved, "figure": drawn} {
			follows := strings.Contains(svg, "prefers-color-scheme")
			if want := theme.Name == "auto"; follows != want {
				t.Errorf("%s, %s: the picture follows the system: %v, want %v", theme.Name, name, follows, want)
			}
			// The last declaration holds on a screen.
			light, dark := strings.LastIndex(svg, lightPaper), strings.LastIndex(svg, darkPaper)
			if light < 0 || dark > light != (theme.Name != "light") {
				t.Errorf("%s, %s: the paper is light at %d and dark at %d of %.800s", theme.Name, name, light, dark, svg)
			}
			if open, closed := strings.Count(svg, "{"), strings.Count(svg, "}"); open != closed || open == 0 {
				t.Errorf("%s, %s: %d braces open and %d close", theme.Name, name, open, closed)
			}
		}
	}
}
