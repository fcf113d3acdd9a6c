package snippet

import (
	"slices"
	"strings"
	"testing"
)

// Adaptive clipping is heard once, whether its quantile is there or not.
func TestAdaptiveClippingIsHeardOnce(t *testing.T) {
	for _, arguments := range []string{"clipping='adaptive'", "clipping='adaptive', target_unclipped_quantile=0.5"} {
		got := Read(opening(), strings.Replace(trainedByOpacus, "max_grad_norm=1.0", "max_grad_norm=1.0, "+arguments, 1))
		heard := 0
		for _, l := range got.Unheard {
			if strings.HasPrefix(l.Why, "adaptive clipping") {
				heard++
			}
		}
		if heard != 1 || len(got.Left) > 0 || !got.State.View.IsBlank("clip") || !got.State.View.IsBlank("sigma") {
			t.Errorf("%s: not heard %+v, left %+v", arguments, got.Unheard, got.Left)
		}
	}
}

// jaxTraining is a training by JAX Privacy whose noise has a standard deviation.
const jaxTraining = `
from jax_privacy import batch_selection, noise_addition
NUM_EXAMPLES = 50_000
selection = batch_selection.CyclicPoissonSampling(sampling_prob=0.01, iterations=2000)
grad_fn = clipped_grad(loss_fn, l2_clip_norm=1.0, normalize_by=500)
init = jax.nn.initializers.normal(stddev=0.02)
privatizer = noise_addition.gaussian_privatizer(stddev=STDDEV, prng_key=rng)
`

// The standard deviation of the noise is a multiplier where it is a multiple of the sensitivity, and said to be
// unread where it is not; that of weights at their start is no noise.
func TestNoiseAsAMultipleOfTheSensitivity(t *testing.T) {
	for stddev, want := range map[string]string{
		"grad_fn.sensitivity() * 0.8":            "0.8",
		"0.8 * grad_fn.sensitivity()":            "0.8",
		"1.6 / 2 * grad_fn.sensitivity()":        "0.8",
		"grad_fn.sensitivity() * (0.4 * 2)":      "0.8",
		"0.8":                                    "",
		"0.8 * grad_fn.sensitivity(REPLACE_ONE)": "",
		"0.8 * grad_fn.sensitivity() * scale":    "",
		"grad_fn.sensitivity() + 0.8":            "",
	} {
		r := Read(opening(), strings.Replace(jaxTraining, "STDDEV", stddev, 1))
		said := slices.ContainsFunc(r.Left, func(l Left) bool { return strings.HasPrefix(l.Said, "stddev = ") })
		if want == "" {
			if !r.State.View.IsBlank("sigma") || !said {
				t.Errorf("%s: σ is %v, left %v", stddev, r.State.Run.Sigma, r.Left)
			}
			continue
		}
		if got := r.State.Run.Get("sigma"); got != want || r.State.View.IsBlank("sigma") || said {
			t.Errorf("%s: the multiplier is %s, left %v", stddev, got, r.Left)
		}
	}
	for _, text := range []string{"noise_multiplier = 1.1\n" + strings.Replace(jaxTraining, "STDDEV", "noise_multiplier * sensitivity", 1),
		strings.Replace(jaxTraining, "STDDEV", "stddev", 1) + "noise_multiplier = 1.1"} {
		r := Read(opening(), text)
		if r.State.Run.Sigma != 1.1 || slices.ContainsFunc(r.Left, func(l Left) bool { return strings.HasPrefix(l.Said, "stddev") }) {
			t.Errorf("beside a multiplier: %v, left %v", r.State.Run.Sigma, r.Left)
		}
	}
}

// Of an average one name is told, and an exponential one is told as such.
func TestAveragesAreToldOnce(t *testing.T) {
	const rest = "\nema_model.update_parameters(model)\ntorch.save(ema_model.state_dict(), f)\nlr=0.1\nnoise_multiplier=1.1\nbatch_size=10"
	for text, why := range map[string]string{
		"ema_model = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.999))" + rest:     "exponential",
		"swa_model = AveragedModel(model)" + strings.ReplaceAll(rest, "ema_model", "swa_model"): "final iterates",
	} {
		r := Read(opening(), text)
		if len(r.Unheard) != 1 || !strings.Contains(r.Unheard[0].Why, why) || !slices.Equal(r.State.View.Differs, []string{"averaging", "loss"}) {
			t.Errorf("%s\nunheard: %+v, differs by %q", text, r.Unheard, r.State.View.Differs)
		}
	}
}

// A step of the program is no choice of a loss, and a default that was not needed is not told.
func TestStepsOfAProgramAreNoChoices(t *testing.T) {
	r := Read(opening(), "loss = criterion(model(x), y)\nmodel.compile(optimizer=o, loss=loss)\nlr=0.1\nnoise_multiplier=1.1\nbatch_size=10\n"+
		`flags.DEFINE_float("learning_rate", 0.15, "")`)
	if len(r.Left) > 0 || r.Defaults {
		t.Errorf("left: %+v, defaults %v", r.Left, r.Defaults)
	}
	r = Read(opening(), "loss = nn.CrossEntropyLoss()\nnoise_multiplier=1.1\nbatch_size=10\n"+`flags.DEFINE_float("learning_rate", 0.15, "")`)
	if len(r.Left) != 1 || !strings.Contains(r.Left[0].Why, "under Model") || !r.Defaults {
		t.Errorf("left: %+v, defaults %v", r.Left, r.Defaults)
	}
}
