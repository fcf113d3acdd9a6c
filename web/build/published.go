package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"

	"lastiterate/web/headers"
)

// sumsFile lists the SHA-256 of every file of the site in the format of sha256sum, so that anyone can compare the served files
// with files built from the sources.
const sumsFile = "sha256sums.txt"

// sums returns the content of sumsFile, without files that a host may change.
func sums(files map[string][]byte) []byte {
	var out bytes.Buffer
	for _, name := range sortedKeys(files) {
		if name != withdrawnFile && name != sumsFile && !slices.Contains(headers.Written, name) {
			fmt.Fprintf(&out, "%x  %s\n", sha256.Sum256(files[name]), name)
		}
	}
	return out.Bytes()
}

// withdrawnFile lists the builds whose numbers must no longer be relied on; pages request it. It is not part of the build's id,
// since an operator may edit it on the host.
const withdrawnFile = "withdrawn.json"

// withdrawal is a build that was withdrawn.
type withdrawal struct {
	Build string `json:"build"` // the id that its pages carry as data-build
	Since string `json:"since"` // the day, such as 2026-11-24
	Why   string `json:"why"`   // a sentence: which numbers were wrong, and what changed
}

// The fields of a withdrawal.
var (
	aBuild   = regexp.MustCompile(`^[0-9a-f]{16}$`)
	aDay     = regexp.MustCompile(`^20[0-9]{2}-[01][0-9]-[0-3][0-9]$`)
	sentence = regexp.MustCompile(`^\S.*\.$`)
)

// withdrawn returns the list, for a build with this id.
func (t tree) withdrawn(id string) ([]byte, error) {
	text, err := os.ReadFile(t.path("web/" + withdrawnFile))
	if err != nil {
		return nil, err
	}
	if err := checkWithdrawn(text, id); err != nil {
		return nil, fmt.Errorf("web/%s: %w", withdrawnFile, err)
	}
	return text, nil
}

func checkWithdrawn(text []byte, id string) error {
	var list struct {
		V         int          `json:"v"`
		Withdrawn []withdrawal `json:"withdrawn"`
	}
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&list); err != nil {
		return err
	}
	if list.V != 1 || list.Withdrawn == nil {
		return fmt.Errorf(`it must be {"v": 1, "withdrawn": […]}`)
	}
	for _, w := range list.Withdrawn {
		switch {
		case !aBuild.MatchString(w.Build):
			return fmt.Errorf("build %q is not the id of a build: want 16 hexadecimal digits, as in the data-build of its pages", w.Build)
		case w.Build == id:
			return fmt.Errorf("build %s is the one being built: change the sources before it is published", id)
		case !aDay.MatchString(w.Since):
			return fmt.Errorf("since %q is not a date such as 2026-11-24", w.Since)
		case !sentence.MatchString(w.Why):
			return fmt.Errorf("why %q is not a sentence that says which numbers were wrong", w.Why)
		}
	}
	return nil
}
