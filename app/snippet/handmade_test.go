package snippet

import "testing"

// trainedByHand is a program that draws its batches and its noise itself, with letters.
const trainedByHand = `
import numpy as np
T = 1000; C = 1.0; eta = .1; sigma = 2; b = 50; n = 5000
w = rng.normal(size=d)
for t in range(T):
    idx = rng.permutation(n)[:b]
    g = sum(clip(grad(w, x[i], y[i]), C) for i in idx)
    w -= eta / b * (g + sigma * C * rng.normal(size=d))
`

// The letters of a program that trains by hand are what their use shows: no other.
func TestByHand(t *testing.T) {
	const noise = "sigma * C * rng.normal(size=d) => "
	const drawn = "rng.permutation(n)[:b] => "
	checkDoubts(t, []doubt{
		{"letters", trainedByHand, "", "n=5000 b=50 T=1000 sigma=2 noise=multiplier clip=1 scheme=without-replacement", "adjacency", "loss"},
		{"a draw by choice", trainedByHand, drawn + "rng.choice(n, b, replace=False)", "b=50 scheme=without-replacement", "adjacency", "loss"},
		{"a draw of each example", trainedByHand, drawn + "rng.random(n) < b / n", "b=50 scheme=poisson", "adjacency", "loss"},
		{"a draw of each example with a rate", trainedByHand, "q = .01 | " + drawn + "np.where(rng.random(n) < q)", "b=50 scheme=poisson", "adjacency", "loss"},
		{"an order that is drawn once", trainedByHand, drawn + "some() | idx = rng.permutation(n)[:b]", "", "b~scheme~adjacency", "loss"},
		{"a part of an order", trainedByHand, drawn + "rng.permutation(m)[:b]", "", "b~scheme~adjacency", "loss"},
		{"the deviation of a call", trainedByHand, noise + "rng.normal(0, sigma * C, size=d)", "sigma=2 noise=multiplier clip=1", "adjacency", "loss"},
		{"another order", trainedByHand, noise + "np.random.randn(d) * C * sigma", "sigma=2 noise=multiplier clip=1", "adjacency", "loss"},
		{"noise that a quotient makes smaller", trainedByHand, noise + "sigma * C * rng.normal(size=d) / b", "sigma=2", "T~clip~noise~adjacency", "loss"},
		{"noise that a factor makes smaller", trainedByHand, noise + "0.1 * sigma * C * rng.normal(size=d)", "sigma=2", "T~clip~noise~adjacency", "loss"},
		{"noise of another factor", trainedByHand, noise + "f * sigma * C * rng.normal(size=d)", "sigma=2", "T~clip~noise~adjacency", "loss"},
		{"noise with a deviation of its own", trainedByHand, noise + "sigma * C * rng.normal(0, .1, d)", "sigma=2", "T~clip~noise~adjacency", "loss"},
		{"a deviation that is scaled", trainedByHand, noise + "0.1 * rng.normal(0, sigma * C, d)", "sigma=2", "T~clip~noise~adjacency", "loss"},
		{"noise that does not know the norm", trainedByHand, noise + "sigma * rng.normal(size=d)", "sigma=2", "T~clip~noise~adjacency", "loss"},
		{"a loop in a loop", trainedByHand, "for t => for r in range(5):\n  for t", "sigma=2", "T~adjacency", "loss"},
		{"two noises", trainedByHand, "sigma = 2 => sigma = 2; noise_multiplier = .5", "", "sigma~adjacency", "loss"},
	})
	if got := Read(opening(), trainedByHand); len(got.Left) > 1 {
		t.Errorf("not used are %+v", got.Left)
	}
}

// A table in Markdown is read as settings.
func TestTables(t *testing.T) {
	const table = "Our settings:\n| Hyperparameter | Value |\n|:--|--:|\n| Dataset size | 60,000 |\n| Batch size (Poisson) | 250 |\n| **Epochs** | 15 |\n" +
		"| Learning rate | 0.1 |\n| Noise multiplier | 1.1 |\n| Clipping norm | 1.0 |\n"
	const across = "| n | batch size | epochs | lr | noise multiplier | C |\n|---|---|---|---|---|---|\n| 60000 | 250 | 15 | 0.1 | 1.1 | 1 |\n"
	const all = "n=60000 b=250 T=3600 eta=0.1 sigma=1.1 clip=1"
	checkDoubts(t, []doubt{
		{"names beside values", table, "", all + " scheme=poisson", "adjacency", "loss"},
		{"names above values", across, "", all, "adjacency~scheme", "loss"},
		{"two runs", across + "| 60000 | 250 | 90 | 0.1 | 1.1 | 1 |", "", "n=60000 b=250", "T~adjacency~scheme", "loss"},
	})
}

// Options of one letter are what the program says that they are, and nothing where it does not say it.
func TestLettersOfACommandLine(t *testing.T) {
	const parser = "parser.add_argument('-b', '--batch-size', default=64)\nparser.add_argument('-n', '--epochs', default=10)\n" +
		"parser.add_argument('-z', '--nm', default=1.5)\nnum_examples = 60000; lr = 0.1; poisson_sampling = True\n" +
		"make_private(noise_multiplier=args.nm, max_grad_norm=1)\n"
	checkDoubts(t, []doubt{
		{"defaults", parser, "", "n=60000 b=64 T=9380 sigma=1.5", "", "loss"},
		{"letters", parser, "+!python train.py -b 250 -n=15 -z 0.6", "n=60000 b=250 T=3600 sigma=0.6", "", "loss"},
		{"letters of another program", "!python train.py -b=250 -n=15 --lr=.1 --noise-multiplier 1.1", "", "eta=0.1 sigma=1.1",
			"n~b~T~clip~adjacency~scheme", "loss"},
	})
}

// An engine that is told the batch of a step takes a loader's smaller batches for parts of it, if they make it.
func TestBatchesThatMakeAStep(t *testing.T) {
	const engine = "e = PrivacyEngine(m, batch_size=1000, sample_size=50000, noise_multiplier=1.1, epochs=5, max_grad_norm=1)\ne.attach(o)\nlr = 0.1\n" +
		"l = DataLoader(train, batch_size=50, shuffle=True)\nk = 1000 // 50\nfor epoch in range(5):\n    for i, x in enumerate(l):\n" +
		"        if (i + 1) % k == 0:\n            o.step()\n"
	checkDoubts(t, []doubt{
		{"they do", engine, "", "n=50000 b=1000 T=250", "adjacency", "loss"},
		{"they do not", engine, "1000 // 50 => 40", "", "b~adjacency", "loss"},
		{"nobody knows how many", engine, "1000 // 50 => given()", "", "b~adjacency", "loss"},
	})
	got := Read(opening(), "accountant.step(noise_multiplier=1.1, sample_rate=250 / 60000)\nlr = 0.1")
	if is := offered(got, "n"); is != "60000" || !got.State.View.IsBlank("n") {
		t.Errorf("the denominator of a rate: offers %q", is)
	}
}
