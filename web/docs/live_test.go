package docs

import (
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/app/state"
	"lastiterate/bounds"
)

var (
	aFigure = regexp.MustCompile(`(?s)<figure class="live">.*?</figure>`)
	aFrame  = regexp.MustCompile(`<iframe title="([^"]+)" loading="lazy" width="640" height="480" src="([^"#]*)embed/#([^"]+)"></iframe>`)
	aPlace  = regexp.MustCompile(`<figcaption>(.+) <a href="([^"#]*)#([^"]+)">[^<]+</a></figcaption>`)
)

// A live picture is an embed, by a way that holds wherever the site lies, with a sentence and a link for
// those who see none. Its link is read without a complaint, and the answer is in the sentence.
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
			if frame[3] != place[3]+"&amp;size=chart" || frame[1] != "Live picture: "+place[1] {
				t.Errorf("%s: the frame shows %s, the link leads to %s", name, frame[3], place[3])
			}
			s, problems := link.DecodeFrom(link.State{}, html.UnescapeString(frame[3]))
			if len(problems) > 0 || s.View.Size != state.SizeChart {
				t.Errorf("%s: %v in %s", name, problems, frame[3])
				continue
			}
			report, err := bounds.Evaluate(t.Context(), s.Run, s.Question, bounds.Settings{})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if e := number.Up(report.Answer.Epsilon, 3); !strings.Contains(place[1], e) {
				t.Errorf("%s: the answer is %s, which %q does not say", name, e, place[1])
			}
		}
	}
	if seen < 4 {
		t.Errorf("only %d live pictures", seen)
	}
}

// A paragraph with more than the link, and a link without a title, stay as they are.
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
			t.Errorf("%s\nis %s", text, fmt.Sprint(out))
		}
	}
}
