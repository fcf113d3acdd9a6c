package words

import (
	"strings"

	"lastiterate/wasm/protocol"
)

// publishers are the beginnings of the addresses at which the catalogue's sources were published.
// A new one is added here with its first theorem.
var publishers = []string{"https://arxiv.org/abs/"}

// SourceAddress returns the address at which a source was published. It comes in a message, so only
// addresses of publishers are accepted: any other, such as a javascript: address, could run in the page
// when a visitor follows it.
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
