package docs

import (
	"strings"
	"testing"
)

// A theorem's page cites the papers on privacy loss distributions only where the row's values come from them.
func TestMethodsAreCitedWhereUsed(t *testing.T) {
	all := pages(t)
	for id, want := range map[string]string{
		"composition": "For sampled batches", "sampled-window": "For sampled batches", "profile": "If several iterates are released",
		"shift": "", "ye-shokri-D.6": "", "last-step": "",
	} {
		page := string(all["docs/theorems/"+id+".html"])
		if cited := strings.Contains(page, "1906.03049"); cited != (want != "") || !strings.Contains(page, want) {
			t.Errorf("%s: loss distributions cited: %v, want %q", id, cited, want)
		}
	}
}
