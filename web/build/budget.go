package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path"
	"regexp"
	"strings"
	"text/tabwriter"
)

// budgetFile lists the largest allowed size of each file, in bytes of brotli, by its name without the hash. It must list every
// file of the site.
type budgetFile struct {
	Why    string         `json:"why"`
	Brotli map[string]int `json:"brotli"`
}

var hashInName = regexp.MustCompile(`-[0-9a-f]{16}(\.[a-z]+)$`)

// plainName is the name of a file without folder and hash. All pages of documentation but the index share one name, since a
// visitor loads one at a time.
func plainName(name string) string {
	switch {
	case strings.HasPrefix(name, "docs/proofs/"):
		return "docs/proofs/*"
	case name == "docs/index.html": // it has a sentence for each of the others
		return name
	case strings.HasPrefix(name, "docs/"):
		return "docs/*"
	}
	return hashInName.ReplaceAllString(path.Base(name), "$1")
}

// checkBudget prints the sizes and returns an error that names every file that exceeds its budget or has none.
func checkBudget(out io.Writer, name string, all []compressedFile) error {
	text, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	var budget budgetFile
	if err := json.Unmarshal(text, &budget); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	var broken []string
	table := tabwriter.NewWriter(out, 0, 0, 3, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "file\traw\tgzip\tbrotli\tbudget\t")
	for _, v := range all {
		plain := plainName(v.name)
		limit, known := budget.Brotli[plain]
		size := len(orRaw(v.br, v.raw))
		switch {
		case !known:
			broken = append(broken, plain+" has no budget in "+name)
		case size > limit:
			broken = append(broken, fmt.Sprintf("%s is %d bytes in brotli, %d over its budget", plain, size, size-limit))
		}
		fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t\n", plain, len(v.raw), len(orRaw(v.gz, v.raw)), size, limit)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if len(broken) > 0 {
		return fmt.Errorf("over budget:\n  %s", strings.Join(broken, "\n  "))
	}
	return nil
}

// orRaw is the smaller form of a file that is sent: packed, or raw if there is no packed form.
func orRaw(packed, raw []byte) []byte {
	if packed == nil {
		return raw
	}
	return packed
}
