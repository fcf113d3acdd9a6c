package link

import (
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lastiterate/bounds/run"
)

// Whatever numbers and choices a link gives its fields, alone and together, the run that is read of it is one
// that the engine takes.
func TestEveryLinkGivesAValidRun(t *testing.T) {
	texts := []string{"", "0", "1", "2", "7", "33", "1000", "1e9", "1e300", "inf", "-1", "0.5", "0.99", "1e-5", "x"}
	fields := run.Fields()
	rapid.Check(t, func(t *rapid.T) {
		parts := []string{"v=1"}
		for range rapid.IntRange(1, 14).Draw(t, "fields") {
			f := rapid.SampledFrom(fields).Draw(t, "field")
			value := rapid.SampledFrom(texts).Draw(t, "value")
			if f.Kind == run.Choice {
				value = rapid.SampledFrom(f.Choices).Draw(t, "choice")
			}
			parts = append(parts, f.Name+"="+value)
		}
		text := strings.Join(parts, "&")
		got, problems := DecodeFrom(base(), text)
		if err := got.Run.Validate(); err != nil {
			t.Fatalf("%s\ngives %+v: %v\nproblems %v", text, got.Run, err, problems)
		}
	})
}
