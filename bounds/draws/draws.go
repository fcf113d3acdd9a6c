// Package draws fixes the random examples that rapid draws, and the number of examples
// that a test draws itself. A test package imports it to fix rapid's examples:
//
//	import _ "lastiterate/bounds/draws"
//
// A failure is then due to the change at hand. The result of an unchanged package comes from Go's test cache, which rapid's own flag on
// the command line would switch off. -rapid.seed=0 draws new examples every time, as make soak does.
//
// A test that calls Sample draws few examples for every change. The flag -times multiplies
// their number; make soak sets it for every package that imports this one.
package draws

import (
	"flag"
	"fmt"
	"strconv"

	_ "pgregory.net/rapid" // defines the flag
)

// seed is rapid's seed unless its flag says otherwise; 0 would mean a random one.
const seed = 1

var times = flag.Int("times", 1, "multiply the number of random examples by this, as make soak does")

// Sample returns `few` times the flag -times, at most `many`. If `many` is less than `few`, as for a stride, it returns `few`
// divided by the flag, at least `many`. Call it in a test or in TestMain, after the flags have been parsed.
func Sample(few, many int) int {
	by := max(1, *times)
	if many < few {
		return max(many, few/by)
	}
	return min(many, few*by)
}

// Flags on the command line are read after this.
func init() {
	if err := flag.Set("rapid.seed", strconv.Itoa(seed)); err != nil {
		panic(fmt.Sprintf("rapid has no seed any more, so tests draw other examples every time: %v", err))
	}
}
