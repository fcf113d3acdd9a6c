package session

import (
	"slices"

	"lastiterate/wasm/protocol"
)

// The site may withdraw a build, whose numbers must not be relied on any more. What is
// shown says so first, and so does what is copied or exported.

// recalled is an answer with that said, if the build was withdrawn.
func (s *Session) recalled(result protocol.Result) protocol.Result {
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
