// Package draws fixes the random examples that rapid draws, and how many of its own a
// test takes. A test package that uses rapid imports it for the first effect:
//
//	import _ "lastiterate/bounds/draws"
//
// A failure is then the fault of what was changed, and the result of a package
// that was not changed is taken from Go's test cache, which a flag of rapid's on
// the command line would switch off. With that flag other examples are drawn:
// -rapid.seed=0 draws new ones every time, as make soak does.
//
// Where a test asks for a Sample it takes a small one at every change, and one so many times
// as large with the flag -times, which make soak gives to every package that imports this one.
package draws

import (
	"flag"
	"fmt"
	"strconv"

	_ "pgregory.net/rapid" // defines the flag
)

// seed is where rapid begins unless its flag says otherwise; 0 would be anywhere.
const seed = 1

var times = flag.Int("times", 1, "take samples so many times as large as at every change, as make soak does")

// Sample is few at every change, and so many times as much as the flag -times says, up to
// many. Where the larger number is the smaller sample, as of a stride, it is divided. It asks
// after flags have been read, in a test or in TestMain.
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
