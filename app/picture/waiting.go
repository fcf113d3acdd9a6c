package picture

import "lastiterate/app/number"

// Waiting says in a picture without lines how many parts of its work are done: "computing, 40 %". Values of slow theorems, and
// a figure's checks, come after all parts that are counted.
func Waiting(done, of int) string {
	switch {
	case done <= 0 || of <= 0:
		return "computing …"
	case done >= of:
		return "computing the last values …"
	}
	return "computing, " + number.Plain(float64(100*done/of)) + " %"
}
