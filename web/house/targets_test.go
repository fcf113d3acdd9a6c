package house

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

func read(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

var (
	target  = regexp.MustCompile(`(?m)^([a-z-]+):[^=\n]*## `)
	inText  = regexp.MustCompile("(?m)(?:`|^    )(?:[A-Z_]+=\\S+ )*make ([a-z-]+)")
	inTable = regexp.MustCompile("(?m)^\\| `make ([a-z-]+)` \\|")
)

// Every target that the documents name is in the Makefile, and the table of what
// runs when has all those that run tests of what others bring.
func TestDocumentsNameTargets(t *testing.T) {
	targets := names(target, read(t, "Makefile"))
	for _, name := range []string{"README.md", "CONTRIBUTING.md"} {
		named := names(inText, read(t, name))
		if len(named) < 4 {
			t.Errorf("%s names the targets %q only", name, named)
		}
		for _, n := range named {
			if !slices.Contains(targets, n) {
				t.Errorf("%s says make %s, which the Makefile has not", name, n)
			}
		}
	}
	table := names(inTable, read(t, "CONTRIBUTING.md"))
	for _, n := range []string{"quick", "test", "worker", "hosts", "soak", "lint", "weekly", "attack", "bands"} {
		if slices.Contains(targets, n) != slices.Contains(table, n) {
			t.Errorf("make %s is in the Makefile or in the table of CONTRIBUTING.md, not in both", n)
		}
	}
}

func names(pattern *regexp.Regexp, text string) []string {
	var all []string
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		all = append(all, m[1])
	}
	return all
}

// Each test that the Makefile picks out by name is there.
func TestTestsOfTheMakefileExist(t *testing.T) {
	makefile := read(t, "Makefile")
	for variable, folder := range map[string]string{"STATIC_TESTS": "web/browsertest", "WORKER_TESTS": "web/browsertest",
		"WASM_TESTS": "bounds", "WASM_LEFT": "wasm/engine"} {
		m := regexp.MustCompile(variable + ` += \^Test\((.*)\)\n`).FindStringSubmatch(makefile)
		if m == nil {
			t.Errorf("the Makefile does not say %s = ^Test(…|…)", variable)
			continue
		}
		files, err := filepath.Glob(filepath.Join(root, folder, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		var code string
		for _, name := range files {
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			code += string(text)
		}
		for stem := range strings.SplitSeq(m[1], "|") {
			stem, whole := strings.CutSuffix(stem, "$$")
			if whole {
				stem += "("
			}
			if !strings.Contains(code, "\nfunc Test"+stem) {
				t.Errorf("%s has %s, and %s no such test", variable, stem, folder)
			}
		}
	}
}

// Every program that tests use is named in CONTRIBUTING.md.
func TestToolsAreNamed(t *testing.T) {
	text := strings.ToLower(read(t, "CONTRIBUTING.md"))
	tools := strings.Fields(output(t, "go run ./web/tools -list"))
	if len(tools) < 8 {
		t.Fatalf("only %q", tools)
	}
	for _, tool := range tools {
		if !strings.Contains(text, tool) {
			t.Errorf("CONTRIBUTING.md does not name %s", tool)
		}
	}
}

// make test ends by how long it took. Where Chromium and Node are not and nothing
// may be installed, it names what it leaves out, as the README says, and passes;
// where a part fails, so does it.
func TestMakeTestSaysWhatItDid(t *testing.T) {
	last := regexp.MustCompile(`\nmake test: (passed|FAILED) in \d+ min \d+ s\n(?:make: .*\n)?$`) // where a part fails make adds a line
	bare := t.TempDir()
	for _, program := range []string{"sh", "make", "go", "awk", "cat", "date", "mkdir", "rm", "git", "env"} {
		path, err := exec.LookPath(program)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(path, filepath.Join(bare, program)); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		parts, how string
	}{{"help", "passed"}, {"no-such-part", "FAILED"}} {
		cmd := exec.CommandContext(t.Context(), filepath.Join(bare, "make"), "test", "FIRST=help", "BUILD=help", "BESIDE=help",
			"LAST="+c.parts,
			"LEFT_OUT="+filepath.Join(t.TempDir(), "left-out"))
		cmd.Dir = root
		cmd.Env = []string{"PATH=" + bare}
		for _, name := range []string{"HOME", "GOCACHE", "GOMODCACHE", "GOPROXY", "GOFLAGS", "GOROOT", "TMPDIR"} {
			if value, set := os.LookupEnv(name); set {
				cmd.Env = append(cmd.Env, name+"="+value)
			}
		}
		var out bytes.Buffer
		cmd.Stdout, cmd.Stderr = &out, &out
		err := cmd.Run()
		m := last.FindStringSubmatch(out.String())
		if m == nil || m[1] != c.how || (err == nil) != (c.how == "passed") {
			t.Errorf("with the part %s: %v\n%s", c.parts, err, out.String())
		}
		lines := strings.Split(strings.TrimSpace(out.String()), "\n")
		end := strings.Join(lines[max(0, len(lines)-5):], "\n")
		for _, what := range []string{"no Chromium is installed", "Node is not installed", "the rules of accessibility"} {
			if !strings.Contains(end, what) {
				t.Errorf("the last lines do not say %q:\n%s", what, end)
			}
		}
	}
	if said := "which it installs with apt, without prompting, if permitted. Its last lines name every test it had to leave out"; !strings.Contains(read(t, "README.md"), said) {
		t.Errorf("the README does not say that make test %s", said)
	}
}

// Tests that run beside each other all come to their end, those unseen print last, and
// either of them fails the whole.
func TestPartsBesideEachOther(t *testing.T) {
	for _, c := range []struct {
		seen, unseen string
		passes       bool
	}{{"help", "help", true}, {"no-such-part", "help", false}, {"help", "no-such-part", false}} {
		cmd := exec.CommandContext(t.Context(), "make", "--no-print-directory", "beside", "SEEN="+c.seen, "UNSEEN="+c.unseen,
			"ASIDE="+filepath.Join(t.TempDir(), "unseen.txt"))
		cmd.Dir = root
		cmd.Env = append(os.Environ(), "MAKEFLAGS=")
		out, err := cmd.CombinedOutput()
		if (err == nil) != c.passes {
			t.Errorf("%s beside %s: %v\n%s", c.seen, c.unseen, err, out)
		}
		says := map[string]string{"help": "make quick ", "no-such-part": "No rule to make target"}
		first, last := bytes.Index(out, []byte(says[c.seen])), bytes.LastIndex(out, []byte(says[c.unseen]))
		if first < 0 || last <= first {
			t.Errorf("%s beside %s, which is to print last, prints\n%s", c.seen, c.unseen, out)
		}
	}
}

// Every package that draws examples with rapid fixes which.
func TestDrawsAreFixed(t *testing.T) {
	drawn := 0
	for _, p := range packages(t) {
		imports := slices.Concat(p.TestImports, p.XTestImports)
		if !slices.Contains(imports, "pgregory.net/rapid") {
			continue
		}
		drawn++
		if p.ImportPath != module+"/bounds/draws" && !slices.Contains(imports, module+"/bounds/draws") {
			t.Errorf("the tests of %s use rapid and do not import bounds/draws: their examples are others every time", p.ImportPath)
		}
	}
	if drawn < 10 {
		t.Errorf("only %d packages draw examples", drawn)
	}
}
