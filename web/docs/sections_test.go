package docs

import (
	"regexp"
	"strings"
	"testing"
)

// A long page lists its sections, each by a link that leads to one; a short one lists none.
func TestLongPagesListTheirSections(t *testing.T) {
	list := regexp.MustCompile(`(?s)<nav class="sections".*?</nav>`)
	address := regexp.MustCompile(`href="#([^"]+)"`)
	listed := 0
	for name, page := range pages(t) {
		text := string(page)
		nav := list.FindString(text)
		sections := len(sectionHeading.FindAllString(text, -1))
		if (nav != "") != (sections > fewSections) {
			t.Errorf("%s has %d sections, and lists them: %t", name, sections, nav != "")
		}
		links := address.FindAllStringSubmatch(nav, -1)
		if nav == "" {
			continue
		}
		if listed++; len(links) != sections {
			t.Errorf("%s lists %d of %d sections", name, len(links), sections)
		}
		for _, link := range links {
			if !strings.Contains(text, `id="`+link[1]+`"`) {
				t.Errorf("%s leads to #%s, which is not there", name, link[1])
			}
		}
	}
	if listed < 10 {
		t.Errorf("%d pages list their sections", listed)
	}
}
