package docs

import (
	"fmt"
	"strings"

	"lastiterate/bounds/lab/errata"
)

// errata adds the page of errors in the papers beyond their theorems.
func (s Site) errata(pages map[string][]byte) error {
	all, err := errata.All()
	if err != nil {
		return err
	}
	var text strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n\n", args...) }
	line("# Errata in the papers")
	line("Errors in theorems that the calculator evaluates are told [with the theorem](theorems/index.html). These are the others that " +
		"we came across: each with the place, what is printed, what is right, and how one sees it. Every number here is computed anew by " +
		"a test. They take nothing from the papers’ ideas, and [we err as well](what-we-got-wrong.html).")
	paper := ""
	for _, e := range all {
		if e.Paper != paper {
			paper = e.Paper
			line("## [%s](%s)", e.Paper, e.URL)
		}
		line("### %s", e.Place)
		line("*As printed.* %s", e.Printed)
		line("*Correction.* %s", e.Right)
		if e.Seen != "" {
			line("*How to check.* %s", e.Seen)
			continue
		}
		line("*How to check.* With %s:", e.Setting)
		text.WriteString("| what | value |\n|---|---|\n")
		for _, n := range e.Evidence {
			fmt.Fprintf(&text, "| %s | %s |\n", n.Of, n.Value)
		}
		text.WriteString("\n")
	}
	body, err := render(text.String())
	if err != nil {
		return fmt.Errorf("errata: %w", err)
	}
	const address = "docs/errata.html"
	pages[address] = s.page(address, "Errata in the papers",
		"Errors in papers on the privacy of the last iterate of noisy SGD beyond their "+
			"theorems: what is printed, the correction, and numbers that show it.", `<article class="text">`+body+`</article>`)
	return nil
}
