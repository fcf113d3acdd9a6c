package link

import (
	"fmt"
	"math"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	_ "lastiterate/bounds/draws"
	"lastiterate/bounds/run"

	"pgregory.net/rapid"
)

// A pinned run that a link gave no label is called by its number.
func TestPinName(t *testing.T) {
	s, _ := DecodeFrom(base(), "v=1&n=7&T.1=3&T.2=4&label.2=short")
	if len(s.View.Pinned) != 2 || s.View.PinName(0) != "run 1" || s.View.PinName(1) != "short" {
		t.Errorf("%d pinned runs, called %q and %q", len(s.View.Pinned), s.View.PinName(0), s.View.PinName(1))
	}
}

func TestProblemsQuoteWhatWasGiven(t *testing.T) {
	_, problems := DecodeFrom(base(), "v=1&eta=-0.1&label.1="+strings.Repeat("x", MaxLabel+1)+"&b=4")
	want := []Problem{
		{"eta", "-0.1", "learning rate must be positive"},
		{"b", "4", "does not fit the rest of the link, part of which could not be read"},
		{"label.1", strings.Repeat("x", MaxLabel+1), "a label has at most 40 characters"},
	}
	if !reflect.DeepEqual(problems, want) {
		t.Errorf("got  %q\nwant %q", problems, want)
	}
}

// A point before three digits may group thousands: a whole number that has one is refused, with both readings, as the form
// refuses it. Other decimal points of whole numbers are read, and so are those of other numbers.
func TestPointsInWholeNumbers(t *testing.T) {
	for _, c := range []struct{ text, name, says string }{
		{"n=50.000", "n", "this may mean 50 or 50000: write it in one of these ways"},
		{"T=1.500", "T", "this may mean 1.5 or 1500: write it in one of these ways"},
		{"n=1.281.167", "n", "this groups thousands by points: write 1281167"},
		{"T.1=2.000", "T.1", "this may mean 2 or 2000: write it in one of these ways"},
		{"n=50.0000", "", ""}, {"n=5.0e1", "", ""}, {"n=50.000e0", "", ""}, {"eta=0.100", "", ""}, {"smoothness=1.000", "", ""},
		{"tuning=geometric&tuning_mean=1.500", "", ""},
	} {
		s, problems := DecodeFrom(base(), "v=1&"+c.text)
		if refused := c.name != "" && !strings.Contains(c.name, "."); refused != s.View.IsBlank(strings.TrimSuffix(c.name, ".1")) {
			t.Errorf("%s leaves %q blank", c.text, s.View.Blank)
		}
		switch {
		case c.name == "" && problems != nil:
			t.Errorf("%s: %q", c.text, problems)
		case c.name != "" && (len(problems) != 1 || problems[0].Name != c.name || problems[0].Message != c.says || s.Run != base().Run):
			t.Errorf("%s: %q, n = %d, T = %d", c.text, problems, s.Run.N, s.Run.T)
		}
	}
}

// What the rest of a link says stays, whatever a refused number would have been.
func TestRefusedSizeKeepsTheRest(t *testing.T) {
	s, problems := DecodeFrom(base(), "v=1&n=50.000&b=500&scheme=poisson&T=1.500&eta=")
	if len(problems) != 2 || s.Run.B != 500 || !slices.Equal(s.View.Blank, []string{"n", "T", "eta"}) {
		t.Errorf("%q, b = %d, blank are %q", problems, s.Run.B, s.View.Blank)
	}
}

func TestTooLongIsNotRead(t *testing.T) {
	s, problems := DecodeFrom(base(), "v=1&n=7&tab="+strings.Repeat("x", MaxLengthPinned))
	if !reflect.DeepEqual(s, base()) || len(problems) != 1 || !strings.Contains(problems[0].Message, "at most 8000") {
		t.Errorf("got %+v, %q", s, problems)
	}
}

func TestEmptyTextIsBase(t *testing.T) {
	for _, text := range []string{"", "#", "?", " "} {
		if s, problems := DecodeFrom(base(), text); !reflect.DeepEqual(s, base()) || problems != nil {
			t.Errorf("%q gives %+v, %q", text, s, problems)
		}
	}
}

func TestIsLink(t *testing.T) {
	for text, want := range map[string]bool{
		"#v=1&n=5": true, "?n=5&v=9": true, "v=1": true, "": false, "#top": false, "?utm_source=v": false, "vv=1": false,
	} {
		if IsLink(text) != want {
			t.Errorf("IsLink(%q) = %v", text, !want)
		}
	}
}

// A field that is blank in base stays so until a link states it, and what no script says
// cannot be blank. A pinned run is whole.
func TestBlanks(t *testing.T) {
	blank, problems := DecodeFrom(base(), "v=1&n=&b=4&scheme=poisson&sigma=")
	if problems != nil || !slices.Equal(blank.View.Blank, []string{"n", "sigma"}) || !blank.View.Pending() ||
		blank.Run.StepsPerEpoch() != 1 {
		t.Fatalf("%+v, %q", blank, problems)
	}
	if s, problems := DecodeFrom(blank, "v=1&n=50"); problems != nil || !slices.Equal(s.View.Blank, []string{"sigma"}) || s.Run.N != 50 ||
		s.Run.B != 4 {
		t.Errorf("%+v, %q", s, problems)
	}
	for _, name := range []string{"weight_decay", "loss", "position", "n.1"} {
		s, problems := DecodeFrom(base(), "v=1&"+name+"=")
		if s.View.Blank != nil || len(problems) != 1 || problems[0].Name != name {
			t.Errorf("%s: %q, %q", name, s.View.Blank, problems)
		}
	}
}

func TestCheck(t *testing.T) {
	s := base()
	if problems := Check(s); problems != nil {
		t.Fatalf("the base: %q", problems)
	}
	s.Run.B = 9
	s.Question = claim.Question{Alpha: 2, Delta: 0.1}
	s.View = View{Tab: "no tab", From: 2, To: 1, Rows: []string{"a", "a"}}
	for range MaxPinned + 1 {
		s.View.Pinned = append(s.View.Pinned, Pinned{Label: "tab\there", Query: base().Query})
	}
	var names []string
	for _, p := range Check(s) {
		names = append(names, p.Name)
	}
	if want := []string{"b", "alpha", "tab", "rows", "to", "label.1", "label.2", "label.3", "label.4",
		"label.5"}; !slices.Equal(names, want) {
		t.Errorf("problems with %q, want %q", names, want)
	}
}

// The longest text of every part still fits.
func TestLongestState(t *testing.T) {
	const long = 1.2345678901234567e-29 // no float64 in range takes more characters
	r := run.Run{N: 999999999999, B: 1, Position: 999999999999, T: 999999999999, Eta: long, Clip: long, Sigma: long,
		Noise: run.NoiseMultiplier, Diameter: long,
		Adjacency: run.AddRemove, Scheme: run.Cyclic, Loss: run.StronglyConvex, Smoothness: long, StrongConvexity: long,
		Clipping: run.ClippingDifference}
	q := claim.Question{Delta: long}
	names := func(n int) (list []string) {
		for i := range n {
			list = append(list, fmt.Sprintf("%02d", i)+strings.Repeat("x", MaxName-2))
		}
		return list
	}
	name := strings.Repeat("x", MaxName)
	s := State{claim.Query{Run: r, Question: q}, View{Steps: "epochs", Tab: name, Sweep: "strong_convexity", Plan: name, From: long,
		To: long * 1.5, XScale: "linear", YScale: "linear",
		Rows: names(MaxRows), Open: name, Figure: name, Lab: name, Seed: run.MaxCount, Show: names(maxShow), Theme: "light", Size: name,
		Report: ReportAll, Differs: names(maxDiffers)}}
	check := func(most int) {
		t.Helper()
		if problems := Check(s); problems != nil {
			t.Fatalf("%q", problems)
		}
		text := Encode(s)
		t.Logf("%d of %d characters", len(text), most)
		if len(text) > most || len(text) < most*3/5 {
			t.Errorf("%d characters, want at most %d and not far less", len(text), most)
		}
	}
	check(MaxLength)
	for range MaxPinned {
		s.View.Pinned = append(s.View.Pinned, Pinned{strings.Repeat("𝜎", MaxLabel), claim.Query{Run: r, Question: q}})
	}
	check(MaxLengthPinned)
}

func anyRun() *rapid.Generator[run.Run] {
	return rapid.Custom(func(t *rapid.T) run.Run {
		pick := func(name string) string {
			f, _ := run.FieldByName(name)
			return rapid.SampledFrom(f.Choices).Draw(t, name)
		}
		positive := func(name string) float64 { return math.Exp(rapid.Float64Range(-60, 60).Draw(t, name)) }
		r := base().Run
		r.N = rapid.IntRange(1, 1e12).Draw(t, "n")
		r.B = rapid.IntRange(1, r.N).Draw(t, "b")
		r.T = rapid.IntRange(1, 1e12).Draw(t, "T")
		r.Eta, r.Clip, r.Sigma = positive("eta"), positive("clip"), positive("sigma")
		r.Diameter = rapid.OneOf(rapid.Just(math.Inf(1)), rapid.Just(positive("diameter"))).Draw(t, "diameter")
		r.Noise = run.Convention(pick("noise"))
		r.Adjacency = run.Adjacency(pick("adjacency"))
		r.Scheme = run.Scheme(pick("scheme"))
		r.Loss = run.Class(pick("loss"))
		r.Clipping = run.Clipping(pick("clipping"))
		if r.Clipping == run.ClippingGLM && r.Loss != run.Convex {
			r.Loss = run.StronglyConvex
		}
		if r.Scheme == run.Full {
			r.B = r.N
		}
		if r.Scheme == run.Cyclic {
			r.Position = rapid.IntRange(0, min(r.StepsPerEpoch(), r.T)).Draw(t, "position")
		}
		r.Smoothness = positive("smoothness")
		switch r.Loss {
		case run.StronglyConvex:
			r.StrongConvexity = r.Smoothness * rapid.Float64Range(1e-3, 1).Draw(t, "m/L")
		case run.WeaklyConvex:
			r.WeakConvexity = positive("weak_convexity")
		case run.Holder:
			r.HolderOrder = rapid.Float64Range(run.MinOrder, 1).Draw(t, "holder_order")
		}
		return r
	})
}

func anyQuestion() *rapid.Generator[claim.Question] {
	return rapid.Custom(func(t *rapid.T) claim.Question {
		if rapid.Bool().Draw(t, "renyi") {
			return claim.Question{Alpha: 1 + math.Exp(rapid.Float64Range(-30, 20).Draw(t, "alpha"))}
		}
		return claim.Question{Delta: math.Exp(-rapid.Float64Range(1e-9, 600).Draw(t, "delta"))}
	})
}

func anyState() *rapid.Generator[State] {
	return rapid.Custom(func(t *rapid.T) State {
		name := rapid.OneOf(rapid.Just(""), rapid.StringMatching(`[A-Za-z0-9]([A-Za-z0-9._-]{0,22}[A-Za-z0-9])?`))
		names := rapid.SliceOfNDistinct(rapid.StringMatching(`[a-z0-9]([a-z0-9.-]{0,10}[a-z0-9])?`), 0, maxShow, rapid.ID)
		maybe := func(label string) []string {
			if rapid.Bool().Draw(t, label+" set") {
				return slices.Clip(names.Draw(t, label))
			}
			return nil
		}
		v := View{
			Steps: rapid.SampledFrom([]string{"", "T", "epochs"}).Draw(t, "steps"),
			Tab:   name.Draw(t, "tab"), Open: name.Draw(t, "open"), Plan: name.Draw(t, "plan"), Figure: name.Draw(t, "figure"),
			Lab: name.Draw(t, "lab"), Size: name.Draw(t, "size"),
			Sweep:  rapid.SampledFrom([]string{"", "T", "eta", "alpha", "delta", "strong_convexity"}).Draw(t, "sweep"),
			XScale: rapid.SampledFrom([]string{"", "linear", "log"}).Draw(t, "xscale"),
			YScale: rapid.SampledFrom([]string{"", "linear", "log"}).Draw(t, "yscale"),
			Report: rapid.SampledFrom([]string{"", ReportAll}).Draw(t, "report"),
			Only:   rapid.SampledFrom([]string{"", OnlyPublished}).Draw(t, "only"),
			Theme:  rapid.SampledFrom([]string{"", "light", "dark", "auto"}).Draw(t, "theme"),
			Rows:   maybe("rows"), Show: maybe("show"), Differs: maybe("differs"), Assumed: maybe("assumed"),
			Seed: rapid.IntRange(0, run.MaxCount).Draw(t, "seed"),
		}
		if rapid.Bool().Draw(t, "range") {
			v.From = rapid.Float64Range(0, 1e20).Draw(t, "from")
			v.To = v.From + math.Exp(rapid.Float64Range(0, 60).Draw(t, "length"))
			if v.From >= v.To {
				v.From = 0
			}
		}
		for range rapid.IntRange(0, MaxPinned).Draw(t, "pinned") {
			label := strings.TrimSpace(rapid.StringOfN(rapid.SampledFrom([]rune("aZ9 .,!?&=#%+~/é𝜎")), 0, MaxLabel, -1).Draw(t, "label"))
			v.Pinned = append(v.Pinned, Pinned{label, claim.Query{Run: anyRun().Draw(t, "pinned run"),
				Question: anyQuestion().Draw(t, "pinned question")}})
		}
		r := anyRun().Draw(t, "run")
		for _, f := range run.Fields() {
			// What a blank field holds is base's, or follows from others.
			if CanBlank(f.Name) && f.Name != "scheme" && rapid.IntRange(0, 9).Draw(t, f.Name+" blank") == 0 {
				v.Blank = append(v.Blank, f.Name)
				_ = r.Set(f.Name, base().Run.Get(f.Name))
			}
		}
		if v.Pending() && r.Scheme == run.Full {
			r.Scheme = run.Poisson
		}
		if v.IsBlank("n") && v.IsBlank("b") {
			r.B = base().Run.B
		}
		r.Position = min(r.Position, r.StepsPerEpoch(), r.T) // of what is base's now
		q := anyQuestion().Draw(t, "question")
		if rapid.IntRange(0, 9).Draw(t, "delta blank") == 0 {
			v.Blank, q = append(v.Blank, "delta"), base().Question
		}
		return State{claim.Query{Run: Hold(r, v), Question: q}, v}
	})
}

func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := anyState().Draw(t, "state")
		if problems := Check(s); problems != nil {
			t.Fatalf("not valid: %q", problems)
		}
		text := Encode(s)
		got, problems := DecodeFrom(base(), "#"+text)
		if problems != nil || !reflect.DeepEqual(got, s) {
			t.Fatalf("%s\nreads as %+v\nwith %q\nwant %+v", text, got, problems, s)
		}
		if !isAlphanumeric(text[len(text)-1]) || strings.ContainsAny(text, "+ \"'<>()[]#?") {
			t.Fatalf("not safe to paste: %s", text)
		}
		// As an address in a browser would hold it.
		u, err := url.Parse("https://example.org/?" + text)
		if err != nil || u.RawQuery != text {
			t.Fatalf("as a query: %v, %v", u, err)
		}
	})
}

// Whatever the text, the state is valid, problems say something, and what is
// written for it reads back as itself.
func FuzzDecode(f *testing.F) {
	for _, b := range golden(f) {
		f.Add(b.text)
	}
	f.Add("v=1&from=0&to=0&rows=none&label.4=x")
	f.Fuzz(func(t *testing.T, text string) {
		s, problems := DecodeFrom(base(), text)
		if wrong := Check(s); wrong != nil {
			t.Fatalf("%q gives a state with %q", text, wrong)
		}
		for _, p := range problems {
			if p.Message == "" {
				t.Errorf("%q: a problem without words: %+v", text, p)
			}
		}
		once := Encode(s)
		again, problems := DecodeFrom(base(), once)
		if problems != nil || Encode(again) != once {
			t.Errorf("%q is written %q, which is written %q, with %q", text, once, Encode(again), problems)
		}
	})
}
