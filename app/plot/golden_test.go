package plot

import (
	"embed"
	"encoding/xml"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// charts are drawn into testdata/*.svg. UPDATE_SNAPSHOTS=1 go test writes them
// anew; look at every one that changed before it is committed.
func charts() map[string]string {
	drawn := map[string]string{}
	add := func(name string, c Chart) { drawn[name+".svg"] = c.SVG() }

	c := sampleChart()
	c.Width = 720
	add("default-720", c)
	drawn["default-720-overlay.svg"] = c.Draw().Overlay(120)
	c.Width = 400
	add("default-400", c)
	c.Width = 280
	add("default-280", c)
	drawn["default-280-overlay.svg"] = c.Draw().Overlay(24)

	c = sampleChart()
	c.Width, c.X.Scale, c.Y.Scale = 720, Log, Log
	c.Series[3].Hidden = true
	add("log-720", c)

	for name, width := range map[string]float64{"terse-464": 464, "terse-342": 342} {
		c = terseChart(width)
		add(name, c)
		drawn[name+"-strip.svg"] = c.Draw().Strip(200)
	}

	c = sampleChart()
	c.Standalone = true
	c.Foot = []string{"https://example.org/#v=1&n=5&b=5&T=200", "Last Iterate 0.1.0"}
	add("standalone", c)

	c = manyLines(9, 60)
	c.Width = 640
	add("many-640", c)
	add("empty", Chart{Title: "Nothing to draw"})
	return drawn
}

//go:embed testdata/*.svg
var kept embed.FS

func TestSnapshots(t *testing.T) {
	update := os.Getenv("UPDATE_SNAPSHOTS") == "1"
	drawn := charts()
	for name, got := range drawn {
		path := filepath.Join("testdata", name)
		if update {
			if err := os.WriteFile(path, []byte(got+"\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := kept.ReadFile(path)
		if err != nil {
			t.Errorf("%v: UPDATE_SNAPSHOTS=1 writes it", err)
			continue
		}
		if got+"\n" != string(want) {
			t.Errorf("%s is drawn differently from %s: UPDATE_SNAPSHOTS=1 writes it; look at it", name, path)
		}
	}
	paths, err := fs.Glob(kept, "testdata/*.svg")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		if _, wanted := drawn[filepath.Base(path)]; !wanted {
			t.Errorf("%s belongs to no test: delete it", path)
		}
	}
}

func TestDeterministic(t *testing.T) {
	first := charts()
	for range 5 {
		for name, svg := range charts() {
			if svg != first[name] {
				t.Errorf("%s differs from one drawing to the next", name)
			}
		}
	}
}

// Every chart is well-formed, has no style attribute, which a strict content
// security policy forbids, and no empty or broken number.
func TestWellFormed(t *testing.T) {
	for name, svg := range charts() {
		d := xml.NewDecoder(strings.NewReader(svg))
		depth, elements := 0, 0
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			switch e := token.(type) {
			case xml.StartElement:
				if depth == 0 && (e.Name.Space != "http://www.w3.org/2000/svg" || e.Name.Local != "svg") {
					t.Errorf("%s begins with %v", name, e.Name)
				}
				depth++
				elements++
				for _, a := range e.Attr {
					if a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on") {
						t.Errorf("%s: <%s> has %s", name, e.Name.Local, a.Name.Local)
					}
					if strings.Contains(a.Value, "NaN") || strings.Contains(a.Value, "Inf") || a.Value == "" {
						t.Errorf("%s: <%s> has %s=%q", name, e.Name.Local, a.Name.Local, a.Value)
					}
				}
			case xml.EndElement:
				depth--
			}
		}
		if elements < 3 {
			t.Errorf("%s has %d elements", name, elements)
		}
	}
}
