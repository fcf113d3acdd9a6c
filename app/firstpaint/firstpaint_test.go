package firstpaint

import (
	"context"
	"encoding/xml"
	"io"
	"regexp"
	"strings"
	"sync"
	"testing"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/picture"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/wasm/engine"
)

// painting is the page as it is before the program runs, and what its words are about.
type painting struct {
	page, again string // written twice
	subject     words.Subject
}

func paint() (painting, error) {
	s := link.State{Query: bounds.DefaultQuery()}
	var asked bounds.Engine
	ctx := asked.Context(context.Background())
	report, err := bounds.Evaluate(ctx, s.Run, s.Question, bounds.Settings{})
	if err != nil {
		return painting{}, err
	}
	series, err := bounds.Curve(ctx, s.Run, s.Question, "T", picture.Values(s.Run.T), bounds.Settings{})
	if err != nil {
		return painting{}, err
	}
	result := engine.FromReport(report)
	curve := engine.FromCurve(series, 0)
	return painting{HTML(s, result, curve), HTML(s, result, curve), words.About(s.Query, result, nil)}, nil
}

var firstPaint = sync.OnceValues(paint)

// painted is the first paint.
func painted(t *testing.T) (string, words.Subject) {
	t.Helper()
	p, err := firstPaint()
	if err != nil {
		t.Fatal(err)
	}
	if p.page != p.again {
		t.Errorf("two paints of one answer differ, of %d and %d bytes, want the same page", len(p.page), len(p.again))
	}
	return p.page, p.subject
}

// The first paint is well-formed, without a script, a style or a handler, and with no id twice.
func TestMarkup(t *testing.T) {
	page, _ := painted(t)
	decoder := xml.NewDecoder(strings.NewReader(page))
	decoder.Strict = false
	decoder.AutoClose = xml.HTMLAutoClose
	ids := map[string]bool{}
	for {
		token, err := decoder.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if element.Name.Local == "script" || element.Name.Local == "style" {
			t.Errorf("there is a <%s>", element.Name.Local)
		}
		for _, a := range element.Attr {
			if a.Name.Local == "style" || strings.HasPrefix(a.Name.Local, "on") {
				t.Errorf("<%s> has %s=%q", element.Name.Local, a.Name.Local, a.Value)
			}
			if a.Name.Local == "id" {
				if ids[a.Value] {
					t.Errorf("two elements are called %s", a.Value)
				}
				ids[a.Value] = true
			}
		}
	}
	for _, id := range []string{"answer", "answer-sentence", "chart", "field-eta", "field-T", "field-loss", "field-noise", "field-delta"} {
		if !ids[id] {
			t.Errorf("there is no #%s", id)
		}
	}
	if ids["field-alpha"] {
		t.Error("there is a #field-alpha, want none: δ is asked")
	}
}

// The sentence is the one that the page will show in its place.
func TestSameSentence(t *testing.T) {
	page, subject := painted(t)
	say := subject.Say()
	where, of, told, ok := say.Parts(subject.At())
	if !ok || where+of+told != say.Rest+"." || !strings.Contains(page, ">"+say.Number+"<") ||
		!strings.Contains(page, ">"+where+`<span class="of">`+of+`</span><span class="told">`+told+"<") {
		t.Errorf("the paint does not say %q", say.Sentence())
	}
}

// Whatever shows a number of the default run can be hidden under a link to
// another run.
func TestNumbersCanBeHidden(t *testing.T) {
	page, subject := painted(t)
	for _, inner := range regexp.MustCompile(`<(?:input|select)[^>]*>`).FindAllString(page, -1) {
		if !strings.Contains(inner, numberClass) && !strings.Contains(inner, `type="radio"`) {
			t.Errorf("%s cannot be hidden", inner)
		}
	}
	open := regexp.MustCompile(`<div class="answer-body ` + numberClass + `">`).FindStringIndex(page)
	at := strings.Index(page, subject.Say().Number)
	if open == nil || at < open[1] {
		t.Errorf("the answer is at %d, the part that can be hidden at %v; want the answer inside it", at, open)
	}
	if !strings.Contains(page, `id="chart" class="chart `+numberClass+`"`) {
		t.Errorf("the chart does not have the class %q, want it to, so that it can be hidden", numberClass)
	}
}

// Without scripts no field can be edited beside the answer, even in a browser that restores
// the state of fields at a reload.
func TestFieldsWaitForAScript(t *testing.T) {
	page, _ := painted(t)
	fields := regexp.MustCompile(`<(?:input|select|textarea|button)[^>]*>`).FindAllString(page, -1)
	if len(fields) < 10 {
		t.Fatalf("%d fields only", len(fields))
	}
	for _, field := range fields {
		if !strings.Contains(field, ` disabled="`) || strings.Contains(field, "name=") && !strings.Contains(field, ` autocomplete="off"`) {
			t.Errorf("it can be edited without scripts: %s", field)
		}
	}
}

// The help on batches leads to the page on loaders before the program runs, too.
func TestHelpOnBatchesLeadsToLoaders(t *testing.T) {
	page, _ := painted(t)
	if strings.Count(page, `href="docs/loader.html"`) != 1 {
		t.Errorf("%d links lead to the page on loaders, want 1, in the help on batches", strings.Count(page, `href="docs/loader.html"`))
	}
}

// Every field that the page shows for the default run is there to be typed in.
func TestEveryFieldIsThere(t *testing.T) {
	page, _ := painted(t)
	for _, name := range form.Names() {
		want := form.Shown(bounds.DefaultRun(), name) && name != form.Alpha
		if got := strings.Contains(page, `name="`+name+`"`); got != want {
			t.Errorf("field %s is there: %v, want %v", name, got, want)
		}
	}
}

// The pictures have their values from the first paint on: the program adds none above the plot.
func TestPictureIsRead(t *testing.T) {
	page, _ := painted(t)
	if n := strings.Count(page, `class="plot plot-overlay"`); n != len(charts) {
		t.Errorf("%d pictures of %d have values", n, len(charts))
	}
	if n := strings.Count(page, "plot-reading-best"); n != len(charts) {
		t.Errorf("%d pictures of %d have the answer's value", n, len(charts))
	}
}
