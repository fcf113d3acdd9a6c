//go:build !mutants

package mutants

// On reports whether the engine has this fault: it has none.
func (Mutant) On() bool { return false }

// Any reports whether the engine has any fault: it has none.
func Any() bool { return false }
