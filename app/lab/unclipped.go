package lab

import (
	"strings"

	"lastiterate/app/number"
)

// unclipped says why no gradient of a regression is clipped: the norm entered is no smaller than the largest gradient norm, or
// none is entered. A run beside it whose own norm is smaller is not shown to be free of clipping by these constants.
func unclipped(v Values, largest float64) string {
	bound := number.Up(largest, 4)
	if strings.TrimSpace(v["clip"]) != "" {
		return "Clipping never acts: no gradient norm exceeds " + bound + "."
	}
	note := "No clipping norm is entered. At C = " + bound + " or above, clipping would never act."
	if s, fault := ReadRun(strings.TrimSpace(v["run"])); fault == "" && s.Run.Clip < largest {
		note += " The C = " + number.Plain(s.Run.Clip) + " of the run of the calculator is smaller than this bound: these constants do " +
			"not show that its gradients are never clipped."
	}
	return note
}
