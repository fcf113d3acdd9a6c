package numbers

import "lastiterate/app/snippet/source"

// Keys of known numbers to which the text gives no name.
const (
	Examples = "len()"        // the size of the dataset
	Batches  = "len(batches)" // the number of batches in an epoch
)

// Member is the key of the number of a configuration's member, for uses of the member in another object. The number is NaN if
// the text gives two.
func Member(named string) string { return "." + named }

// Option is the key of the default of a command-line option.
func Option(named string) string { return "--" + source.Plain(named) }

// SetOption is the key that says that the text sets an option.
func SetOption(named string) string { return "set --" + source.Plain(named) }
