package docs

import (
	"html"
	"regexp"
	"strings"
	"unicode/utf8"
)

// longCell is the number of characters above which a cell is too long for a phone beside two other cells, and longRow the
// number above which a row of several cells is too long.
const (
	longCell = 60
	longRow  = 90
)

var (
	aRowTag  = regexp.MustCompile(`(?s)<tr>.*?</tr>`)
	aCellTag = regexp.MustCompile(`<td([^>]*)>(.*?)</td>`)
	aHeadTag = regexp.MustCompile(`<th(?:\s[^>]*)?>(.*?)</th>`)
)

// openTable opens a table. On a phone a table with sentences or long rows becomes a list of cards, in which each cell has the
// head of its column before it (81-tables.css). Its roles are stated, since browsers drop them if a table is laid out otherwise.
func openTable(table string) string {
	long := false
	for _, row := range aRowTag.FindAllString(table, -1) {
		all := 0
		for _, cell := range aCellTag.FindAllStringSubmatch(row, -1) {
			letters := utf8.RuneCountInString(html.UnescapeString(anyTag.ReplaceAllString(cell[2], "")))
			all += letters
			long = long || letters > longCell
		}
		long = long || all > longRow
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
