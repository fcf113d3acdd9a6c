// Command tools looks for the programs that tests need besides Go and make.
//
//	go run ./web/tools [-install] [-report file] test
//	go run ./web/tools [-install] [-report file] hosts
//
// With -install it installs the programs that are missing, without asking, if it
// may: with apt, as root or through a sudo that asks for no password. It then warns
// of the programs that are still missing, and writes to the file of -report what
// is left out without them. It prints the names of the programs that are there, and
// fails only if it cannot look.
package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	install := flag.Bool("install", false, "install what is missing, where apt may be used without asking")
	report := flag.String("report", "", "add a line to this `file` for everything that is left out")
	list := flag.Bool("list", false, "print every set and its tools instead")
	flag.Parse()
	if *list {
		printSets()
		return
	}
	wanted, known := sets[flag.Arg(0)]
	if !known || flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	if *install {
		installMissing(theMachine, wanted)
	}
	var there []string
	var out []string
	for _, t := range wanted {
		if fault := t.look(theMachine); fault != "" {
			out = append(out, fmt.Sprintf("NOT TRIED: %s, since %s. Debian: sudo apt-get install %s", t.covers, fault,
				strings.Join(t.packages, " ")))
		} else {
			there = append(there, t.name)
		}
	}
	for _, line := range out {
		fmt.Fprintln(os.Stderr, line)
	}
	if err := add(*report, out); err != nil {
		fmt.Fprintln(os.Stderr, "tools:", err)
		os.Exit(1)
	}
	fmt.Println(strings.Join(there, " "))
}

// printSets prints a line for each set: its name, then its tools.
func printSets() {
	for _, name := range []string{"test", "hosts"} {
		fmt.Print(name)
		for _, t := range sets[name] {
			fmt.Print(" ", t.name)
		}
		fmt.Println()
	}
}

// add puts lines at the end of a file that need not be there; "" is no file.
func add(name string, lines []string) error {
	if name == "" {
		return nil
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	had, err := os.ReadFile(name)
	if err != nil && !os.IsNotExist(err) {
		return err
	}
	text := string(had)
	for _, line := range lines {
		if !slices.Contains(strings.Split(text, "\n"), line) {
			text += line + "\n"
		}
	}
	return os.WriteFile(name, []byte(text), 0o644)
}
