package house

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The tools that tests fetch by npm come from npm's own registry, with a
// checksum each. Those of the browser tests run no script when they are
// installed; those that generators bring and that would are told not to.
func TestLockNamesOneHost(t *testing.T) {
	t.Run("web", func(t *testing.T) { checkLock(t, "..", nil) })
	t.Run("web/generators", func(t *testing.T) {
		checkLock(t, "../generators", []string{"node_modules/esbuild", "node_modules/fsevents"})
	})
	t.Run("web/generators/docusaurus", func(t *testing.T) {
		checkLock(t, "../generators/docusaurus", []string{"node_modules/core-js", "node_modules/fsevents"})
	})
}

func checkLock(t *testing.T, folder string, scripts []string) {
	text, err := os.ReadFile(filepath.Join(folder, "package-lock.json"))
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
		if p.HasInstallScript && !slices.Contains(scripts, name) {
			t.Errorf("%s runs a script when it is installed", name)
		}
	}
	if fetched == 0 {
		t.Error("the lock file names no package")
	}
}

// Whatever npm is told to install, it runs no scripts.
func TestNpmRunsNoScripts(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "Makefile"))
	if err != nil {
		t.Fatal(err)
	}
	installs := 0
	for line := range strings.Lines(string(text)) {
		if strings.Contains(line, "npm ci") {
			installs++
			if !strings.Contains(line, "--ignore-scripts") {
				t.Errorf("scripts may run: %s", line)
			}
		}
	}
	if installs < 3 {
		t.Errorf("%d installations by npm found in the Makefile", installs)
	}
}
