// Package draws fixes the random examples that rapid draws. A test package that
// uses rapid imports it for that effect:
//
//	import _ "lastiterate/bounds/draws"
//
// A failure is then the fault of what was changed, and the result of a package
// that was not changed is taken from Go's test cache, which a flag of rapid's on
// the command line would switch off. With that flag other examples are drawn:
// -rapid.seed=0 draws new ones every time, as make soak does.
package draws

import (
	"flag"
	"fmt"
	"strconv"

	_ "pgregory.net/rapid" // defines the flag
)

// seed is where rapid begins unless its flag says otherwise; 0 would be anywhere.
const seed = 1

// Flags on the command line are read after this.
func init() {
	if err := flag.Set("rapid.seed", strconv.Itoa(seed)); err != nil {
		panic(fmt.Sprintf("rapid has no seed any more, so tests draw other examples every time: %v", err))
	}
}
