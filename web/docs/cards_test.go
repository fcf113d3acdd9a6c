package docs

import (
	"strings"
	"testing"
)

// A table with sentences states its roles, and each cell after the first the head of its column; a table of short
// cells stays as it is.
func TestTablesWithSentencesAreCards(t *testing.T) {
	sentenceOf := strings.Repeat("word ", 20)
	page, err := render("| code | batches | what it does |\n|---|---|---|\n| a | b | " + sentenceOf + "|\n")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`<table class="cards" role="table">`, `<tr role="row">`, `<th role="columnheader">code</th>`,
		`<td role="cell">a</td>`, `<td role="cell" data-head="batches">b</td>`, `<td role="cell" data-head="what it does">word`} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %s: %s", want, page)
		}
	}
	// So does a table of many cells that together are longer than a telephone is wide.
	row := strings.Repeat("| the shift optimum ", 6) + "|\n"
	if page, err = render(row + strings.Repeat("|---", 6) + "|\n" + row); err != nil || !strings.Contains(page, "cards") {
		t.Errorf("a table of six columns is %s, %v", page, err)
	}
	for _, text := range []string{"| a | b | c |\n|---|---|---|\n| a | b | c |\n", "| a | b |\n|---|---|\n| a | " + sentenceOf + "|\n"} {
		if page, err = render(text); err != nil || strings.Contains(page, "cards") {
			t.Errorf("%s is %s, %v", text, page, err)
		}
	}
	if loader := string(pages(t)["docs/loader.html"]); !strings.Contains(loader, `data-head="batches in the calculator"`) {
		t.Error("the loaders are no cards")
	}
}

// Code in a cell may break where its names end; elsewhere it is left whole.
func TestCodeInCellsBreaks(t *testing.T) {
	page, err := render("`a/b_c`\n\n| x | y |\n|---|---|\n| `app/link_to(n=1)` | b |\n")
	if err != nil || !strings.Contains(page, "<code>app/<wbr>link_<wbr>to(<wbr>n=<wbr>1)</code>") || !strings.Contains(page, "<code>a/b_c</code>") {
		t.Errorf("%s, %v", page, err)
	}
}
