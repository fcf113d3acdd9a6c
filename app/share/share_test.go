package share

import (
	"encoding/xml"
	"net/url"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/engine"
)

const home = "https://calculator.example/tools/"

// base is what the links are read over: nothing of it may shine through.
var base = link.State{
	Query: claim.Query{Run: run.Run{N: 3, B: 3, T: 7, Eta: 0.3, Clip: 3, Sigma: 3, Noise: run.IterateNoise, Diameter: 3,
		Adjacency: run.Replace,
		Scheme:    run.Full, Loss: run.Smooth, Smoothness: 3, Clipping: run.ClippingActive}, Question: claim.Question{Alpha: 3}},
}

func shared(t *testing.T, s link.State) Run {
	t.Helper()
	report, err := bounds.Evaluate(t.Context(), s.Run, s.Question, bounds.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return Run{Home: home, State: s, Engine: bounds.Version,
		Subject: words.About(s.Query, engine.FromReport(report), nil)}
}

// hostile is a state whose words would break out of markup, if they could.
func hostile() link.State {
	s := link.State{Query: bounds.DefaultQuery()}
	s.View.Pinned = []link.Pinned{{Label: `"><script>a&b</script>`, Query: s.Query}}
	return s
}

// Of training that departs from the run the paragraph and the citation are of what still
// holds, and the paragraph's address opens the same.
func TestDepartingRunIsQuoted(t *testing.T) {
	s := link.State{Query: bounds.DefaultQuery()}
	s.View.Differs, s.View.Only, s.View.Tab = []string{"averaging"}, link.OnlyPublished, "delta"
	r := shared(t, s)
	r.Subject = words.About(s.Query, r.Subject.Result, words.Departures{words.Averaging})
	composition, ok := r.Subject.RowOf("composition")
	if !ok || composition.Epsilon == nil {
		t.Fatalf("the row composition is there: %t, and has the value %v; want true and a value", ok, composition.Epsilon)
	}
	text, address, _ := strings.Cut(item(t, r, "share-statement"), home)
	if want := "everything computed from its noisy updates, including the released model, is (ε, δ)-differentially private with ε ≤ " +
		number.Up(float64(*composition.Epsilon), 3); !strings.Contains(text, want) {
		t.Errorf("the paragraph is %s", text)
	}
	if !strings.Contains(text, "This holds for training with weight averaging") || strings.Contains(text, "Only the last iterate") {
		t.Errorf("the paragraph is %s", text)
	}
	s.View.Tab = ""
	same(t, address, s)
	if got := item(t, r, "share-citation"); len(composition.By) != 2 || !strings.Contains(got, composition.By[0].BibTeX) ||
		!strings.Contains(got, composition.By[1].BibTeX) {
		t.Errorf("it cites\n%s", got)
	}
}

func item(t *testing.T, r Run, id string) string {
	t.Helper()
	for _, i := range r.Items() {
		if i.ID == id {
			return i.Text
		}
	}
	t.Fatalf("there is no %s", id)
	return ""
}

// same reports that text is a link to s.
func same(t *testing.T, text string, s link.State) {
	t.Helper()
	got, problems := link.DecodeFrom(base, text)
	if len(problems) > 0 || link.Encode(got) != link.Encode(s) {
		t.Errorf("%s\nis %s, want %s; problems %v", text, link.Encode(got), link.Encode(s), problems)
	}
}

// element is markup as a browser would read it.
type element struct {
	XMLName xml.Name
	Attrs   []xml.Attr `xml:",any,attr"`
	Inner   []element  `xml:",any"`
	Text    string     `xml:",chardata"`
}

func parse(t *testing.T, markup string) (element, map[string]string) {
	t.Helper()
	var e element
	if err := xml.Unmarshal([]byte(markup), &e); err != nil {
		t.Fatalf("%v\n%s", err, markup)
	}
	attributes := map[string]string{}
	for _, a := range e.Attrs {
		attributes[a.Name.Local] = a.Value
	}
	return e, attributes
}

func TestLinkAndFrameAreTheRun(t *testing.T) {
	for _, s := range []link.State{{Query: claim.Query{Run: bounds.DefaultRun(), Question: claim.Question{Alpha: 4}}}, hostile()} {
		r := shared(t, s)
		text, found := strings.CutPrefix(item(t, r, "share-link"), home+"#")
		if !found {
			t.Errorf("the link is %s", text)
		}
		same(t, text, s)
		e, attributes := parse(t, item(t, r, "share-frame"))
		text, found = strings.CutPrefix(attributes["src"], home+"embed/#")
		if e.XMLName.Local != "iframe" || attributes["title"] == "" || !found || len(e.Inner) > 0 {
			t.Errorf("the frame is %+v", e)
		}
		sized := s
		sized.View.Size = "chart"
		same(t, text, sized)
		if attributes["width"] != "480" || attributes["height"] != "400" {
			t.Errorf("the frame of a chart is %s by %s", attributes["width"], attributes["height"])
		}
		if attributes["style"] != "border:0;display:block;width:100%;max-width:711px" || attributes["loading"] != "lazy" {
			t.Errorf("the frame does not fit its column: %v", attributes)
		}
		r.Size = "number"
		if _, attributes := parse(t, item(t, r, "share-frame")); attributes["width"] != "320" || attributes["height"] != "160" ||
			!strings.Contains(attributes["src"], "&size=number") {
			t.Errorf("the frame of a number is %v", attributes)
		}
	}
}

// The element's attributes are the link's names in small letters, which is how
// the element reads them, and inside it is the link for those without script.
func TestElementIsTheRun(t *testing.T) {
	for _, s := range []link.State{{Query: claim.Query{Run: bounds.DefaultRun(), Question: claim.Question{Alpha: 4}}}, hostile()} {
		r := shared(t, s)
		script, markup, _ := strings.Cut(item(t, r, "share-element"), "\n")
		if script != `<script async src="`+home+`embed.js"></script>` {
			t.Errorf("the script is %s", script)
		}
		if strings.ContainsAny(markup, "{}") || strings.Contains(strings.SplitN(markup, ">", 2)[0], "height=") {
			t.Errorf("a template would read into it, or it has a height: %s", markup)
		}
		s.View.Size = "chart"
		e, attributes := parse(t, strings.Replace(markup, `"></a>`, `"/></a>`, 1))
		if e.XMLName.Local != "last-iterate" || len(e.Inner) != 1 {
			t.Fatalf("the element is %+v", e)
		}
		read := []string{"v=1"}
		for name, value := range attributes {
			if name == "t" || strings.HasPrefix(name, "t.") {
				name = "T" + name[1:]
			}
			read = append(read, name+"="+strings.ReplaceAll(url.PathEscape(value), "&", "%26"))
		}
		same(t, strings.Join(read, "&"), s)
		if got, want := len(attributes), strings.Count(link.Encode(s), "&"); got != want {
			t.Errorf("%d attributes for %d names", got, want)
		}
		if strings.Contains(markup, "<script") {
			t.Errorf("a label breaks out: %s", markup)
		}
		if a := e.Inner[0]; a.XMLName.Local != "a" || len(a.Attrs) != 1 || a.Attrs[0].Value != r.Link() || len(a.Inner) != 1 ||
			a.Inner[0].XMLName.Local != "img" {
			t.Errorf("inside is %+v", a)
		} else {
			insideIsTheRuler(t, a.Inner[0], r)
		}
	}
}

// insideIsTheRuler reads the picture's address as a browser would.
func insideIsTheRuler(t *testing.T, img element, r Run) {
	t.Helper()
	fits := false // a column that is narrower than the picture
	for _, a := range img.Attrs {
		switch a.Name.Local {
		case "style":
			fits = a.Value == "max-width:100%;height:auto"
		case "alt":
			if !strings.HasPrefix(a.Value, r.Subject.Say().Sentence()) {
				t.Errorf("the picture says %q", a.Value)
			}
		case "src":
			svg, err := url.PathUnescape(strings.TrimPrefix(a.Value, "data:image/svg+xml,"))
			if err != nil {
				t.Fatal(err)
			}
			drawing, _ := parse(t, svg)
			ruler, _ := r.Ruler()
			if drawing.XMLName.Local != "svg" || !strings.Contains(svg, ruler.Answer.Words[1]) {
				t.Errorf("the picture is %s", svg)
			}
		}
	}
	if !fits {
		t.Error("0 pictures fit a narrow column, want at least 1")
	}
}

func TestMarkdownNamesThePicture(t *testing.T) {
	r := shared(t, hostile())
	text := item(t, r, "share-markdown")
	if !strings.HasPrefix(text, "[![ε ≤ ") || !strings.HasSuffix(text, "]("+r.Picture()+")]("+r.Link()+")") {
		t.Errorf("the Markdown is %s", text)
	}
	if caption, _, _ := strings.Cut(strings.TrimPrefix(text, "[!["), "]("); strings.ContainsAny(caption, "[]") {
		t.Errorf("brackets in %q", caption)
	}
	if strings.ContainsAny(r.Picture(), " /()") || !strings.HasSuffix(r.Picture(), ".svg") {
		t.Errorf("the picture is %s", r.Picture())
	}
}

// The citation is of the answer's theorem alone, and of the calculator.
func TestCitation(t *testing.T) {
	for _, s := range []link.State{{Query: bounds.DefaultQuery()}} {
		s.Run.T = 3 // few iterations: composition answers, which others proved
		r := shared(t, s)
		text := item(t, r, "share-citation")
		if n := strings.Count(text, "\n@") + strings.Count(text[:1], "@"); n < 1 || n > 2 {
			t.Errorf("%d entries:\n%s", n, text)
		}
		row, ok := r.Subject.RowOf(r.Subject.Result.Answer.Row)
		if !ok || row.Source == nil || row.Source.Key != "" && !strings.Contains(text, row.Source.Key) {
			t.Errorf("%s is not cited:\n%s", row.ID, text)
		}
		if !strings.Contains(text, r.Link()) {
			t.Errorf("the run is not cited:\n%s", text)
		}
	}
}

func TestStatementIsTheAnswers(t *testing.T) {
	r := shared(t, link.State{Query: bounds.DefaultQuery()})
	if got := item(t, r, "share-statement"); !strings.HasPrefix(got, words.WithProofs(r.Subject.Statement(), r.Home)) || !strings.Contains(got, r.Engine) ||
		!strings.Contains(got, r.Home+"#v=1") {
		t.Errorf("the statement is %q", got)
	}
}

// A small embed has no rows, so that it says nothing of the one that is open in the calculator; its link does.
func TestSmallEmbedsOpenNoRow(t *testing.T) {
	s := link.State{Query: bounds.DefaultQuery()}
	s.View.Open = "shift"
	r := shared(t, s)
	for _, c := range []struct {
		size string
		open bool
	}{{"", false}, {state.SizeNumber, false}, {state.SizeChart, false}, {state.SizeFull, true}} {
		r.Size = c.size
		for text, mark := range map[string]string{r.Embed(): "open=shift", item(t, r, "share-frame"): "open=shift",
			item(t, r, "share-element"): `open="shift"`} {
			if strings.Contains(text, mark) != c.open {
				t.Errorf("size %q: %.300s", c.size, text)
			}
		}
		if !strings.Contains(r.Link(), "open=shift") {
			t.Errorf("the link is %s", r.Link())
		}
	}
}

// Every choice has an address that is read without a problem and shows other parts. A frame whose content may be higher follows it by a
// script that believes only the calculator; the others need none.
func TestEveryChoiceIsAnEmbed(t *testing.T) {
	r := shared(t, link.State{Query: bounds.DefaultQuery()})
	seen := map[string]string{}
	for _, size := range Sizes {
		r.Size = size.Name
		_, text, _ := strings.Cut(r.Embed(), "#")
		m := state.Opened(base, text)
		if len(m.Problems) > 0 {
			t.Errorf("%s: %s has the problems %v", size.Name, text, m.Problems)
		}
		parts := m.View.Show
		if parts == nil {
			parts = state.EmbedParts(m.View.Size)
		}
		if same := seen[strings.Join(parts, ",")]; same != "" {
			t.Errorf("%s shows %v, as %s does", size.Name, parts, same)
		}
		seen[strings.Join(parts, ",")] = size.Name
		frame := item(t, r, "share-frame")
		follows := strings.Contains(frame, `if (origin !== "https://calculator.example" ||`)
		if want := slices.Contains(parts, state.ShowForm); follows != want || strings.Contains(frame, "<script") != want {
			t.Errorf("%s: a script follows the height: %v, want %v: %s", size.Name, follows, want, frame)
		}
		if strings.Contains(item(t, r, "share-element"), "addEventListener") {
			t.Errorf("%s: the element, which follows by itself, has a script of the frame", size.Name)
		}
	}
	if len(seen) != 5 {
		t.Errorf("%d choices, want number, number and chart, chart, these with the form, and all", len(seen))
	}
}
