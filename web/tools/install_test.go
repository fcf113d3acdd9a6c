package main

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"lastiterate/web/browser"
)

// pretended is a computer that has some programs, and on which apt installs what is
// asked for but for packages that its Debian lacks.
type pretended struct {
	programs, lacks []string
	sudo            bool // asks for no password
	ran             []string
}

func (c *pretended) machine(root bool) machine {
	find := func(name string) (string, error) {
		if slices.Contains(c.programs, name) {
			return "/usr/bin/" + name, nil
		}
		return "", errors.New("not found")
	}
	return machine{
		find: find, root: root,
		variable: func(string) string { return "" },
		chromium: func() (string, error) {
			if path, err := find("chromium"); err == nil {
				return path, nil
			}
			return "", browser.ErrNotFound
		},
		run: func(name string, args ...string) (string, error) {
			c.ran = append(c.ran, strings.Join(append([]string{name}, args...), " "))
			if _, err := find(name); err != nil && name != "env" {
				return "", err
			}
			if name == "node" {
				return "v20.1.0\n", nil
			}
			if name == "sudo" && !c.sudo {
				return "", errors.New("a password is required")
			}
			if i := slices.Index(args, "install"); i >= 0 {
				packages := args[i+2:]
				if slices.ContainsFunc(packages, func(p string) bool { return slices.Contains(c.lacks, p) }) {
					return "", errors.New("unable to locate package")
				}
				c.programs = append(c.programs, packages...)
				if slices.Contains(packages, "nodejs") {
					c.programs = append(c.programs, "node")
				}
			}
			return "", nil
		},
	}
}

func (c *pretended) missing(m machine, wanted []tool) (names []string) {
	for _, t := range wanted {
		if t.look(m) != "" {
			names = append(names, t.name)
		}
	}
	return names
}

// What is missing is installed by root, and by a sudo that asks nobody; never
// otherwise.
func TestInstallsWhereItMay(t *testing.T) {
	for _, c := range []struct {
		name     string
		computer pretended
		root     bool
		missing  string
	}{
		{"root", pretended{programs: []string{"apt-get"}}, true, ""},
		{"sudo", pretended{programs: []string{"apt-get", "sudo"}, sudo: true}, false, ""},
		{"a sudo that asks", pretended{programs: []string{"apt-get", "sudo"}}, false, "node chromium"},
		{"no sudo", pretended{programs: []string{"apt-get"}}, false, "node chromium"},
		{"no apt", pretended{}, true, "node chromium"},
		{"a Debian without Chromium", pretended{programs: []string{"apt-get"}, lacks: []string{"chromium"}}, true, "chromium"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := c.computer.machine(c.root)
			installMissing(m, sets["test"])
			if got := strings.Join(c.computer.missing(m, sets["test"]), " "); got != c.missing {
				t.Errorf("missing is %q, want %q; it ran %q", got, c.missing, c.computer.ran)
			}
			if c.missing == "node chromium" && slices.ContainsFunc(c.computer.ran,
				func(line string) bool { return strings.Contains(line, "apt-get") }) {
				t.Errorf("it may not use apt, and ran %q", c.computer.ran)
			}
		})
	}
}

// Where all is there nothing is asked of apt.
func TestInstallsNothingTwice(t *testing.T) {
	c := pretended{programs: []string{"apt-get", "node", "npm", "chromium"}}
	installMissing(c.machine(true), sets["test"])
	if slices.ContainsFunc(c.ran, func(line string) bool { return strings.Contains(line, "apt-get") }) {
		t.Errorf("it ran %q", c.ran)
	}
}

// A Node that is too old is named with its version, and what a variable names is
// looked for.
func TestLook(t *testing.T) {
	c := pretended{programs: []string{"node", "npm"}}
	m := c.machine(true)
	m.run = func(string, ...string) (string, error) { return "v18.19.0\n", nil }
	if got := node.look(m); !strings.Contains(got, "v18.19.0") || !strings.Contains(got, "20") {
		t.Errorf("of Node 18 it says %q", got)
	}
	m.variable = func(name string) string { return map[string]string{"HUGO": "/opt/hugo"}[name] }
	hugo := sets["hosts"][slices.IndexFunc(sets["hosts"], func(t tool) bool { return t.name == "hugo" })]
	if got := hugo.look(m); !strings.Contains(got, "HUGO=/opt/hugo") {
		t.Errorf("of a Hugo that is not there it says %q", got)
	}
}

// The report has each line once.
func TestAdd(t *testing.T) {
	name := filepath.Join(t.TempDir(), "bin", "left-out")
	for range 2 {
		if err := add(name, []string{"a", "b"}); err != nil {
			t.Fatal(err)
		}
	}
	if text, err := os.ReadFile(name); err != nil || string(text) != "a\nb\n" {
		t.Errorf("%q, %v", text, err)
	}
}
