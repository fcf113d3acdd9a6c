package main

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"time"
)

// securityFile says where to report faults (RFC 9116). The operator of a site is responsible for it, so the build invents no
// address: without -contact there is no file.
const securityFile = ".well-known/security.txt"

// contactOf is the address for reports, and the day until which it is valid.
type contactOf struct{ address, until string }

var oneLine = regexp.MustCompile(`^[!-~]+$`)

func (c contactOf) check() error {
	if c.address == "" && c.until == "" {
		return nil
	}
	if c.address == "" || c.until == "" {
		return errors.New("-contact and -contact-until must be given together")
	}
	u, err := url.Parse(c.address)
	if err != nil || !oneLine.MatchString(c.address) || u.Scheme != "mailto" && (u.Scheme != "https" || u.Host == "") {
		return fmt.Errorf("-contact %q: want https://… or mailto:…", c.address)
	}
	if _, err := time.Parse(time.DateOnly, c.until); err != nil {
		return fmt.Errorf("-contact-until %q: want a date such as 2027-11-24", c.until)
	}
	return nil
}

// text is the content of the file.
func (c contactOf) text() []byte {
	return fmt.Appendf(nil, "# A wrong number counts as a fault of security: a guarantee that is too small protects nobody.\n"+
		"# Send the link of the run, the number that it shows, and why it is wrong.\n"+
		"Contact: %s\nExpires: %sT00:00:00Z\nPreferred-Languages: en\n", c.address, c.until)
}
