package picture

import "lastiterate/app/number"

// Waiting says in a picture without lines how many parts of its work are done: "computing, 40 %".
func Waiting(done, of int) string {
	if done <= 0 || of <= 0 {
		return "computing …"
	}
	return "computing, " + number.Plain(float64(100*min(done, of)/of)) + " %"
}
