package link

import (
	"os"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// base is what the golden links were written against; it does not follow the
// calculator's defaults.
func base() State {
	return State{
		Query: claim.Query{Run: run.Run{N: 5, B: 5, T: 200, Eta: 0.1, Clip: 2, Sigma: 1, Noise: run.IterateNoise, Diameter: 1,
			Adjacency: run.Replace, Scheme: run.Full, Loss: run.StronglyConvex, Smoothness: 1, StrongConvexity: 1,
			WeakConvexity: 0.5, HolderOrder: 0.5, Clipping: run.ClippingNever}, Question: claim.Question{Delta: 1e-5}},
	}
}

// block is one link of testdata/links-v1.txt.
type block struct {
	line     int
	text     string
	written  string
	problems []string // "name: words"
}

func golden(t testing.TB) []block {
	data, err := os.ReadFile("testdata/links-v1.txt")
	if err != nil {
		t.Fatal(err)
	}
	var blocks []block
	open := false // a link waits for what is written for it
	for i, line := range strings.Split(string(data), "\n") {
		problem, isProblem := strings.CutPrefix(line, "! ")
		switch last := len(blocks) - 1; {
		case line == "" || strings.HasPrefix(line, "# ") || line == "#":
		case isProblem:
			blocks[last].problems = append(blocks[last].problems, problem)
		case open:
			if line == "=" {
				line = blocks[last].text
			}
			blocks[last].written, open = line, false
		default:
			blocks = append(blocks, block{line: i + 1, text: line})
			open = true
		}
	}
	if open || len(blocks) < 20 {
		t.Fatalf("links-v1.txt: %d blocks, the last one complete: %v", len(blocks), !open)
	}
	return blocks
}

func TestGoldenLinks(t *testing.T) {
	for _, b := range golden(t) {
		s, problems := DecodeFrom(base(), b.text)
		if got := Encode(s); got != b.written {
			t.Errorf("line %d: %s\n  is written\n%s\n  want\n%s", b.line, b.text, got, b.written)
		}
		if len(problems) != len(b.problems) {
			t.Errorf("line %d: problems %q, want %q", b.line, problems, b.problems)
			continue
		}
		for i, p := range problems {
			name, words, _ := strings.Cut(b.problems[i], ": ")
			if p.Name != name || !strings.Contains(p.Message, words) {
				t.Errorf("line %d: problem %d is %+v, want %s", b.line, i+1, p, b.problems[i])
			}
		}
	}
}
