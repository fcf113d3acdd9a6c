package words

import (
	"strings"

	"lastiterate/wasm/protocol"
)

// publishers are where the sources of the catalogue were published. A new one
// is added here with the theorem that it publishes.
var publishers = []string{"https://arxiv.org/abs/"}

// SourceAddress is where a source was published. It comes in a message, so it
// is taken only where it is one of the places that are known: anything else,
// such as a javascript: address, would run in the page when it is followed.
func SourceAddress(s protocol.Source) (address string, known bool) {
	for _, p := range publishers {
		if id, found := strings.CutPrefix(s.URL, p); found && isPaper(id) {
			return s.URL, true
		}
	}
	return "", false
}

// isPaper reports whether text is the number of a paper, such as 2410.01068v2.
func isPaper(text string) bool {
	return text != "" && strings.Trim(text, "0123456789.v") == ""
}
