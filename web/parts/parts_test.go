package parts

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"
)

const root = "../.."

// What is shipped has its licence, in words that are that licence's.
func TestShippedPartsHaveTheirLicences(t *testing.T) {
	parts, err := Shipped(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	for name, words := range map[string]string{
		Go: "The Go Authors", "github.com/maxence-charriere/go-app/v10": "MIT License", "github.com/google/uuid": "Google Inc.",
		"gonum.org/v1/gonum": "Gonum Authors", "github.com/go-fonts/stix": "SIL OPEN FONT LICENSE",
		"github.com/go-fonts/liberation": "SIL OPEN FONT LICENSE",
	} {
		i := slices.IndexFunc(parts, func(p Part) bool { return p.Name == name })
		if i < 0 {
			t.Errorf("%s is not among the parts", name)
			continue
		}
		all := ""
		for _, text := range parts[i].Texts {
			all += text.Content
		}
		if !strings.Contains(all, words) || parts[i].Version == "" || parts[i].Licence == "" {
			t.Errorf("%s %s, %s: its texts do not say %q", name, parts[i].Version, parts[i].Licence, words)
		}
	}
	if len(parts) != len(licences) {
		t.Errorf("%d parts, and %d licences are known: one is shipped no more", len(parts), len(licences))
	}
}

// The bill of materials is what CycloneDX asks of one, lists everything once, and
// is the same each time.
func TestBill(t *testing.T) {
	text, err := Bill(t.Context(), root, "1.2.3")
	if err != nil {
		t.Fatal(err)
	}
	again, err := Bill(t.Context(), root, "1.2.3")
	if err != nil || !bytes.Equal(text, again) {
		t.Errorf("two bills differ (%v)", err)
	}
	var b bill
	decoder := json.NewDecoder(bytes.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&b); err != nil {
		t.Fatal(err)
	}
	if b.Format != "CycloneDX" || b.Spec != "1.6" || b.Version != 1 || b.Metadata.Component.Version != "1.2.3" {
		t.Errorf("it begins %.300s", text)
	}
	seen := map[string]component{}
	for _, c := range b.Components {
		if _, twice := seen[c.Ref]; twice || c.Ref == "" || c.Name == "" || c.Version == "" ||
			c.Scope != "required" && c.Scope != "excluded" {
			t.Errorf("%+v", c)
		}
		seen[c.Ref] = c
	}
	for ref, scope := range map[string]string{
		"pkg:golang/gonum.org/v1/gonum@": "required", "pkg:golang/std@": "required", "pkg:golang/github.com/go-fonts/stix@": "required",
		"pkg:golang/github.com/chromedp/chromedp@": "excluded", "pkg:npm/axe-core@": "excluded", "pkg:npm/%40docusaurus/core@": "excluded",
	} {
		found := false
		for name, c := range seen {
			found = found || strings.HasPrefix(name, ref) && c.Scope == scope && (scope == "excluded" || len(c.Licences) == 1)
		}
		if !found {
			t.Errorf("there is no %s… that is %s", ref, scope)
		}
	}
	npm := slices.IndexFunc(b.Components, func(c component) bool { return c.Name == "axe-core" })
	if npm < 0 || len(b.Components[npm].Hashes) != 1 || len(b.Components[npm].Hashes[0].Content) != 128 {
		t.Error("axe-core has no SHA-512")
	}
}
