// Command release builds the server, which contains the site, for the machines that
// sites are served from. It writes into bin/release the servers, the checksums of the
// site's files as the site publishes them, a bill of materials, and the checksums of
// all of these (SHA256SUMS):
//
//	make release
//
// The site must be built first (`go run ./web/build -release`). The same sources
// and the same Go give the same bytes.
package main

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"lastiterate/bounds"
	"lastiterate/web"
	"lastiterate/web/gocommand"
	"lastiterate/web/parts"
)

const folder = "bin/release"

// billFile is the name of the bill of materials, a list of what the programs are made of.
const billFile = "last-iterate.cdx.json"

// siteSums is the name of the file with the checksums of the site's files, as the site itself publishes them.
const siteSums = "last-iterate-site.sha256sums.txt"

// machines are the systems and processors for which a server is built.
var machines = []struct{ system, processor string }{
	{"linux", "amd64"},
	{"linux", "arm64"},
}

func main() {
	if err := run(context.Background(), "."); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

// run builds the sources in root, and writes the site's checksums, the bill of materials and all checksums.
func run(ctx context.Context, root string) error {
	var sums strings.Builder
	sum := func(name string, content []byte) {
		fmt.Fprintf(&sums, "%x  %s\n", sha256.Sum256(content), name)
	}
	for _, m := range machines {
		name := "last-iterate-" + m.system + "-" + m.processor
		program, err := build(ctx, root, filepath.Join(folder, name), m.system, m.processor)
		if err != nil {
			return err
		}
		sum(name, program)
		fmt.Printf("%s  %d bytes\n", filepath.Join(folder, name), len(program))
	}
	site, err := web.Site()
	if err != nil {
		return err
	}
	served, err := fs.ReadFile(site, "sha256sums.txt")
	if err != nil {
		return fmt.Errorf("the sums of the site: %w", err)
	}
	if err := os.WriteFile(filepath.Join(root, folder, siteSums), served, 0o644); err != nil {
		return err
	}
	sum(siteSums, served)
	bill, err := parts.Bill(ctx, root, bounds.Version)
	if err != nil {
		return fmt.Errorf("the bill of materials: %w", err)
	}
	if err := os.WriteFile(filepath.Join(root, folder, billFile), bill, 0o644); err != nil {
		return err
	}
	sum(billFile, bill)
	fmt.Printf("%s  %d bytes\n", filepath.Join(folder, billFile), len(bill))
	return os.WriteFile(filepath.Join(root, folder, "SHA256SUMS"), []byte(sums.String()), 0o644)
}

// build compiles the server and returns its bytes. Nothing of this machine goes
// into them: no paths, no time, no state of the repository.
func build(ctx context.Context, root, name, system, processor string) ([]byte, error) {
	machine := []string{"GOOS=" + system, "GOARCH=" + processor, "CGO_ENABLED=0"}
	_, err := gocommand.Run(ctx, root, machine, "build", "-trimpath", "-buildvcs=false", "-ldflags", "-s -w -buildid=", "-o", name,
		"./server")
	if err != nil {
		return nil, err
	}
	return os.ReadFile(filepath.Join(root, name))
}
