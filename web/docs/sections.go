package docs

import (
	"regexp"
	"strings"
)

// fewSections is the largest number of sections of a page without a list of them.
const fewSections = 3

var (
	sectionHeading = regexp.MustCompile(`<h2 id="([^"]+)">(.*?)</h2>`)
	linkTag        = regexp.MustCompile(`</?a\b[^>]*>`)
)

// onThisPage lists the sections of a long page. The style sheet shows the list if the screen has room beside the text.
func onThisPage(body string) string {
	found := sectionHeading.FindAllStringSubmatch(body, -1)
	if len(found) <= fewSections {
		return ""
	}
	var out strings.Builder
	out.WriteString(`<nav class="sections" aria-label="On this page"><div><p>On this page</p>` + "\n<ul>\n")
	for _, heading := range found {
		out.WriteString(`<li><a href="#` + heading[1] + `">` + linkTag.ReplaceAllString(heading[2], "") + "</a></li>\n")
	}
	out.WriteString("</ul></div></nav>\n")
	return out.String()
}
