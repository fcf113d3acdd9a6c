package bounds

import (
	"embed"
	"encoding/json"
	"testing"
)

// testdata stands in the test's program, because Go repeats a test in every new clone if it opens a file.
//
//go:embed testdata
var testdata embed.FS

// ReadJSON decodes a file of testdata, also for the tests outside of this package.
func ReadJSON(t *testing.T, path string, into any) {
	t.Helper()
	data, err := testdata.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, into); err != nil {
		t.Fatal(path, err)
	}
}
