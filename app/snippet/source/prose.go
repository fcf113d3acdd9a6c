package source

import (
	"strconv"
	"strings"
)

// InSetting reports whether a word is part of a setting or a path rather than of a sentence: device: cuda, runs/a, --gpu 0.
func (s *Text) InSetting(at int) bool {
	for _, beside := range []int{at - 1, at + 1} {
		if beside >= 0 && beside < len(s.Tokens) && IsSign(s.Tokens[beside], "-/:=_.") {
			return true
		}
	}
	first := s.LineOf(at)
	if !s.Is(first+1, ":") && !s.Is(first+1, "=") {
		return false
	}
	for i := first; !s.Ends(i); i++ {
		if s.Is(i, ",") {
			return false // n=50000, batches of 500
		}
	}
	return true
}

// Near reports whether one of the words is among the three tokens before or after a token.
func (s *Text) Near(at int, words ...string) bool {
	for i := at - 3; i <= at+3; i++ {
		if i != at && Has(words, s.Word(i)) {
			return true
		}
	}
	return false
}

// Many reports whether the token before, or the one before an adjective, is a number above one.
func (s *Text) Many(at int) bool {
	for _, i := range []int{at - 1, at - 2} {
		if i < 0 {
			break
		}
		if x, err := strconv.ParseFloat(s.Tokens[i].Text, 64); s.Tokens[i].Kind == Numeral && err == nil {
			return x > 1
		}
		if Has(strings.Fields("two three four five six seven eight nine ten several multiple"), s.Word(i)) {
			return true
		}
	}
	return false
}

// Single reports whether the tokens before are the number one.
func (s *Text) Single(at int) bool {
	return s.Near(at, "one", "single") || at > 0 && s.Tokens[at-1].Text == "1"
}

// WithoutTables writes tables in Markdown as settings, | batch size | 256 | as batch size = 256: tables with names beside their
// values, and tables with names above them.
func WithoutTables(text string) string {
	lines := strings.Split(text, "\n")
	for from := 0; from < len(lines); from++ {
		to := from
		var rows [][]string
		for ; to < len(lines) && cells(lines[to]) != nil; to++ {
			if row := cells(lines[to]); strings.Trim(strings.Join(row, ""), "-: ") != "" {
				rows = append(rows, row)
			}
		}
		if from < to && len(rows) > 0 {
			lines[from] = settings(rows)
			clear(lines[from+1 : to])
			from = to
		}
	}
	return strings.Join(lines, "\n")
}

// cells returns the cells of a row of a table; nil if the line is not one.
func cells(line string) (row []string) {
	line = strings.TrimSpace(line)
	if len(line) < 3 || line[0] != '|' || line[len(line)-1] != '|' {
		return nil
	}
	for cell := range strings.SplitSeq(line[1:len(line)-1], "|") {
		row = append(row, strings.Trim(cell, " *`$\t"))
	}
	return row
}

// settings writes a table as settings. In two columns each row is a setting; in more, each value belongs to the name above it.
func settings(rows [][]string) (out string) {
	for i, row := range rows {
		for k, cell := range row {
			switch {
			case len(row) == 2 && k == 0: // words in brackets are read by themselves: batch size (Poisson)
				name, aside, _ := strings.Cut(cell, "(")
				out += name + " = " + row[1] + "; " + strings.TrimRight(aside, ") ") + "; "
			case len(row) == 2:
			case i > 0 && k < len(rows[0]):
				out += rows[0][k] + " = " + cell + "; "
			}
		}
	}
	return out
}
