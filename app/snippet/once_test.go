package snippet

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/app/link"
)

// What a text says twice is told once, and what is not in it is no number.
func TestIsToldOnce(t *testing.T) {
	const run = "n = 60000; batch_size = 600; lr = 0.1; max_grad_norm = 1; noise_multiplier = 1.1\nmake_private(max_grad_norm=1)\n"
	for _, c := range []struct{ name, text, blank, heard, left string }{
		{"a sum of which a part is not in the text", run + "pretrain_epochs = 5\nepochs = 10\nfor epoch in range(pretrain_epochs + epochs):\n    train()",
			"T", "range(pretrain_epochs + epochs)", ""},
		{"a sum", run + "warm = 5\nepochs = 10\nfor epoch in range(warm + 5):\n    train()", "", "", ""},
		{"a beginning that is not in the text", run + "epochs = 10\nfor epoch in range(start, epochs):\n    train()", "", "", ""},
		{"an optimiser by its class and its name", run + "epochs = 10\nopt = torch.optim.AdamW(p)\ncfg = {'optimizer': 'adamw'}", "",
			"torch.optim.AdamW(…)", ""},
		{"two optimisers", run + "epochs = 10\nopt = torch.optim.Adam(p)\nother = torch.optim.AdamW(p)", "",
			"torch.optim.Adam(…)|torch.optim.AdamW(…)", ""},
		{"a σ beside the multiplier", run + "epochs = 10\nsigma = noise_multiplier * 1 / 600", "", "", "sigma = noise_multiplier * 1 / 600"},
		{"a default of an argument, under its name", run + "epochs = 10\nclass M:\n    def __init__(self, delta: float = 1e-6):\n        pass\n" +
			"    def f(self):\n        g(delta=self.hparams.delta)", "", "", ""},
		{"a number with its type", "sigma: float = 5\n" + run + "epochs = 10", "", "", "sigma = 5"},
		{"devices", "n = 60000, batch 600, 10 epochs, lr 0.1, clip 1, noise multiplier 1.1, Poisson, add or remove one, on 8GPUs", "b", "GPUs", ""},
	} {
		got := Read(opening(), c.text)
		var heard, left []string
		for _, l := range got.Unheard {
			heard = append(heard, l.Said)
		}
		for _, l := range got.Left {
			left = append(left, l.Said)
		}
		if strings.Join(got.State.View.Blank, "~") != c.blank || strings.Join(heard, "|") != c.heard || strings.Join(left, "|") != c.left {
			t.Errorf("%s: blank %q, heard %q, left %q", c.name, got.State.View.Blank, heard, left)
		}
		saidOnce(t, got)
	}
}

// A δ that the text computes from what is not in it is asked for, and follows once that is known.
func TestDeltaOfAnUnknownSize(t *testing.T) {
	const run = "batch_size = 600; epochs = 3; lr = 0.1\nmake_private(noise_multiplier=1.1, max_grad_norm=1)\n"
	for text, want := range map[string]bool{
		"delta = 1 / len(train_dataset)":                                    true,
		"engine.get_epsilon(delta=1 / len(train_loader.dataset))":           true,
		"delta = 1 / n_train":                                               true,
		"get_epsilon(delta=args.delta)":                                     true,
		"get_epsilon(delta=0)":                                              true,
		"delta = 1,5e-5":                                                    true,
		"DELTA = 1e-6\nget_epsilon(delta=args.delta)":                       false,
		"delta = 1e-6\nget_epsilon(delta=delta)":                            false,
		"def f(delta=None): pass":                                           false,
		"parser.add_argument('--delta', default=1e-6)\nf(delta=args.delta)": false,
		"loss = HuberLoss(delta=1.0)":                                       false,
		"eps = accountant.get_epsilon(args.delta)":                          true,
	} {
		got := Read(opening(), run+text)
		if got.State.View.IsBlank("delta") != want || want && slices.Contains(got.Assumed, "delta") {
			t.Errorf("%s: blank %q, assumed %q, left %+v", text, got.State.View.Blank, got.Assumed, got.Left)
		}
	}
	for _, text := range []string{"n = 60000; ", ""} {
		got := Read(opening(), text+run+"delta = 1 / len(train_dataset)")
		if text == "" {
			form := got.State
			form.Run.N, form.View.Blank = 60000, []string{"delta"}
			got, _ = got.Answered(form)
		}
		if got.State.View.Blank != nil || got.State.Question.Delta != 1.0/60000 {
			t.Errorf("%s: δ = %v, blank %q", text, got.State.Question.Delta, got.State.View.Blank)
		}
	}
	if got := Read(opening(), "delta = 1/n, n = 60000, b = 600"); got.State.Question.Delta != 1.0/60000 {
		t.Errorf("δ = %v", got.State.Question.Delta)
	}
}

// How many batches make a step is read from words and from optax' MultiSteps, and is no number of steps: what they make is offered.
func TestAccumulationIsNoNumberOfSteps(t *testing.T) {
	const words = ", n = 60000, 15 epochs, lr 0.1, clip 1, noise multiplier 1.1"
	const optax = "import optax\nn = 60000\nbatch_size = 64\nnum_steps = 2000\nnoise_multiplier = 1.1\n"
	for _, c := range []struct{ text, blank, heard, offers string }{
		{"batch 64 with 8 accumulation steps" + words, "b", "with 8 accumulation steps", "b=512 b=64"},
		{"batch 64, gradients accumulated over 8 batches" + words, "b", "gradients accumulated over 8 batches", "b=512 b=64"},
		{"batch 64, accumulating gradients for 8 micro-batches" + words, "b", "accumulating gradients for 8 micro - batches", "b=512 b=64"},
		{"batch 64, accumulating gradients for 8 steps" + words, "b", "accumulating gradients for 8 steps", "b=512 b=64"},
		{"batch 64, gradient accumulation 8" + words, "b", "gradient accumulation 8", "b=512 b=64"},
		{"batch 64 on 8 GPUs" + words, "b", "GPUs", "b=64 b=512"},
		{"batch 64, gradient accumulation" + words, "b", "accumulation", "b=64"},
		{optax + "opt = optax.MultiSteps(optax.sgd(0.1), every_k_schedule=8)", "b~T", "optax.MultiSteps(…)|num_steps = 2000", "T=250 T=2000 b=512 b=64"},
		{optax + "opt = optax.MultiSteps(optax.sgd(0.1), 8)", "b~T", "optax.MultiSteps(…)|num_steps = 2000", "T=250 T=2000 b=512 b=64"},
		{optax + "opt = optax.MultiSteps(optax.sgd(0.1), every_k_schedule=f)", "b", "optax.MultiSteps(…)", "b=64"},
	} {
		got := Read(opening(), c.text)
		var heard, offers, blank []string
		for _, l := range got.Unheard {
			heard = append(heard, l.Said)
		}
		for _, o := range got.Offers {
			if o.Numeric() {
				offers = append(offers, o.Field+"="+o.Value)
			}
		}
		for _, field := range got.State.View.Blank {
			if field == "b" || field == "T" {
				blank = append(blank, field)
			}
		}
		if strings.Join(blank, "~") != c.blank || strings.Join(heard, "|") != c.heard || strings.Join(offers, " ") != c.offers ||
			slices.Contains(got.State.View.Differs, "schedule") {
			t.Errorf("%s: blank %q, heard %q, offers %q, differs %q", c.text, blank, heard, offers, got.State.View.Differs)
		}
	}
}

// An accountant may be given its δ without a name.
func TestDeltaByPosition(t *testing.T) {
	const run = "batch_size = 600; epochs = 3; lr = 0.1\nmake_private(noise_multiplier=1.1, max_grad_norm=1)\n"
	got := Read(opening(), run+"eps = engine.accountant.get_epsilon(1e-6)")
	if want := (Taken{"engine.accountant.get_epsilon(1e-6)", "delta", "1e-6"}); !slices.Contains(got.Taken, want) {
		t.Errorf("%+v is not among %+v", want, got.Taken)
	}
	for text, want := range map[string]float64{
		"eps = accountant.get_epsilon(1e-6)":                                1e-6,
		"print(privacy_engine.get_epsilon(1e-6))":                           1e-6,
		"eps = self.engine.get_epsilon(\n    1e-6, eps_error=0.1,\n)":       1e-6,
		"DELTA = 1e-6\neps = engine.accountant.get_epsilon(DELTA)":          1e-6,
		"n = 60000\nprint(PrivacyEngine().get_epsilon(1 / n))":              1.0 / 60000,
		"eps = get_epsilon(1e-6)":                                           0,
		"eps = accountant.get_epsilon(0.01, 1e-6)":                          0,
		"eps = accountant.get_epsilon(1e-9, target_delta=1e-6)":             1e-6,
		"def get_epsilon(self, q):\n    pass\neps = self.get_epsilon(0.01)": 0,
	} {
		got := Read(opening(), run+text)
		δ, assumed := got.State.Question.Delta, slices.Contains(got.Assumed, "delta")
		if want != 0 && (δ != want || assumed) || want == 0 && !assumed {
			t.Errorf("%s: δ = %v, taken %+v, left %+v, assumed %q", text, δ, got.Taken, got.Left, got.Assumed)
		}
	}
}

// A run that this calculator exported is the same run again, with what nobody has stated blank and how the training differs, however
// long the results beside it are; none of these is read.
func TestExportIsReadBack(t *testing.T) {
	const first = `{"format": "last-iterate/result", "v": 1, "link": "https://example.org/#v=1\u0026n=7", "run": {"n": 50, "b": 5, "T": 20, ` +
		`"eta": 0.1, "clip": 2, "sigma": 1, "noise": "iterate", "diameter": "inf", "adjacency": "replace", "scheme": "cyclic", "group": 2, ` +
		`"after": 3, "loss": "strongly-convex", "smoothness": 1, "strong_convexity": 0.5, "clipping": "never"}, "question": {"alpha": 8}`
	const run = "v=1&n=50&b=5&T=20&eta=0.1&clip=2&sigma=1&noise=iterate&diameter=inf&adjacency=replace&scheme=cyclic&after=3&group=2" +
		"&loss=strongly-convex&smoothness=1&strong_convexity=0.5&clipping=never&alpha=8"
	results := `, "result": {"answer": {"epsilon": 0.1, "alpha": 3}, "rows": [` + strings.Repeat(`{"epsilon": 1, "n": 9},`, 3000) + `{}]}}`
	for text, want := range map[string]string{
		first + "}":     run,
		first + results: run,
		first + `, "differs": ["momentum"], "blank": ["smoothness", "eta"]` + results: strings.NewReplacer("smoothness=1", "smoothness=",
			"eta=0.1", "eta=").Replace(run) + "&differs=momentum",
		strings.NewReplacer(`"n": 50, `, "", `"alpha": 8`, "", `"smoothness": 1, `, "").Replace(first) + "}": strings.NewReplacer("v=1&n=50",
			"v=1&delta=&n=", "smoothness=1", "smoothness=", "&alpha=8", "").Replace(run),
	} {
		got := Read(opening(), text)
		if is := link.Encode(got.State); is != want || len(got.Left)+len(got.Unheard) > 0 {
			t.Errorf("%.80s… is read as\n%s, want\n%s; left %+v %+v", text, is, want, got.Left, got.Unheard)
		}
	}
	got := Read(opening(), strings.Replace(first, `"group": 2`, `"grup": 2`, 1)+"}")
	if len(got.Left) != 1 || !strings.Contains(got.Left[0].Said, "grup") {
		t.Errorf("of a name that is unknown it says %+v", got.Left)
	}
}
