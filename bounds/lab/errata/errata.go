// Package errata holds the errors in the papers beyond those in theorems that the
// calculator evaluates, which are listed with the theorem. Its tests compute the
// evidence.
package errata

import (
	_ "embed"
	"encoding/json"
)

//go:embed errata.json
var data []byte

// Erratum is one error: where it is, what is printed, what is right, and numbers
// that show it. Texts are Markdown, with formulas between $` and `$.
type Erratum struct {
	ID      string `json:"id"`
	Paper   string `json:"paper"`
	URL     string `json:"url"`
	Place   string `json:"place"`
	Printed string `json:"printed"`
	Right   string `json:"right"`
	// Setting is the setting of the numbers in Evidence. If nothing can be computed,
	// Seen says how to check the correction instead.
	Setting  string        `json:"setting,omitempty"`
	Evidence []ShownNumber `json:"evidence,omitempty"`
	Seen     string        `json:"seen,omitempty"`
}

// ShownNumber is a number of the evidence, as it is shown; a test computes it to the
// digits that it has.
type ShownNumber struct {
	Of    string `json:"of"`
	Value string `json:"value"`
}

// All are the errata, paper by paper.
func All() ([]Erratum, error) {
	var all []Erratum
	err := json.Unmarshal(data, &all)
	return all, err
}
