// Package preset lists runs to start from: those of libraries, and examples.
package preset

import (
	"slices"

	"lastiterate/app/link"
	"lastiterate/bounds/run"
)

// Preset is a run to start from.
type Preset struct {
	ID   string
	Name string
	Link string
}

// All lists the runs to start from. Those of libraries have the size of MNIST, numbers of our own, and the library's defaults
// for drawing batches, counting steps and defining neighbours. Nobody knows the constants of the losses of their models.
var All = []Preset{
	{"opacus", "Opacus-style", "v=1&n=60000&b=256&T=3525&eta=0.1&clip=1&sigma=1.1&noise=multiplier&diameter=inf&adjacency=add-remove" +
		"&scheme=poisson&loss=smooth&smoothness=1&clipping=active&delta=1e-5&steps=epochs&differs=loss"},
	{"tf-privacy", "TF Privacy-style", "v=1&n=60000&b=250&T=3600&eta=0.15&clip=1&sigma=1.1&noise=multiplier&diameter=inf" +
		"&adjacency=zero-out&scheme=reshuffle&loss=smooth&smoothness=1&clipping=active&delta=1e-5&steps=epochs&differs=loss"},
	{"jax-privacy", "JAX Privacy-style", "v=1&n=60000&b=1000&T=1500&eta=0.1&clip=0.5&sigma=1.1&noise=multiplier&diameter=inf" +
		"&adjacency=add-remove&scheme=poisson&loss=smooth&smoothness=1&clipping=active&delta=1e-5&steps=T&differs=loss"},
	{"logistic", "logistic regression", "v=1&n=10000&b=500&T=2000&eta=1&clip=1&sigma=10&noise=multiplier&diameter=2&adjacency=replace" +
		"&scheme=cyclic&loss=convex&smoothness=0.25&clipping=never&delta=1e-5&steps=epochs"},
	// Soft-max on features of length 1 and a bias: the Hessian is at most ½‖(x, 1)‖² = 1, a
	// gradient at most √2‖(x, 1)‖ = 2 long, so that clipping at 2 never acts.
	{"probe", "linear probe on frozen features",
		"v=1&n=50000&b=5000&T=1000&eta=1&weight_decay=0.1&clip=2&sigma=8&noise=multiplier&diameter=inf&adjacency=add-remove" +
			"&scheme=poisson&loss=convex&smoothness=1&clipping=never&delta=1e-5&steps=epochs"},
	// Chien and Li 2024, Appendix A.14: the derivative of ¾|x|^{4/3} is (2^{2/3}, 1/3)-Hölder
	// continuous and not Lipschitz. 2^{2/3} is rounded up. The run's sizes are Figure 1's.
	{"holder", "a loss that is not smooth", "v=1&n=5&b=5&T=200&eta=0.1&clip=2&sigma=1&noise=iterate&diameter=1&adjacency=replace" +
		"&scheme=full&loss=holder&smoothness=1.5874010519681996&holder_order=0.3333333333333333&clipping=active&delta=1e-5"},
}

// State is the preset's run and question, with the view of base. Optional fields of base's run and its departures are dropped.
func (p Preset) State(base link.State) link.State {
	base.View.Differs, base.View.Blank = nil, nil
	for _, f := range run.Fields() {
		if !f.MayLack(base.Run) || !base.Run.States(f.Name) {
			continue
		}
		none := "0"
		if f.Kind == run.Choice {
			none = f.Choices[0]
		}
		_ = base.Run.Set(f.Name, none) // every such field has the value none
	}
	s, _ := link.DecodeFrom(base, p.Link)
	return s
}

// Name is the page's name of a preset.
func Name(id string) string {
	p, _ := ByID(id)
	return p.Name
}

// ByID returns the preset with an identifier; ok is false if there is none.
func ByID(id string) (Preset, bool) {
	i := slices.IndexFunc(All, func(p Preset) bool { return p.ID == id })
	if i < 0 {
		return Preset{}, false
	}
	return All[i], true
}
