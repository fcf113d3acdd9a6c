package snippet

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/bounds/run"
)

// script is what somebody may paste, and what must be read of it.
type script struct {
	name, text string
	reads      string // fields as in a link; epochs where their length is not known
	needs      string
	differs    string
	unheard    string // said, joined by bars
	offers     string // fields and values
}

// Runs that no script makes: they are told in words, or in a configuration.
var described = []script{
	{name: "random allocation in words", text: "n=23400, batches of 100, balls in bins, add or remove one, 4 epochs, lr 0.1, noise multiplier 1, clip 1",
		reads: "n=23400 b=100 T=936 scheme=allocation adjacency=add-remove", differs: "loss"},

	{name: "noise of an unknown kind", text: "n=1000, Poisson batches of 10, add or remove one, 2 epochs, lr 0.1, noise 1.1, clip 1",
		reads: "sigma=1.1", needs: "noise", offers: "noise=multiplier noise=gradient", differs: "loss"},

	{name: "a configuration that is complete",
		text: `{"num_examples": 1000, "batch_size": 10, "num_updates": 200, "learning_rate": 0.1, "clipping_norm": 1,
"noise_multiplier": 1.1, "ema_decay": 0.999, "weight_decay": 0, "scheme": "poisson", "adjacency": "add-remove"}`,
		reads: "n=1000 b=10 T=200", differs: "averaging~loss", unheard: "ema_decay: 0.999"},
}

// scripts are those that are read in full.
func scripts() []script { return slices.Concat(torchScripts, kerasScripts, described) }

// Every script is read as it is meant: what it says, what it lacks, and what no field can
// say.
func TestScripts(t *testing.T) {
	for _, c := range slices.Concat(scripts(), misread) {
		t.Run(c.name, func(t *testing.T) {
			got := Read(opening(), c.text)
			for want := range strings.FieldsSeq(c.reads) {
				name, value, _ := strings.Cut(want, "=")
				if is := readField(got.State, name); is != value {
					t.Errorf("%s is %s, want %s", name, is, value)
				}
			}
			if needs := strings.Join(got.State.View.Blank, "~"); needs != c.needs {
				t.Errorf("needs %s, want %s", needs, c.needs)
			}
			if !sameNames(got.State.View.Differs, strings.Split(c.differs, "~")) {
				t.Errorf("differs by %q, want %s", got.State.View.Differs, c.differs)
			}
			for want := range strings.SplitSeq(c.unheard, "|") {
				if want != "" && !slices.ContainsFunc(got.Unheard, func(l Left) bool { return l.Said == want && l.Why != "" }) {
					t.Errorf("%q is not said to be unheard", want)
				}
			}
			if c.unheard == "" && len(got.Unheard) > 0 {
				t.Errorf("unheard: %+v", got.Unheard)
			}
			var offers []string
			for _, o := range got.Offers {
				offers = append(offers, o.Field+"="+o.Value)
			}
			if strings.Join(offers, " ") != c.offers {
				t.Errorf("offers %q, want %s", offers, c.offers)
			}
			saidOnce(t, got)
			if t.Failed() {
				t.Logf("%+v", got)
			}
		})
	}
}

// saidOnce fails if a field is both understood and needed, or is understood twice, or if something is heard twice.
func saidOnce(t *testing.T, got Reading) {
	t.Helper()
	seen := map[string]bool{}
	for _, taken := range got.Taken {
		field := strings.Replace(taken.Field, "epochs", "T", 1)
		if field != "" && (got.State.View.IsBlank(field) && !got.State.View.Pending() || seen[field]) {
			t.Errorf("%s is understood from %s, and needed or understood from something else", field, taken.Said)
		}
		seen[field] = true
	}
	for i, l := range got.Unheard {
		if slices.ContainsFunc(got.Unheard[:i], func(other Left) bool { return other == l }) {
			t.Errorf("%s is heard twice", l.Said)
		}
	}
}

// readField is a field of a state as a link writes it; epochs are those of an unknown length.
func readField(s link.State, name string) string {
	switch name {
	case "epochs":
		if !s.View.Pending() || s.View.Steps != "epochs" {
			return "of a known length"
		}
		return s.Run.Get("T")
	case "delta":
		return run.FormatNumber(s.Question.Delta)
	case "steps":
		return s.View.Steps
	}
	return s.Run.Get(name)
}

func sameNames(a, b []string) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}
