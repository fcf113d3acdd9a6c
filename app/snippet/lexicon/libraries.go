package lexicon

import "strings"

// call describes a constructor or function: its library, and the meaning of its unnamed arguments.
type call struct {
	Preset string   // of the library
	Places []string // fields of the unnamed arguments, in order
}

// CallOf returns the call with this name, which may be dotted.
//
//go:noinline
func CallOf(named string) (c call, ok bool) {
	c, ok = calls[strings.ToLower(named[strings.LastIndexByte(named, '.')+1:])]
	return c, ok
}

// calls are those that name a library or give numbers without names; the keys are in lower case.
var calls = map[string]call{
	"make_private":              {Preset: "opacus"}, // also the call of JAX Privacy, which DPKerasConfig identifies
	"make_private_with_epsilon": {Preset: "opacus"},
	"privacyengine":             {Preset: "opacus"},
	"get_noise_multiplier":      {Preset: "opacus"},

	"dpkerassgdoptimizer":                {Preset: "tf-privacy", Places: []string{"clip", Multiplier, "microbatches"}},
	"dpkerasadamoptimizer":               {Preset: "tf-privacy", Places: []string{"clip", Multiplier, "microbatches"}},
	"dpkerasadagradoptimizer":            {Preset: "tf-privacy", Places: []string{"clip", Multiplier, "microbatches"}},
	"vectorizeddpkerassgdoptimizer":      {Preset: "tf-privacy", Places: []string{"clip", Multiplier, "microbatches"}},
	"vectorizeddpkerasadamoptimizer":     {Preset: "tf-privacy", Places: []string{"clip", Multiplier, "microbatches"}},
	"vectorizeddpkerasadagradoptimizer":  {Preset: "tf-privacy", Places: []string{"clip", Multiplier, "microbatches"}},
	"dpgradientdescentgaussianoptimizer": {Preset: "tf-privacy", Places: []string{"clip", Multiplier, "microbatches"}},
	"dpadamgaussianoptimizer":            {Preset: "tf-privacy", Places: []string{"clip", Multiplier, "microbatches"}},
	"compute_dp_sgd_privacy":             {Preset: "tf-privacy", Places: []string{"n", "b", Multiplier, "epochs", "delta"}},
	"compute_dp_sgd_privacy_statement":   {Preset: "tf-privacy", Places: []string{"n", "b", "epochs", Multiplier, "delta"}},

	"dpsgd":                            {Places: []string{"eta", "clip", Multiplier}}, // optax.contrib
	"differentially_private_aggregate": {Places: []string{"clip", Multiplier}},

	"add_decayed_weights":   {Places: []string{"weight_decay"}},
	"dpkerasconfig":         {Preset: "jax-privacy"},
	"dpsgdconfig":           {Preset: "jax-privacy"},
	"dpparams":              {Preset: "jax-privacy"},
	"clipped_grad":          {Preset: "jax-privacy"},
	"dpsgdgradientcomputer": {Preset: "jax-privacy"},
	"cyclicpoissonsampling": {Preset: "jax-privacy"},
	"ballsinbinssampling":   {Preset: "jax-privacy", Places: []string{"T", "cycle"}},
}

// Mentioned reports whether a name, even if it is not called, shows how a model was trained, as in a list of methods.
func Mentioned(named string) bool {
	return named == "make_private" || named == "make_private_with_epsilon"
}

// ForeignCalls are calls that do not train, so that the names of their arguments mean no setting.
var ForeignCalls = strings.Fields("evaluate predict multinomial linspace logspace embedding clipgradnorm clipgradvalue " +
	"huberloss huber smoothl1loss dropout layernorm layernormalization groupnorm groupnormalization sample generate " +
	"randomsampler")

// Configurations are parts of the names of objects that hold settings.
var Configurations = strings.Fields("cfg config conf params hparams args arguments options hyperparameters namespace dict")
