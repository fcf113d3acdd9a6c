// Package sheet reads tables of numbers whose columns are separated by commas, semicolons or tabs, with or without a first line of
// names. A fault is reported with its line and the reason.
package sheet

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

const (
	// MaxBytes is the longest text that is read; a longer one would stall a browser's tab.
	MaxBytes = 10_000_000
	// MaxRows is the largest number of lines of a table.
	MaxRows = 100_000
	// MaxColumns is the largest number of columns.
	MaxColumns = 1000
)

// Table is a table of text, each row as long as the first.
type Table struct {
	Names []string // of the columns, in lower case; nil when the first line holds values
	Rows  [][]string
	Lines []int // of the file, where each row begins; from 1
}

// Fault says what is wrong with a table, and in which line; Line is 0 for the table as a whole.
type Fault struct {
	Line   int
	Reason string
}

func (f Fault) Error() string {
	if f.Line == 0 {
		return f.Reason
	}
	return fmt.Sprintf("line %d: %s", f.Line, f.Reason)
}

// TooLong is the fault of a text of this many bytes.
func TooLong(bytes int) Fault {
	return Fault{0, fmt.Sprintf("this table has %.1f MB; at most %d MB are read. A sample of its lines is nearly as good",
		float64(bytes)/1e6, MaxBytes/1_000_000)}
}

// Read reads a table; the error is a Fault. The first line holds names if nothing in it is a number.
// Empty lines are skipped, and a line that begins with # is a comment.
func Read(text string) (Table, error) {
	if len(text) > MaxBytes {
		return Table{}, TooLong(len(text))
	}
	if !utf8.ValidString(text) || strings.ContainsRune(text, 0) {
		return Table{}, Fault{0, "this is not text: a table must be a CSV file, saved as UTF-8"}
	}
	text = strings.TrimPrefix(text, "\ufeff")
	r := csv.NewReader(strings.NewReader(text))
	r.Comma = separator(text)
	r.Comment = '#'
	r.TrimLeadingSpace = r.Comma != '\t'
	r.FieldsPerRecord = -1
	var t Table
	width := 0
	for {
		row, err := r.Read()
		if err == io.EOF {
			break
		}
		if err != nil {
			return Table{}, unreadable(err)
		}
		line, _ := r.FieldPos(0)
		for i := range row {
			row[i] = strings.TrimSpace(row[i])
		}
		switch {
		case width == 0:
			width = len(row)
			if width > MaxColumns {
				return Table{}, Fault{line, fmt.Sprintf("%d columns; at most %d are read", width, MaxColumns)}
			}
			if !anyNumber(row) {
				for i := range row {
					row[i] = strings.ToLower(row[i])
				}
				if name := repeated(row); name != "" {
					return Table{}, Fault{line, "two columns are headed " + quoted(name) +
						", so it is unclear which is meant. Case does not matter"}
				}
				t.Names = row
				continue
			}
		case len(row) != width:
			return Table{}, Fault{line, fmt.Sprintf("%d columns where the lines before have %d", len(row), width)}
		case len(t.Rows) == MaxRows:
			return Table{}, Fault{line, fmt.Sprintf("at most %d lines are read. A sample of them is nearly as good", MaxRows)}
		}
		t.Rows, t.Lines = append(t.Rows, row), append(t.Lines, line)
	}
	if len(t.Rows) == 0 {
		return Table{}, Fault{0, "this table has no values"}
	}
	return t, nil
}

// Number is the number at a row and a column; what names the column in the fault.
func (t Table) Number(row, column int, what string) (float64, error) {
	text := t.Rows[row][column]
	x, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsNaN(x) || math.IsInf(x, 0) {
		reason := fmt.Sprintf("%s must be a number; it is %s", what, quoted(text))
		if text == "" {
			reason = what + " is empty"
		} else if strings.Count(text, ",") == 1 && !strings.Contains(text, ".") {
			reason += ". Decimals are written with a point, such as " + strings.Replace(text, ",", ".", 1)
		}
		return 0, Fault{t.Lines[row], reason}
	}
	return x, nil
}

// Column is the index of the first of the names that heads a column, −1 if none does.
func (t Table) Column(names ...string) int {
	for _, name := range names {
		if i := slices.Index(t.Names, name); i >= 0 {
			return i
		}
	}
	return -1
}

// separator returns the separator of the columns in the first line that is neither empty nor a comment.
func separator(text string) rune {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		for _, s := range "\t;" {
			if strings.ContainsRune(line, s) {
				return s
			}
		}
		break
	}
	return ','
}

// repeated returns a name that two columns have, and "" if there is none. Columns without a name do not count.
func repeated(names []string) string {
	seen := map[string]bool{"": true}
	for _, name := range names {
		if name != "" && seen[name] {
			return name
		}
		seen[name] = true
	}
	return ""
}

func anyNumber(row []string) bool {
	return slices.ContainsFunc(row, func(text string) bool {
		_, err := strconv.ParseFloat(text, 64)
		return err == nil
	})
}

// unreadable is the fault of a line that is not CSV.
func unreadable(err error) Fault {
	var p *csv.ParseError
	if !errors.As(err, &p) {
		return Fault{0, err.Error()}
	}
	reason := "it cannot be read as CSV"
	switch {
	case errors.Is(p.Err, csv.ErrQuote):
		reason = `a quotation mark does not end where its column ends`
	case errors.Is(p.Err, csv.ErrBareQuote):
		reason = `there is a quotation mark in the middle of a column`
	}
	return Fault{p.Line, reason}
}

// quoted quotes a text for a fault, cut to 40 characters.
func quoted(text string) string {
	if runes := []rune(text); len(runes) > 40 {
		text = string(runes[:39]) + "…"
	}
	return strconv.Quote(text)
}
