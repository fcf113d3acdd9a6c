package docs

import (
	"html"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"lastiterate/app/lab"
)

// The explanation of hidden state begins with two runs that move, before its first part. They are those of the link
// below them, drawn with as many points as it has steps, and are told in words.
func TestExplanationMoves(t *testing.T) {
	page := string(pages(t)["docs/hidden-state.html"])
	before, _, _ := strings.Cut(page, "<h2")
	_, figure, found := strings.Cut(before, replayFigure)
	if !found || strings.Count(page, replayFigure) != 1 || !strings.Contains(page, script("../", ReplayScript, replaying)) {
		t.Fatal("the explanation does not begin with a moving picture, or lacks its script")
	}
	address := regexp.MustCompile(`<figcaption>(.+) <a href="` + regexp.QuoteMeta(laboratory) + `#([^"]+)">[^<]+</a></figcaption>`).
		FindStringSubmatch(figure)
	if address == nil || !strings.Contains(figure, `role="img" aria-label="`+address[1]+`"`) {
		t.Fatalf("the picture has no words, or no link: %s", figure)
	}
	if _, _, problems := lab.Decode(html.UnescapeString(address[2])); len(problems) > 0 {
		t.Errorf("the link leads to %v", problems)
	}
	p, err := computeReplay(html.UnescapeString(address[2]))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range regexp.MustCompile(`points="([^"]+)"`).FindAllStringSubmatch(figure, -1) {
		if n := len(strings.Fields(line[1])); n != len(p.With) {
			t.Errorf("a line has %d points for %d steps", n, p.T-p.Tau)
		}
	}
	// What the words and the marks say: the first use, how far it moves, the factor, and that nothing is left.
	apart := distances(p.With, p.Without)
	first := 0
	for apart[first] == 0 {
		first++
	}
	factor := apart[first+1] / apart[first]
	for _, want := range []string{"until step " + strconv.Itoa(first) + ",", "moves them " + short3(apart[first]) + " apart", "by " + short3(factor) + "."} {
		if !strings.Contains(address[1], want) {
			t.Errorf("the picture does not say %q: %s", want, address[1])
		}
	}
	if !strings.Contains(figure, ">step "+strconv.Itoa(first)+" uses the example<") {
		t.Error("the use is not marked")
	}
	left := strings.Fields(regexp.MustCompile(`data-left="([^"]+)"`).FindStringSubmatch(figure)[1])
	if left[len(left)-1] != "0.000" || apart[len(apart)-1] < 0.01 {
		t.Errorf("at the end %s are left, and %v apart", left[len(left)-1], apart[len(apart)-1])
	}
	// The strong convexity is m; the modulus has another letter here.
	if strings.Contains(page, "<mi>m</mi>") {
		t.Error("the modulus is called m")
	}
}

func short3(v float64) string { return strconv.FormatFloat(v, 'g', 3, 64) }

// A link to the laboratory among words stays a link; a run without a schedule is an error.
func TestOnlyReplaysMove(t *testing.T) {
	for text, want := range map[string]bool{
		`See [it](../lab/index.html#v=1&lab=replay&seed=1 "Words.").`:    false,
		`[Open](../lab/index.html#v=1&lab=replay)`:                       false,
		`[Open](../lab/index.html#v=1&lab=replay&seed=1&run=n "Words.")`: true,
	} {
		if _, err := render(text); (err != nil) != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}
