package contraction

import (
	"math"

	"lastiterate/bounds/internal/errfloat"
)

// Kernels are numbers of steps that do not use the differing example, each as one map
// from laws to laws. They must not be used by two goroutines at once.
type Kernels struct {
	lengths
	toll  *toll
	known map[int]*Kernel
}

// A Kernel says how far apart so many steps leave any two points of the domain.
type Kernel struct {
	apartness
	total float64 // by mirrored noise their total variation, 1 where it was not followed
}

// hardlyApart is the μ below which no mirrored noise is followed.
const hardlyApart = 1e-3

// Kernels makes those of a problem that has an order.
func (p Problem) Kernels() *Kernels {
	l := p.lengths()
	return &Kernels{lengths: l, toll: newToll(l.work), known: map[int]*Kernel{}}
}

// Of is that of n ≥ 1 steps.
func (k *Kernels) Of(n int) *Kernel {
	if v := k.known[n]; v != nil {
		return v
	}
	k.work.Spend(stretchUnits * (len(k.plain) + 1))
	v := &Kernel{apartness{mu: k.still(float64(n)) * up}, 1}
	if n >= 2 && k.mirror != nil && v.mu > hardlyApart && v.mu < 40 {
		v.total, _ = k.folded(float64(n)).bounded(0, 1, 0)
		if r := k.rays.coarse.of(k.lengths); r != nil {
			v.curve = r.curve(float64(n), 0, v.mu, k.toll)
		}
	}
	k.known[n] = v
	return v
}

// Left is at least E_γ, γ = 1 + excess, of what the kernel makes of two laws whose E_γ is
// at most a, which is above 0 (profile.md, section 2).
func (k *Kernel) Left(a, excess float64) float64 {
	ratio := excess / a * (1 - 8*u)
	if math.IsInf(ratio, 1) {
		ratio = math.MaxFloat64 / 2 // a smaller loss is a larger bound
	}
	return min(a, a*min(k.total, k.left(ratio))*(1+8*u)+errfloat.Tiny)
}

// Total is at most the total variation that n steps leave between any two points: by
// Gaussians or mirrored noise, or as often as shorter stretches fit in.
func (k *Kernels) Total(n int) float64 {
	if n < 1 {
		return 1
	}
	least, _ := k.mixed(float64(n))
	lengths := []float64{1, math.Ceil(k.d * k.d)}
	if k.mirror != nil {
		lengths = append(lengths, k.mirror.steps)
	}
	for _, length := range lengths {
		if times := math.Floor(float64(n) / length); times >= 2 {
			one, _ := k.mixed(length)
			least = min(least, math.Pow(one, times)*(1+1e-12))
		}
	}
	return least
}
