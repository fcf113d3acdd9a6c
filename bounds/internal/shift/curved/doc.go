// Package curved solves the shift program of a known order under concave moduli ([ConcaveProgram]). A visit is a step that
// uses the differing example, a plain step does not. A window is the steps of a path from the diameter to 0. A table of the
// cost by distance finds a path, which is then polished, and bounds how far its cost is above the optimum. Windows too long
// for a table are cut into stretches.
package curved
