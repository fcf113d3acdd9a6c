package form

import (
	"strings"
	"testing"
	"unicode/utf8"

	"lastiterate/bounds"
	"lastiterate/bounds/run"
)

// The first line of every field's help fits the form's column, whatever the run's choices, and both it and the rest are
// whole sentences.
func TestHelpIsOneLine(t *testing.T) {
	const (
		lineLength = 54 // characters of the form's column on a telephone and on a desk
		besideMore = 48 // with the word that opens the rest beside them
	)
	seen := map[string]bool{}
	look := func(r run.Run) {
		for _, e := range entries {
			help := HelpOf(r, e.name)
			if seen[e.name+help] || help == "" {
				continue
			}
			seen[e.name+help] = true
			line, rest := Brief(help)
			most := lineLength
			if rest != "" {
				most = besideMore
			}
			if n := utf8.RuneCountInString(strings.ReplaceAll(line, "`", "")); n > most {
				t.Errorf("%s: %d characters, of at most %d: %s", e.name, n, most, line)
			}
			if !strings.HasSuffix(line, ".") || strings.Count(line, "`")%2 != 0 || rest != "" && !strings.HasSuffix(rest, ".") {
				t.Errorf("%s: %q and %q are no sentences", e.name, line, rest)
			}
		}
	}
	r := bounds.DefaultRun()
	look(r)
	for _, f := range run.Fields() {
		for _, choice := range f.Choices {
			changed := r
			if err := changed.Set(f.Name, choice); err != nil {
				t.Fatal(err)
			}
			look(changed)
			changed.Clipping = run.ClippingGLM
			look(changed)
		}
	}
	if len(seen) < 50 {
		t.Errorf("only %d helps were seen", len(seen))
	}
}

// JAX Privacy's balls in bins keep an example in its batch; random allocation of several epochs is another scheme.
func TestHelpTellsBallsInBinsFromAllocation(t *testing.T) {
	r := bounds.DefaultRun()
	r.Scheme, r.N, r.B = run.Allocation, 100, 10
	const other = "no scheme here covers that"
	if r.T = 10; strings.Contains(HelpOf(r, "scheme"), other) {
		t.Errorf("one cycle: %s", HelpOf(r, "scheme"))
	}
	if r.T = 11; !strings.Contains(HelpOf(r, "scheme"), other) {
		t.Errorf("two cycles: %s", HelpOf(r, "scheme"))
	}
}

// Poisson batches have no size of their own: b follows from the sampling rate. The number of examples of all others is fixed or
// nearly so.
func TestHelpOfPoissonBatchesNamesTheRate(t *testing.T) {
	field, _ := run.FieldByName("scheme")
	r := bounds.DefaultRun()
	for _, scheme := range field.Choices {
		if r.Scheme = run.Scheme(scheme); r.Scheme.UsesAll() {
			continue
		}
		line, rest := Brief(HelpOf(r, "b"))
		if got := line == "Expected batch size, n times the sampling rate."; got != (r.Scheme == run.Poisson) {
			t.Errorf("%s: %q", scheme, line)
		}
		if strings.Contains(line, "Examples in one optimiser step") == (r.Scheme == run.Poisson) || !strings.Contains(rest, "accumulated") {
			t.Errorf("%s: %q, %q", scheme, line, rest)
		}
	}
}

// Noise on the iterate stays as it is when the learning rate changes; other noise is multiplied by it.
func TestLearningRateAndNoise(t *testing.T) {
	for c, want := range map[run.Convention]bool{run.IterateNoise: true, run.GradientNoise: false, run.NoiseMultiplier: false, run.LangevinNoise: false} {
		r := figure1
		r.Noise = c
		line, _ := Brief(Help(r, "eta"))
		if got := strings.Contains(line, "does not scale the noise"); got != want {
			t.Errorf("%s: %q", c, line)
		}
	}
}

// A batch_size may be the whole batch of a step already, or a part of it: it is not always multiplied.
func TestHelpOfTheBatchSize(t *testing.T) {
	r := bounds.DefaultRun()
	r.Scheme = run.Poisson
	help := HelpOf(r, "b")
	if strings.Contains(help, "times devices") || !strings.Contains(help, "may be the share of one device") {
		t.Error(help)
	}
}

// Papers on DP-SGD write σ for the noise multiplier: whoever looks for a letter learns that there, and where the noise is chosen.
func TestHelpTellsTheOtherSigma(t *testing.T) {
	r := figure1
	r.Noise = run.NoiseMultiplier
	for _, name := range []string{"noise", "sigma"} {
		if help := HelpOf(r, name); !strings.Contains(help, "σ") {
			t.Errorf("%s: %q says nothing of σ", name, help)
		}
	}
}
