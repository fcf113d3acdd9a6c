package main

import (
	"fmt"
	"os"
	"strings"

	"lastiterate/web/parts"
)

// licencesPage is the name of the documentation's page with the licences of all that is shipped; the calculator links to it.
const licencesPage = "licences"

// licences is the page in Markdown.
func (t tree) licences(all []parts.Part) ([]byte, error) {
	own, err := os.ReadFile(t.path("LICENSE"))
	if err != nil {
		return nil, err
	}
	var page strings.Builder
	page.WriteString("# Licences\n\nWhat this site is made of, and under which terms each part is handed out.\n")
	add := func(title, licence, text string) {
		fmt.Fprintf(&page, "\n## %s\n\n%s.\n\n````\n%s\n````\n", title, licence, strings.TrimSpace(text))
	}
	add("Last Iterate", "MIT", string(own))
	for _, p := range all {
		var texts []string
		for _, text := range p.Texts {
			if len(p.Texts) > 1 {
				texts = append(texts, text.Name+"\n\n"+strings.TrimSpace(text.Content))
			} else {
				texts = append(texts, text.Content)
			}
		}
		add(strings.TrimSpace(p.Name+" "+p.Version), p.Licence, strings.Join(texts, "\n\n"))
	}
	return []byte(page.String()), nil
}
