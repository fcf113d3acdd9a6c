package curved

import (
	"math"
	"testing"

	"pgregory.net/rapid"

	"lastiterate/bounds/internal/modulus"
	"lastiterate/bounds/internal/shift/shifttest"
	"lastiterate/bounds/run"
)

// At linear moduli a visit with rest steps after it is one piece of the
// minorant: s²/Σ_{i≤rest} c^{−2i}.
func TestTailsAreLinear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s, excess := shifttest.LogUniform(t, "s", 1e-3, 10), shifttest.LogUniform(t, "c−1", 1e-6, 1)
		period := int(shifttest.LogUniform(t, "B", 1, 400))
		ms := modulus.Min{modulus.Linear("", excess)}
		tails := ConcaveProgram{Plain: ms, Visit: ms.Visit(run.Run{B: 3}.Step()), Sensitivity: s, Diameter: 1, Period: period}.Tails()
		last := math.Inf(1)
		for rest := 0; rest < period; rest += 1 + rest/3 {
			l := -2 * math.Log1p(excess)
			want := s * s * math.Expm1(l) / math.Expm1(float64(rest+1)*l)
			got := tails.Of(rest)
			if got < want*(1-1e-12) || got > want*1.05 || got > last*(1+1e-3) {
				t.Fatalf("c−1=%v s=%v B=%d: %v with %d steps after it, after %v; the piece costs %v", excess, s, period, got, rest,
					last, want)
			}
			last = got
		}
	})
}

// A tail is an epoch of its own: with rest = B−1 its optimum is what Solve pays
// for every visit but the last.
func TestTailsAreEpochs(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := shifttest.LogUniform(t, "s", 0.02, 0.5)
		p := ConcaveProgram{Sensitivity: s, Diameter: math.Inf(1), Period: rapid.IntRange(1, 60).Draw(t, "B"), Plain: moduli(t, s, false)}
		p.Visit = p.Plain.Visit(run.Run{B: 4}.Step())
		epochs := rapid.IntRange(2, 9).Draw(t, "E")
		want := (p.Solve(p.Period*epochs).R - s*s) / float64(epochs-1)
		got := p.Tails().Of(p.Period - 1)
		if got < want*(1-1e-9) || got > want*(1+1e-4) {
			t.Fatalf("%+v: %v, an epoch of Solve costs %v", p, got, want)
		}
	})
}

// The path of a position is feasible and costs what its visits do.
func TestTailsPath(t *testing.T) {
	paid := 0
	rapid.Check(t, func(t *rapid.T) {
		s := shifttest.LogUniform(t, "s", 0.02, 0.5)
		p := ConcaveProgram{Sensitivity: s, Diameter: math.Inf(1), Period: rapid.IntRange(1, 60).Draw(t, "B"), Plain: moduli(t, s, false)}
		p.Visit = p.Plain.Visit(run.Run{B: 4}.Step())
		T := rapid.IntRange(1, 200).Draw(t, "T")
		rest := rapid.IntRange(0, min(p.Period, T)-1).Draw(t, "rest")
		tails := p.Tails()
		path, ok := tails.Path(T, rest)
		if !ok {
			t.Fatalf("Path(%d, %d) of %+v finds no path, want one", T, rest, p)
		}
		visits := (T-rest-1)/p.Period + 1
		written(path).Follows(t, float64(visits-1)*tails.Of(p.Period-1)+tails.Of(rest), func(at int, z float64) float64 {
			if (at-T+1+rest)%p.Period == 0 {
				return p.Visit.Eval(z)
			}
			return p.Plain.Eval(z)
		})
		if rest > 0 && path.A[T-1] > 0 {
			paid++
		}
	})
	if paid == 0 {
		t.Error("the last step pays in 0 paths, want at least 1")
	}
}

// Positions are above what the solver for small grids finds at each of them, and
// below the worst.
func TestConcavePositions(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, T := concaveProgram(t, false)
		worst, fewer := p.Solve(T).R, 0.0
		if T > p.Period {
			fewer = p.Solve((T - 1) / p.Period * p.Period).R
		}
		shares := p.Positions(T, rapid.IntRange(2, 12).Draw(t, "most"), worst, fewer)
		total, mean := 0.0, 0.0
		for _, s := range shares {
			total += s.Weight
			mean += s.Weight * s.R
			if s.R > worst {
				t.Fatalf("%+v T=%d: a position costs %v, the worst %v", p, T, s.R, worst)
			}
		}
		if math.Abs(total-1) > 1e-12 {
			t.Fatalf("weights sum to %v", total)
		}
		exact := 0.0
		for j := range p.Period {
			exact += enclosedAt(p, T, j) / float64(p.Period)
		}
		if mean < exact*(1-1e-12) {
			t.Fatalf("%+v T=%d: the mean is %v, the positions cost %v at least", p, T, mean, exact)
		}
	})
}

// enclosedAt is a lower limit of the optimum at a position, by the even grid of
// enclose: the steps after the last visit only lengthen the run before it.
func enclosedAt(p ConcaveProgram, T, j int) float64 {
	if j >= T {
		return 0
	}
	rest := (T - 1 - j) % p.Period
	low, _ := encloseAfter(p, T, rest, 60)
	return low
}
