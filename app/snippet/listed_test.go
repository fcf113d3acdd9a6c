package snippet

import "testing"

// Settings that a sentence lists after a name are no values unpacked to names, as those of a statement are; of such a
// statement without as many values as names nothing is taken.
func TestListedSettingsAreNotUnpacked(t *testing.T) {
	for text, want := range map[string]string{
		"Opacus, n = 50000, batch 256, 20 epochs, noise multiplier 1.1, clip 1, lr 0.5": "50000",
		"MNIST, n = 60000, batch = 256, lr = 0.1":                                       "60000",
		"num_classes, n = 50000, not 10":                                                "",
		"a, n = 50000, size, 256":                                                       "",
	} {
		got := Read(opening(), text)
		taken := ""
		for _, taking := range got.Taken {
			if taking.Field == "n" {
				taken = taking.Value
			}
		}
		if taken != want {
			t.Errorf("%q: n is taken as %q, want %q: %+v", text, taken, want, got.Left)
		}
	}
}
