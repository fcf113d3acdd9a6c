package sheet

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func TestTables(t *testing.T) {
	for name, text := range map[string]string{
		"commas":     "FPR,TPR\n0.1,0.2\n\n0.3,0.4\n",
		"semicolons": "\ufefffpr;tpr\r\n0.1;0.2\r\n0.3;0.4",
		"tabs":       "# an attack\nfpr\ttpr\n0.1\t0.2\n0.3\t0.4\n",
		"quotes":     "\"fpr\", \"tpr\"\n\"0.1\", 0.2\n0.3 ,0.4",
	} {
		table, err := Read(text)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if !slices.Equal(table.Names, []string{"fpr", "tpr"}) || len(table.Rows) != 2 || table.Column("x", "tpr") != 1 {
			t.Errorf("%s: %+v", name, table)
		}
		if x, err := table.Number(1, 0, "fpr"); err != nil || x != 0.3 {
			t.Errorf("%s: %v, %v", name, x, err)
		}
	}
	bare, err := Read("1,2\n3,4\n")
	if err != nil || bare.Names != nil || len(bare.Rows) != 2 || bare.Column("fpr") != -1 {
		t.Errorf("without names: %+v, %v", bare, err)
	}
}

// Every fault says where, and in words.
func TestFaults(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		line int
		says string
	}{
		"nothing":    {"", 0, "no values"},
		"only names": {"a,b\n", 0, "no values"},
		"short line": {"a,b\n1,2\n3\n", 3, "1 columns where the lines before have 2"},
		"no text":    {"PK\x03\x04\x00\x00", 0, "not text"},
		"headings":   {"id,Score,label,score\n1,2,3,4\n", 1, `two columns are headed "score"`},
		"quote":      {"a,b\n1,\"2\n3,4\n", 3, "quotation mark"},
		"wide":       {strings.Repeat("1,", MaxColumns) + "1", 1, "at most 1000"},
		"long":       {strings.Repeat("1\n", MaxRows+1), MaxRows + 1, "at most 100000 lines"},
		"large":      {strings.Repeat("1,22222222222\n", 8_000_000), 0, "112.0 MB; at most 10 MB"},
	} {
		_, err := Read(c.text)
		var f Fault
		if !errors.As(err, &f) || f.Line != c.line || !strings.Contains(f.Error(), c.says) {
			t.Errorf("%s: %v, want line %d: …%s…", name, err, c.line, c.says)
		}
	}
	table, err := Read("a;b\n1;2\nx;\n0,5;nan\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		row, column int
		says        string
	}{{1, 0, `line 3: a must be a number; it is "x"`}, {1, 1, "line 3: a is empty"}, {2, 0, "such as 0.5"}, {2, 1, `it is "nan"`}} {
		if _, err := table.Number(c.row, c.column, "a"); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%v, want …%s…", err, c.says)
		}
	}
}
