package numbers

import "lastiterate/app/snippet/source"

// Names under which numbers are known that the text gives no name.
const (
	Examples = "len()"        // the dataset's size
	Batches  = "len(batches)" // the number of batches in an epoch
)

// Member is the name under which what a member of a configuration is given is known to those who ask for it in another; its
// number is NaN where it is given two.
func Member(named string) string { return "." + named }

// Option is the name under which the default of an option of the command line is known.
func Option(named string) string { return "--" + source.Plain(named) }

// SetOption is the name under which it is known that the text sets an option.
func SetOption(named string) string { return "set --" + source.Plain(named) }
