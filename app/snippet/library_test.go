package snippet

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/app/snippet/source"
)

const said = "50,000 examples, batch 256, 20 epochs, noise multiplier 1.1, clip 1, momentum 0.9, delta 1e-6"

// A sentence that names a library has that library's conventions, as assumed values, unless it denies or compares them.
func TestSentenceNamesItsLibrary(t *testing.T) {
	for before, want := range map[string]struct{ preset, assumed, blank string }{
		"Opacus, ":                       {"opacus", "adjacency scheme", "eta"},
		"trained with Opacus 1.5: ":      {"opacus", "adjacency scheme", "eta"},
		"reshuffled batches in Opacus, ": {"opacus", "", "adjacency eta"},
		"with TF Privacy, ":              {"tf-privacy", "adjacency", "scheme eta"},
		"TensorFlow-Privacy: ":           {"tf-privacy", "adjacency", "scheme eta"},
		"JAX Privacy, ":                  {"jax-privacy", "adjacency", "scheme eta"},
		"not Opacus, ":                   {"", "", "scheme adjacency eta"},
		"Opacus and TF Privacy, ":        {"", "", "scheme adjacency eta"},
		"":                               {"", "", "scheme adjacency eta"},
	} {
		got := Read(opening(), before+said)
		blank, assumed := slices.Clone(got.State.View.Blank), slices.DeleteFunc(slices.Clone(got.Assumed), func(f string) bool { return f == "diameter" })
		slices.Sort(blank)
		wants := strings.Fields(want.blank)
		slices.Sort(wants)
		if got.Preset != want.preset || strings.Join(assumed, " ") != want.assumed || !slices.Equal(blank, wants) {
			t.Errorf("%q: preset %q, assumed %v, blank %v", before, got.Preset, assumed, blank)
		}
		several := slices.ContainsFunc(got.Left, func(l Left) bool { return strings.Contains(l.Why, "several libraries") })
		if several != strings.Contains(before, " and ") || !several && len(got.Left) != 0 {
			t.Errorf("%q: not used are %+v", before, got.Left)
		}
	}
}

// The epochs of a program that repeats its data are offered, as a number of passes over them.
func TestEpochsOfRepeatedDataAreOffered(t *testing.T) {
	const script = `
dataset = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(60000).REPEAT.batch(250)
epochs = 15
optimizer = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, num_microbatches=250, learning_rate=0.15)
model.fit(dataset, epochs=epochs)
`
	for repeat, want := range map[string]string{"repeat()": "15", "repeat(3)": "45"} {
		text := strings.ReplaceAll(script, "REPEAT", repeat)
		got := Read(opening(), text)
		if !source.Has(got.State.View.Blank, "T") || offered(got, "epochs") != want {
			t.Errorf("%s: blank %v, offered %v", repeat, got.State.View.Blank, got.Offers)
		}
		for _, o := range got.Offers {
			got = got.With(o)
		}
		got = got.With(Offer{"n", "60000", "entered"})
		if source.Has(got.State.View.Blank, "T") || got.State.Run.T != map[string]int{"15": 3600, "45": 10800}[want] {
			t.Errorf("%s with the offer: blank %v, T = %d", repeat, got.State.View.Blank, got.State.Run.T)
		}
	}
}
