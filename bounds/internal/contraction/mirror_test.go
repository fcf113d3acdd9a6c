package contraction

import (
	"math"
	"slices"
	"testing"

	_ "lastiterate/bounds/draws"
	"lastiterate/bounds/internal/contraction/affine"
	"lastiterate/bounds/internal/scalar"

	"pgregory.net/rapid"
)

// Legendre's rule is exact for powers up to the 31st, to the last digits.
func TestLegendre(t *testing.T) {
	for power := range 32 {
		sum := num(0)
		scalar.Legendre(0, 1, func(at, weight float64) {
			term := num(weight)
			for range power {
				term = mul(term, num(at))
			}
			sum = add(sum, term)
		})
		if got, want := float(sum), 1/float64(power+1); math.Abs(got/want-1) > 8*u {
			t.Errorf("∫x^%d = %v, want %v", power, got, want)
		}
	}
}

// walkDistance is the total variation between two copies of the walk x ↦ Π[(1+excess)x + noise] on
// [−D/2, D/2], one from either end. Its last step keeps the share 1−β of the noise.
func walkDistance(excess, d float64, steps int, beta float64) float64 {
	total := 0.0
	law, mirror := walkLaws(excess, d, steps, beta)
	for i, p := range law {
		total += math.Abs(p-mirror[i]) / 2
	}
	return total
}

// walkLaws are the laws of the two copies by brute force, on cells with an atom at each end.
func walkLaws(excess, d float64, steps int, beta float64) (law, mirror []float64) {
	const cells = 300
	wide := d / cells
	at := func(i int) float64 { // atoms are 0 and cells+1
		return max(-d/2, min(d/2, -d/2+(float64(i)-0.5)*wide))
	}
	below := func(x, noise float64) float64 { return math.Erfc(-x/noise/math.Sqrt2) / 2 }
	kernel := func(noise float64) [][]float64 {
		rows := make([][]float64, cells+2)
		for i := range rows {
			mean, before := (1+excess)*at(i), 0.0
			for j := range rows {
				next := 1.0
				if j <= cells {
					next = below(-d/2+float64(j)*wide-mean, noise)
				}
				rows[i] = append(rows[i], next-before)
				before = next
			}
		}
		return rows
	}
	whole, last := kernel(1), [][]float64(nil)
	if beta < 1 {
		last = kernel(math.Sqrt(1 - beta))
	}
	law = make([]float64, cells+2)
	law[0] = 1
	for step := range steps {
		k := whole
		if step == steps-1 {
			if k = last; k == nil {
				break
			}
		}
		next := make([]float64, cells+2)
		for i, p := range law {
			for j, v := range k[i] {
				next[j] += p * v
			}
		}
		law = next
	}
	mirror = slices.Clone(law)
	slices.Reverse(mirror)
	return law, mirror
}

// Mirrored noise is never below the total variation of the two walks that are
// farthest apart, and for c = 1 it is their total variation: 0.2588 at D = 10 after
// 40 steps. The table is that of an independent computation.
func TestMirrorAboveWalks(t *testing.T) {
	for _, c := range []struct {
		excess, d float64
		steps     int
		beta      float64
		near      float64 // at most so much above
	}{
		{0, 10, 40, 0, 1e-3}, {0, 10, 18, 0, 1e-3}, {0, 5, 5, 0.97, 1e-3}, {0, 3, 2, 0.5, 1e-3}, {0, 10, 12, 1, 1e-3},
		{-0.02, 5, 7, 0.9, 0.01}, {-0.3, 6, 3, 0.4, 0.1}, {0.1, 7, 8, 0.6, 0.2}, {0.5, 4, 4, 0, 0.3},
	} {
		x := newMirror([]affine.Line{{Excess: c.excess}}, c.d)
		got, rest := x.theta(float64(c.steps), c.beta)
		exact := walkDistance(c.excess, c.d, c.steps, c.beta)
		if got < exact*(1-1e-4) || got > exact*(1+c.near) || rest > 1-got || rest < 1-got-1e-15 {
			t.Errorf("%+v: θ = %v, the walks' total variation is %v", c, got, exact)
		}
	}
	x := newMirror([]affine.Line{{}}, 10)
	for _, c := range []struct{ steps, want float64 }{{40, 0.2588}, {18, 0.6175}} {
		if got, _ := x.theta(c.steps, 0); math.Abs(got-c.want) > 6e-5 {
			t.Errorf("D = 10, %v steps: %v, want %v", c.steps, got, c.want)
		}
	}
}

// The same chain with panels a third as long, in plain floating point: never below, and
// within rounding. Where lines cross the modulus has a corner.
func TestMirrorQuadrature(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var lines []affine.Line
		for range rapid.IntRange(1, 3).Draw(t, "lines") {
			l := affine.Line{Excess: rapid.Float64Range(-0.9, 0.6).Draw(t, "excess")}
			if len(lines) > 0 || rapid.Bool().Draw(t, "constant") {
				l.Offset = rapid.Float64Range(0, 3).Draw(t, "offset")
			}
			lines = append(lines, l)
		}
		d, steps := rapid.Float64Range(0.3, 12).Draw(t, "D"), rapid.IntRange(2, 12).Draw(t, "steps")
		beta := rapid.SampledFrom([]float64{0, 1, 0.95, rapid.Float64Range(0, 1).Draw(t, "share")}).Draw(t, "β")
		x := newMirror(lines, d)
		if x == nil {
			t.Skip("too many nodes")
		}
		var nodes []node
		for _, p := range x.pieces {
			for i := range 3 {
				third := (p.to - p.from) / 3
				more := piece{p.from + third*float64(i), p.from + third*float64(i+1), p.Line}.nodes(10 + 4/(1.02-min(beta, 0.99)))
				if more == nil {
					t.Skip("too many nodes")
				}
				nodes = append(nodes, more...)
			}
		}
		if len(nodes) > 700 {
			t.Skip("too many nodes")
		}
		modulus := func(r float64) float64 { return affine.Least(lines, r, 1) }
		values, end := make([]float64, len(nodes)), 0.0
		mixes := func(r float64) float64 {
			if beta == 1 {
				return 1
			}
			return math.Erf(modulus(r) / math.Sqrt(8*(1-beta)))
		}
		for i, n := range nodes {
			values[i] = mixes(n.r)
		}
		end = mixes(d)
		for range steps - 1 {
			after := func(r float64) float64 {
				m, sum := modulus(r), 0.0
				for j, n := range nodes {
					sum += n.weight * values[j] * (math.Exp(-square(n.r-m)/8) - math.Exp(-square(n.r+m)/8)) / math.Sqrt(8*math.Pi)
				}
				return sum + end*(math.Erfc((d-m)/math.Sqrt(8))-math.Erfc((d+m)/math.Sqrt(8)))/2
			}
			next := make([]float64, len(nodes))
			for i, n := range nodes {
				next[i] = after(n.r)
			}
			values, end = next, after(d)
		}
		// Where the last step hardly mixes it is taken not to mix at all.
		if got, _ := x.theta(float64(steps), beta); got < end*(1-1e-12)-1e-15 || got > end*(1+1e-8)+1e-13 {
			t.Fatalf("%+v, D = %v, %d steps, β = %v: θ = %v, with more nodes %v", lines, d, steps, beta, got, end)
		}
	})
}

// More steps mix no worse, nor do more noise or a smaller domain; a stretch of
// billions of steps is as good as those that are followed.
func TestMirrorIsMonotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		l := affine.Line{Excess: rapid.Float64Range(-0.5, 0.5).Draw(t, "excess"),
			Offset: rapid.SampledFrom([]float64{0, 0.3}).Draw(t, "offset")}
		d := rapid.Float64Range(0.2, 10).Draw(t, "D")
		n, share := float64(rapid.IntRange(2, 30).Draw(t, "n")), rapid.Float64Range(0, 1).Draw(t, "β")
		x, smaller := newMirror([]affine.Line{l}, d), newMirror([]affine.Line{l}, d*0.9)
		if x == nil || smaller == nil {
			t.Skip("too many nodes")
		}
		theta, _ := x.theta(n, share)
		longer, _ := x.theta(n+1, share)
		noisier, _ := x.theta(n, share*0.9)
		narrower, _ := smaller.theta(n, share)
		forever, _ := x.theta(1e12, share)
		const rounding = 1 + 1e-8 // and what hardly mixes
		if theta += 1e-14; longer > theta*rounding || noisier > theta*rounding || narrower > theta*rounding || forever > theta*rounding {
			t.Fatalf("%+v, D = %v, %v steps, β = %v: %v; one more %v, more noise %v, less far %v, for ever %v", l, d, n, share,
				theta, longer,
				noisier, narrower, forever)
		}
	})
}

// The kernel of several steps is one run's own: its modulus is m, not m*, which is
// smaller where the differing example takes no part in an expansion, nor that of a map
// without the example.
func TestMirrorOfTheWholeMap(t *testing.T) {
	p := linear(0.1, 0.01, 1, 6, 1e6)
	whole := p.lengths().mirroredSteps(5)
	p.Use, p.Shared = linear(0, 0.01, 1, 6, 1).Plain, linear(0, 0.01, 1, 6, 1).Plain
	want, _ := whole.theta(5, 0.5)
	if got, _ := p.lengths().mirroredSteps(5).theta(5, 0.5); math.Abs(got/want-1) > 1e-12 {
		t.Errorf("θ = %v, of the whole map %v", got, want)
	}
}

// What cannot be followed has no mirror, and no small number.
func TestNoMirror(t *testing.T) {
	for _, c := range []struct {
		affine.Line
		d float64
	}{{affine.Line{}, 1e9}, {affine.Line{}, math.Inf(1)}, {affine.Line{}, math.NaN()}, {affine.Line{Excess: 1e6}, 1},
		{affine.Line{Excess: -1}, 1},
		{affine.Line{Offset: math.Inf(1)}, 1}, {affine.Line{Excess: math.NaN()}, 1}} {
		if x := newMirror([]affine.Line{c.Line}, c.d); x != nil {
			t.Errorf("%+v has %d nodes", c, len(x.nodes))
		}
	}
	x := newMirror([]affine.Line{{}}, 8)
	if one, two, none := x.ofSteps(1), x.ofSteps(2), (*mirror)(nil).ofSteps(9); one != nil || two == nil || none != nil {
		t.Errorf("ofSteps(1) = %v, ofSteps(2) = %v, ofSteps(9) of no mirror = %v, want nil, steps and nil", one, two, none)
	}
}
