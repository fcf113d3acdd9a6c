package main

import (
	"fmt"
	"os"
	"strings"
)

// installMissing installs the tools that are not there, where apt may be used
// without asking anyone. What cannot be had is found missing by who looks next.
func installMissing(m machine, wanted []tool) {
	var packages [][]string
	var all []string
	for _, t := range wanted {
		if t.look(m) != "" {
			packages = append(packages, t.packages)
			all = append(all, t.packages...)
		}
	}
	if len(all) == 0 {
		return
	}
	apt, may := aptGet(m)
	if !may {
		return
	}
	fmt.Fprintf(os.Stderr, "Installing %s\n", strings.Join(all, " "))
	if _, err := m.run(apt[0], append(apt[1:], "update")...); err != nil {
		fmt.Fprintf(os.Stderr, "apt-get update: %v\n", err)
	}
	install := append(apt[1:len(apt):len(apt)], "install", "--no-install-recommends")
	if _, err := m.run(apt[0], append(install, all...)...); err == nil || len(packages) == 1 {
		return
	}
	// One that this Debian lacks keeps all others away: each by itself.
	for _, p := range packages {
		if _, err := m.run(apt[0], append(install[:len(install):len(install)], p...)...); err != nil {
			fmt.Fprintf(os.Stderr, "apt-get install %s: %v\n", strings.Join(p, " "), err)
		}
	}
}

// aptGet is the command to which apt's own words are added, if it may be used:
// by root, or by a sudo that asks for no password.
func aptGet(m machine) (command []string, may bool) {
	if _, err := m.find("apt-get"); err != nil {
		return nil, false
	}
	command = []string{"env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-qq", "-y", "-o", "DPkg::Lock::Timeout=300"}
	if m.root {
		return command, true
	}
	if _, err := m.find("sudo"); err != nil {
		return nil, false
	}
	if _, err := m.run("sudo", "-n", "true"); err != nil {
		return nil, false
	}
	return append([]string{"sudo", "-n"}, command...), true
}
