package plot

import (
	"encoding/csv"
	"math"
	"strings"
	"testing"
)

// Names of lines come from links of others; none begins as a spreadsheet's formula
// does, and numbers are left as they are.
func TestCSVRunsNothing(t *testing.T) {
	names := []string{"=HYPERLINK(\"http://evil.example\")", "+1+cmd|'/C calc'!A0", "-2+3", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "-1.5",
		"plain", "a=b"}
	chart := Chart{}
	for _, name := range names {
		chart.Series = append(chart.Series, Series{Name: name, X: []float64{1, 2}, Y: []float64{0.5, math.Inf(1)}})
	}
	records, err := csv.NewReader(strings.NewReader(chart.CSV())).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Join(records[0], "\x00")
	for _, name := range names {
		name = strings.ReplaceAll(name, "\r", "\n")
		hostile := strings.IndexByte("=+-@\t\r\n", name[0]) >= 0 && name != "-1.5"
		if !strings.Contains(strings.ReplaceAll(text, "\r", "\n"), name) {
			t.Errorf("%q is lost in %q", name, records[0])
		}
		if hostile && !strings.Contains(strings.ReplaceAll(text, "\r", "\n"), "'"+name) {
			t.Errorf("%q stands bare in %q", name, records[0])
		}
	}
	for _, record := range records {
		for _, cell := range record {
			if cell != "" && strings.ContainsAny(cell[:1], "=+@\t\r\n") {
				t.Errorf("the cell %q runs", cell)
			}
		}
	}
	if !strings.Contains(chart.CSV(), "0.5") || strings.Contains(chart.CSV(), "'0.5") {
		t.Errorf("the file is\n%s\nwant the number 0.5 without an apostrophe", chart.CSV())
	}
}
