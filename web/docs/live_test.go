package docs

import (
	"html"
	"regexp"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/app/state"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

var (
	aFigure = regexp.MustCompile(`(?s)<figure class="live">.*?</figure>`)
	aFrame  = regexp.MustCompile(`<iframe title="([^"]+)" loading="lazy" width="640" height="480" src="([^"#]*)embed/#([^"]+)"></iframe>`)
	aPlace  = regexp.MustCompile(`<figcaption>(.+) <a href="([^"#]*)#([^"]+)">[^<]+</a></figcaption>`)
)

// A live picture is an embed with a relative address, a sentence, and a link for readers who cannot see
// it. The link decodes without problems, and the sentence gives the answer.
func TestLivePictures(t *testing.T) {
	seen := 0
	for name, page := range pages(t) {
		root := strings.Repeat("../", strings.Count(name, "/"))
		if n, all := strings.Count(string(page), "<iframe"), len(aFigure.FindAll(page, -1)); n != all {
			t.Errorf("%s: %d frames in %d figures", name, n, all)
		}
		for _, figure := range aFigure.FindAllString(string(page), -1) {
			seen++
			frame, place := aFrame.FindStringSubmatch(figure), aPlace.FindStringSubmatch(figure)
			if frame == nil || place == nil || frame[2] != root || place[2] != root || !strings.Contains(figure, "<noscript>") {
				t.Errorf("%s: the figure is %s", name, figure)
				continue
			}
			if frame[3] != place[3]+"&amp;size=chart&amp;theme=auto" || frame[1] != "Live picture: "+place[1] {
				t.Errorf("%s: the frame shows %s, the link leads to %s", name, frame[3], place[3])
			}
			s, problems := link.DecodeFrom(link.State{}, html.UnescapeString(frame[3]))
			if len(problems) > 0 || s.View.Size != state.SizeChart {
				t.Errorf("%s: %v in %s", name, problems, frame[3])
				continue
			}
			report := tableOf(t, s.Run, s.Question)
			if e := number.Up(report.Answer.Epsilon, 3); !strings.Contains(place[1], e) {
				t.Errorf("%s: the answer is %s, which %q does not say", name, e, place[1])
			}
		}
	}
	if seen < 11 {
		t.Errorf("only %d live pictures", seen)
	}
	for _, name := range []string{"hidden-state", "reporting", "pitfalls", "rows", "loader", "unlearning"} {
		if !aFigure.Match(pages(t)["docs/"+name+".html"]) {
			t.Errorf("%s has no live picture", name)
		}
	}
}

// What a picture's title says about runs other than its own is true.
func TestTitlesOfPictures(t *testing.T) {
	for _, c := range []struct {
		page, of  string // the picture's title, by a part of it
		change    func(*claim.Query)
		from      func(bounds.Report) *bounds.Answer
		below     bool
		wantsText string
	}{
		{"pitfalls", "Shuffled batches", nil, floor, true, "18.9 is a proved floor"},
		{"pitfalls", "Shuffled batches", func(q *claim.Query) { q.Run.Scheme = run.Poisson }, answer, false, "accountant says 4.62"},
		{"pitfalls", "The same training", func(q *claim.Query) { q.Question.Delta = 1 / float64(q.Run.N) }, answer, false,
			"2.46 at δ = 1/n = 0.001"},
		{"pitfalls", "One run of ten epochs", func(q *claim.Query) { q.Run.Tuning = "" }, answer, false, "has ε ≤ 0.919"},
		{"pitfalls", "between two checkpoints", nil, published, false, "5.76 if every iterate"},
		{"pitfalls", "between two checkpoints", func(q *claim.Query) { q.Run.Release = "" }, answer, false, "2.56 with the last iterate alone"},
		{"loader", "reshuffled every epoch", nil, published, false, "released ε ≤ 6.58"},
		{"rows", "domains of several", func(q *claim.Query) { q.Run.Diameter = 100 }, answer, false, "with 1.34"},
		{"rows", "domains of several", nil, published, false, "says 5.06"},
	} {
		i := slices.IndexFunc(aFigure.FindAllString(string(pages(t)["docs/"+c.page+".html"]), -1), func(figure string) bool {
			return strings.Contains(figure, c.of)
		})
		if i < 0 {
			t.Fatalf("%s has no picture of %s", c.page, c.of)
		}
		figure := aFigure.FindAllString(string(pages(t)["docs/"+c.page+".html"]), -1)[i]
		place := aPlace.FindStringSubmatch(figure)
		s, _ := link.DecodeFrom(link.State{}, html.UnescapeString(place[3]))
		if c.change != nil {
			c.change(&s.Query)
		}
		report := tableOf(t, s.Run, s.Question)
		e := c.from(report).Epsilon
		told := number.Up(e, 3)
		if c.below {
			told = number.Down(e, 3)
		}
		if !strings.Contains(place[1], c.wantsText) || !strings.Contains(c.wantsText, told) {
			t.Errorf("%s: the engine says %s, the title is %q, wanted with %q", c.page, told, place[1], c.wantsText)
		}
	}
}

func answer(r bounds.Report) *bounds.Answer    { return r.Answer }
func published(r bounds.Report) *bounds.Answer { return r.AllIterates }
func floor(r bounds.Report) *bounds.Answer     { return r.Lower }

// A paragraph that links to a run states the run's answer.
func TestLinkedRunsAreTold(t *testing.T) {
	aRun := regexp.MustCompile(`\]\(CALCULATOR#([^ )]*)\)`)
	seen := 0
	for _, a := range articles {
		if a.file == "what-we-got-wrong" {
			continue // which tells other versions' answers
		}
		text, err := texts.ReadFile(a.file + ".md")
		if err != nil {
			t.Fatal(err)
		}
		for paragraph := range strings.SplitSeq(string(text), "\n\n") {
			for _, linked := range aRun.FindAllStringSubmatch(paragraph, -1) {
				seen++
				s, problems := link.DecodeFrom(link.State{}, linked[1])
				if len(problems) > 0 {
					t.Errorf("%s: %v in %s", a.file, problems, linked[1])
					continue
				}
				report := tableOf(t, s.Run, s.Question)
				if e := number.Up(report.Answer.Epsilon, 3); !strings.Contains(paragraph, e) {
					t.Errorf("%s: the answer is %s, which %q does not say", a.file, e, paragraph)
				}
			}
		}
	}
	if seen < 3 {
		t.Errorf("only %d links to runs", seen)
	}
}

// A paragraph that holds more than the link, or a link without a title, is not a picture.
func TestOnlyPicturesAreLive(t *testing.T) {
	for text, want := range map[string]bool{
		`[Open](CALCULATOR#v=1&n=1 "ε is 2.")`:    true,
		`[Open](CALCULATOR#v=1&n=1)`:              false,
		`See [it](CALCULATOR#v=1&n=1 "ε is 2.").`: false,
		`[Open](theorems/index.html "ε is 2.")`:   false,
	} {
		out, err := render(text)
		if err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(out, "<iframe"); got != want {
			t.Errorf("%s\nis %s", text, out)
		}
	}
}
