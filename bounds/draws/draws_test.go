package draws

import (
	"flag"
	"testing"

	"pgregory.net/rapid"
)

// TestSample: the size is the first argument times -times, at most the second; with a smaller second argument, for a stride, it is
// the first divided by -times, at least the second.
func TestSample(t *testing.T) {
	was := *times
	defer func() { *times = was }()
	for asked, want := range map[int][2]int{0: {3, 9}, 1: {3, 9}, 2: {6, 4}, 3: {7, 3}, 100: {7, 2}} {
		*times = asked
		if got := [2]int{Sample(3, 7), Sample(9, 2)}; got != want {
			t.Errorf("-times=%v: Sample(3, 7) and Sample(9, 2) are %v, want %v", asked, got, want)
		}
	}
}

// TestDrawsAreFixed: the first example is the one recorded if and only if the seed is 1, which is the default.
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
