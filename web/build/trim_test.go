package main

import (
	"strings"
	"testing"

	"lastiterate/web/gocommand"
)

// readAt is the version of go-app whose package was read to choose removedFiles.
const readAt = "v10.1.11"

// What trim leaves out stays out, and go-app does not move on unread.
func TestTheServerHalfStaysOut(t *testing.T) {
	tree, err := findTree(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	version, err := gocommand.Run(t.Context(), tree.root, nil, "list", "-m", "-f", "{{.Version}}", goApp)
	if err != nil {
		t.Fatal(err)
	}
	if v := strings.TrimSpace(string(version)); v != readAt {
		t.Errorf("go-app is %s, and trim.go was written for %s. Compare both versions of pkg/app, above all of %s, and say in "+
			"removedFiles, standIns, addressUse and uuidUse what has changed; run make size and make test-browser; then set readAt to %s here. "+
			"If the server has a package of its own by now, trim.go can go.", v, readAt, strings.Join(removedFiles, ", "), v)
	}
	modfile, err := tree.trim(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	out, err := gocommand.Run(t.Context(), tree.root, gocommand.ForBrowser, "list", "-modfile", modfile, "-deps", "./wasm")
	if err != nil {
		t.Fatalf("the program does not build against the copy of go-app that trim.go makes: %v", err)
	}
	packages := strings.Fields(string(out))
	if len(packages) < 50 {
		t.Fatalf("the program has %d packages only", len(packages))
	}
	for _, name := range packages {
		for _, server := range []string{"net/http", "net", "crypto", "regexp", "database/sql", "html/template", "compress"} {
			if name == server || strings.HasPrefix(name, server+"/") && name != "net/url" && name != "net/netip" {
				t.Errorf("the program has the package %s, which only go-app's server or something new asks for: "+
					"`go list -deps` with the module file of trim.go shows who imports it", name)
			}
		}
	}
}
