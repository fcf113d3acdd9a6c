package draws

import (
	"flag"
	"testing"

	"pgregory.net/rapid"
)

// A sample is the small one unless more is asked for, and never above the large one.
func TestSample(t *testing.T) {
	was := *times
	defer func() { *times = was }()
	for asked, want := range map[int][2]int{0: {3, 9}, 1: {3, 9}, 2: {6, 4}, 3: {7, 3}, 100: {7, 2}} {
		*times = asked
		if got := [2]int{Sample(3, 7), Sample(9, 2)}; got != want {
			t.Errorf("-times=%v: samples of %v, want %v", asked, got, want)
		}
	}
}

// The first example is the same every time, unless another seed is asked for.
func TestDrawsAreFixed(t *testing.T) {
	const first = 55908
	got := -1
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.IntRange(0, 1<<40).Draw(t, "x")
		if got == -1 {
			got = x
		}
	})
	asked := flag.Lookup("rapid.seed").Value.String()
	if fixed := asked == "1"; fixed != (got == first) {
		t.Errorf("by the seed %s the first example is %d; by 1 it was %d when this was written", asked, got, first)
	}
}
