//go:build mutants

package mutants

import "os"

var active = Mutant(os.Getenv("MUTANT"))

// On reports whether the engine has this fault.
func (m Mutant) On() bool { return m == active }

// Any reports whether the engine has any fault.
func Any() bool { return active != "" }
