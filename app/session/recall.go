package session

import (
	"slices"

	"lastiterate/wasm/protocol"
)

// The site may withdraw a build, whose numbers must then not be relied on. Displayed, copied and exported answers say so first.

// withRecall adds to an answer that the build was withdrawn, if it was.
func (s *Session) withRecall(result protocol.Result) protocol.Result {
	why := s.browser.Withdrawn()
	if why == "" {
		return result
	}
	mark := "Withdrawn: " + why
	result.Warnings = append([]string{mark}, slices.Clone(result.Warnings)...)
	if result.Statement != "" {
		result.Statement = mark + " " + result.Statement
	}
	return result
}
