package run

import "testing"

// Every scheme that a run may have is of exactly one kind, so that what is decided by
// kind has been decided for a new one too.
func TestEverySchemeIsOfOneKind(t *testing.T) {
	field, ok := FieldByName("scheme")
	if !ok || len(field.Choices) < 6 {
		t.Fatalf("the schemes are %q", field.Choices)
	}
	for _, name := range field.Choices {
		kinds := 0
		for _, is := range []bool{Scheme(name).Known(), Scheme(name).Secret(), Scheme(name).Sampled()} {
			if is {
				kinds++
			}
		}
		if kinds != 1 {
			t.Errorf("%s is %d of known, secret and sampled, want one", name, kinds)
		}
	}
}
