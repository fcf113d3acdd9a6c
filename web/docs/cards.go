package docs

import (
	"html"
	"regexp"
	"strings"
	"unicode/utf8"
)

// sentence is how many characters of a cell are more than a telephone shows beside two other cells.
const sentence = 60

var (
	aRowTag  = regexp.MustCompile(`(?s)<tr>.*?</tr>`)
	aCellTag = regexp.MustCompile(`<td([^>]*)>(.*?)</td>`)
	aHeadTag = regexp.MustCompile(`<th(?:\s[^>]*)?>(.*?)</th>`)
)

// carded opens a table. On a telephone one with sentences becomes a list of cards, in which each cell has the head of
// its column before it (80-prose.css). Its roles are stated, since browsers drop them where a table is laid out
// otherwise.
func carded(table string) string {
	long := false
	for _, cell := range aCellTag.FindAllStringSubmatch(table, -1) {
		long = long || utf8.RuneCountInString(html.UnescapeString(anyTag.ReplaceAllString(cell[2], ""))) > sentence
	}
	heads := aHeadTag.FindAllStringSubmatch(table, -1)
	if !long || len(heads) < 3 {
		return "<table>" + table
	}
	table = aRowTag.ReplaceAllStringFunc(table, func(row string) string {
		column := 0
		return aCellTag.ReplaceAllStringFunc(row, func(cell string) string {
			found := aCellTag.FindStringSubmatch(cell)
			text := heads[column][1]
			label := ""
			if column++; column > 1 {
				label = ` data-head="` + escape(html.UnescapeString(anyTag.ReplaceAllString(text, ""))) + `"`
			}
			return `<td role="cell"` + found[1] + label + ">" + found[2] + "</td>"
		})
	})
	roles := strings.NewReplacer("<thead>", `<thead role="rowgroup">`, "<tbody>", `<tbody role="rowgroup">`, "<tr>", `<tr role="row">`,
		"<th>", `<th role="columnheader">`, "<th ", `<th role="columnheader" `)
	return `<table class="cards" role="table">` + roles.Replace(table)
}
