package plot

import "strings"

// dark opens the rule with the colours of the dark theme in every sheet of package style.
const dark = "@media screen and (prefers-color-scheme:dark){:root:not([data-theme=light])"

// Only is a drawing with a sheet in the named theme, light or dark, alone; of any other theme it is the drawing itself, which
// follows the system.
func Only(drawing, theme string) string {
	if theme != "light" && theme != "dark" {
		return drawing
	}
	var b strings.Builder
	for {
		before, rest, found := strings.Cut(drawing, dark)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		colours, after, _ := strings.Cut(rest, "}}")
		if theme == "dark" {
			b.WriteString("@media screen{:root" + colours + "}}") // on paper dark stays light
		}
		drawing = after
	}
}
