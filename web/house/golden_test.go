package house

import (
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	writesGolden = regexp.MustCompile("`\\./([a-z/]*) -run (Test\\w+)`")
	testsOf      = regexp.MustCompile(`(?m)^func (Test\w+)\(`)
)

// CONTRIBUTING has a line for every package whose tests write golden files, with the test that writes them.
func TestGoldenFilesAreTold(t *testing.T) {
	_, section, _ := strings.Cut(read(t, "CONTRIBUTING.md"), "\n### Golden files\n")
	section, _, _ = strings.Cut(section, "\n### ")
	var told, there []string
	for _, m := range writesGolden.FindAllStringSubmatch(section, -1) {
		told = append(told, m[1]+" "+m[2])
	}
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(name, "_test.go") {
			if d != nil && d.IsDir() && slices.Contains([]string{".git", "bin", "node_modules"}, d.Name()) {
				return filepath.SkipDir
			}
			return err
		}
		rel, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		text := read(t, filepath.ToSlash(rel))
		if at := strings.Index(text, `os.Getenv("UPDATE_`+`SNAPSHOTS")`); at >= 0 {
			tests := testsOf.FindAllStringSubmatch(text[:at], -1)
			there = append(there, path.Dir(filepath.ToSlash(rel))+" "+tests[len(tests)-1][1])
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(told)
	slices.Sort(there)
	if len(there) < 5 || !slices.Equal(told, there) {
		t.Errorf("CONTRIBUTING says of golden files\n\t%s\nand these tests write some:\n\t%s",
			strings.Join(told, "\n\t"), strings.Join(there, "\n\t"))
	}
}
