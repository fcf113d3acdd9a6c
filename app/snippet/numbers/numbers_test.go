package numbers

import (
	"math"
	"testing"

	"lastiterate/app/snippet/source"
)

// What stands behind an equals sign is computed, from names that are known and from nothing else.
func TestValue(t *testing.T) {
	for text, want := range map[string]float64{
		"60_000": 60000, "1e-5": 1e-5, "2*(3 + 4) // 4": 3, "2**3": 8, "10⁻⁵": 1e-5, "math.ceil(n / 7)": 9, "max(1, n, 3)": 60,
		"float('inf')": math.Inf(1), "args.sigma": 1.5, "cfg.depth": math.NaN(), "unknown": math.NaN(), "len(train_set)": 60,
		"len(test_set)": math.NaN(), "len(loader)": 4, "1 if debug else 30": math.NaN(), "field(default=7)": 7,
	} {
		in, _ := source.Scan(text)
		s := Script{Text: source.Text{Tokens: in}, Numbers: map[string]float64{"n": 60, Option("sigma"): 1.5, Examples: 60, Batches: 4}}
		if x, _, ok := s.Value(0); ok == math.IsNaN(want) || ok && x != want {
			t.Errorf("%s is %v (%t), want %v", text, x, ok, want)
		}
	}
}
