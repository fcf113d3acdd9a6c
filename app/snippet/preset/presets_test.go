package preset

import (
	"math"
	"math/big"
	"slices"
	"testing"

	"lastiterate/app/link"
	"lastiterate/bounds"
	"lastiterate/bounds/run"
)

// A preset is a run that is read whole.
func TestPresets(t *testing.T) {
	for _, p := range All {
		s, problems := link.DecodeFrom(link.State{Query: bounds.DefaultQuery()}, p.Link)
		if problems != nil || link.Encode(s) != p.Link {
			t.Errorf("%s: %q reads as %s", p.ID, problems, link.Encode(s))
		}
		other := link.State{Query: bounds.DefaultQuery()}
		other.Run.WeightDecay, other.Run.Position, other.Run.Group, other.Run.Warmup = 0.1, 2, 3, 10
		other.View.Differs, other.View.Blank = []string{"momentum", "loss"}, []string{"n"}
		if after := p.State(other); !after.Query.Same(s.Query) || !slices.Equal(after.View.Differs, s.View.Differs) || after.View.Blank != nil {
			t.Errorf("%s after another run: %s", p.ID, link.Encode(after))
		}
	}
}

// The preset of Chien and Li's A.14 has the constants that they show: L = 2^{2/3} is
// the least for the order 1/3, and not a double below it.
func TestPresetThatIsNotSmooth(t *testing.T) {
	p, there := ByID("holder")
	if !there {
		t.Fatal("ByID(holder) finds no preset, want one")
	}
	r := p.State(link.State{Query: bounds.DefaultQuery()}).Run
	cube := new(big.Float).SetPrec(200).SetFloat64(r.Smoothness)
	cube.Mul(cube, new(big.Float).Mul(cube, cube))
	if r.Loss != run.Holder || r.HolderOrder != 1.0/3 || cube.Cmp(big.NewFloat(4)) < 0 || r.Smoothness > 1.5874010519682 {
		t.Errorf("L = %v, λ = %v of %s", r.Smoothness, r.HolderOrder, r.Loss)
	}
	// The derivative of ¾|x|^{4/3}, at opposite points and others.
	slope := func(x float64) float64 { return math.Cbrt(x) }
	largest := 0.0
	for x := -2.0; x < 2; x += 1.0 / 64 {
		for y := x + 1.0/64; y < 2; y += 1.0 / 64 {
			largest = max(largest, (slope(y)-slope(x))/math.Cbrt(y-x))
		}
	}
	if math.Abs(largest-r.Smoothness) > 1e-12 {
		t.Errorf("the largest ratio is %v, L = %v", largest, r.Smoothness)
	}
}
