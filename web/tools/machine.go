package main

import (
	"os"
	"os/exec"
	"path/filepath"

	"lastiterate/web/browser"
)

// machine is what this program asks of the computer that it runs on.
type machine struct {
	find     func(program string) (path string, err error)
	run      func(program string, args ...string) (output string, err error)
	chromium func() (path string, err error)
	variable func(name string) string
	root     bool
}

var theMachine = machine{
	find:     find,
	run:      run,
	chromium: browser.Find,
	variable: os.Getenv,
	root:     os.Geteuid() == 0,
}

// find also looks where Debian keeps servers, which is not in everybody's path.
func find(program string) (string, error) {
	path, err := exec.LookPath(program)
	if err != nil && !filepath.IsAbs(program) {
		if path, err := exec.LookPath(filepath.Join("/usr/sbin", program)); err == nil {
			return path, nil
		}
	}
	return path, err
}

// run has nobody at the keyboard, and shows what goes wrong.
func run(program string, args ...string) (string, error) {
	cmd := exec.Command(program, args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	return string(out), err
}
