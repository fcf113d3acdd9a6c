package house

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The tools that tests fetch by npm come from npm's own registry, with a
// checksum each, and none of them runs a script when it is installed.
func TestLockNamesOneHost(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "package-lock.json"))
	if err != nil {
		t.Fatal(err)
	}
	var lock struct {
		Packages map[string]struct {
			Resolved, Integrity string
			HasInstallScript    bool
		}
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		t.Fatal(err)
	}
	fetched := 0
	for name, p := range lock.Packages {
		if name == "" {
			continue // the folder itself
		}
		fetched++
		// Without an address npm asks whichever registry is set up; the checksum
		// decides what is taken.
		if p.Resolved != "" {
			t.Errorf("%s is tied to the address %q", name, p.Resolved)
		}
		if !strings.HasPrefix(p.Integrity, "sha512-") {
			t.Errorf("%s has the checksum %q", name, p.Integrity)
		}
		if p.HasInstallScript {
			t.Errorf("%s runs a script when it is installed", name)
		}
	}
	if fetched == 0 {
		t.Error("the lock file names no package")
	}
}
