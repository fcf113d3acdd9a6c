package house

import (
	"regexp"
	"strings"
	"testing"

	"lastiterate/app/number"
	"lastiterate/bounds"
)

var standsIn = regexp.MustCompile("`(\\w+)`(?: and `(\\w+)`)? in `([^`]+\\.go)`")

// architecture.md follows the opening run's number: the number and its row are what the engine
// answers, and every function and test that is named stands in the file that is named.
func TestOneNumberIsFollowed(t *testing.T) {
	_, section, found := strings.Cut(read(t, "web/docs/architecture.md"), "\n## One number, followed\n")
	section, _, _ = strings.Cut(section, "\n## ")
	if !found {
		t.Fatal("architecture.md follows no number")
	}
	report, err := bounds.Evaluate(t.Context(), bounds.DefaultRun(), bounds.DefaultQuestion(), bounds.Settings{})
	if err != nil || report.Answer == nil {
		t.Fatal(report.Answer, err)
	}
	for _, want := range []string{"opening run’s ε ≤ " + number.Up(report.Answer.Epsilon, 3) + ",",
		"the row that answers, `" + report.Answer.Row + "`"} {
		if !strings.Contains(section, want) {
			t.Errorf("architecture.md does not say %q", want)
		}
	}
	if !report.Answer.Certified {
		t.Error("architecture.md names a certificate, and the answer has none")
	}
	named := 0
	for _, m := range standsIn.FindAllStringSubmatch(section, -1) {
		for _, name := range m[1:3] {
			if name == "" {
				continue
			}
			named++
			if !regexp.MustCompile(`(?m)^func (?:\([^)]*\) )?` + name + `\(`).MatchString(read(t, m[3])) {
				t.Errorf("%s has no function %s, which architecture.md says is there", m[3], name)
			}
		}
	}
	if files := len(namedFile.FindAllString(section, -1)); named < 10 || files < 8 {
		t.Errorf("architecture.md names %d functions in %d files", named, files)
	}
}

// architecture.md names every package that has rows.
func TestEveryRoomOfRowsIsNamed(t *testing.T) {
	_, list, found := strings.Cut(read(t, "web/docs/architecture.md"), "each row is in one of the packages under `internal/row`:\n")
	list, _, _ = strings.Cut(list, "\nThey share")
	if !found {
		t.Fatal("architecture.md has no list of the packages of rows")
	}
	rooms := regexp.MustCompile(`"lastiterate/bounds/internal/row/(\w+)"`).FindAllStringSubmatch(read(t, "bounds/catalog/catalog.go"), -1)
	if len(rooms) < 5 {
		t.Fatalf("the catalogue imports %d packages of rows, want at least 5", len(rooms))
	}
	for _, room := range rooms {
		if !strings.Contains(list, "\n    "+room[1]+" ") {
			t.Errorf("architecture.md does not name the package %s, whose rows the catalogue lists", room[1])
		}
	}
}
