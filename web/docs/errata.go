package docs

import (
	"fmt"
	"strings"

	"lastiterate/app/tex"
	"lastiterate/bounds/lab/errata"
)

// errata adds the page of errors in the papers outside the theorems of the catalogue.
func (s Site) errata(pages map[string][]byte) error {
	all, err := errata.All()
	if err != nil {
		return err
	}
	var text strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n\n", args...) }
	line("# Errata in the papers")
	line("Errors in theorems that the calculator evaluates are listed [with the theorem](theorems/index.html). These are the others that " +
		"we found, each with its place, the printed text, the correction, and how to check it. A test recomputes every number here. " +
		"The errors do not diminish the papers’ ideas, and [we make mistakes too](what-we-got-wrong.html).")
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
		line("*How to check.* With %s:", keepEquations(e.Setting))
		text.WriteString("| quantity | value |\n|---|---|\n")
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
		"Errors in papers on the privacy of the last iterate of noisy SGD: the printed text, the correction, and numbers "+
			"that show the error.", `<article class="text">`+body+`</article>`)
	return nil
}

// keepEquations keeps the equations of a sentence on one line each; its formulas, between backticks, are set by themselves.
func keepEquations(text string) string {
	parts := strings.Split(text, "`")
	for i := 0; i < len(parts); i += 2 {
		parts[i] = tex.Unbroken(parts[i])
	}
	return strings.Join(parts, "`")
}
