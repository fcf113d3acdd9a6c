package snippet

import (
	"strings"
	"testing"
)

// A scheme that the text only does not show is offered as what it may be, and taken. None is offered for batches that no scheme
// here makes, nor where the dataset's size decides.
func TestSchemesAreSuggested(t *testing.T) {
	torch := func(loader string) string {
		return "n = 50000\nloader = " + loader + "\nengine.make_private(data_loader=loader, noise_multiplier=1.1, max_grad_norm=1.0, " +
			"poisson_sampling=False)\nlr = 0.1; epochs = 10"
	}
	keras := func(pipe string) string {
		return strings.NewReplacer("PIPE", pipe, "FIT", "epochs=20").Replace(piped)
	}
	for _, c := range []struct{ name, text, offers string }{
		{"a buffer whose size has a name", keras("ds = ds.shuffle(args.buffer).batch(125)"), "reshuffle"},
		{"such a buffer, shuffled once", keras("ds = ds.shuffle(args.buffer, reshuffle_each_iteration=False).batch(125)"), "shuffle-once"},
		{"such a buffer, kept", keras("ds = ds.shuffle(args.buffer).cache().batch(125)"), "shuffle-once"},
		{"once or in every epoch", keras("ds = ds.shuffle(50000, reshuffle_each_iteration=args.again).batch(125)"), "reshuffle shuffle-once"},
		{"calls whose order is not shown", keras("def f(d):\n    return d.shuffle(50000).batch(125)\nds = f(raw.repeat(args.k))"), "reshuffle"},
		{"such calls that do not shuffle", keras("def f(d):\n    return d.batch(125)\nds = f(raw.repeat(args.k))"), "cyclic"},
		{"a loader whose shuffle has a name", torch("DataLoader(d, batch_size=250, shuffle=args.shuffle)"), "reshuffle cyclic"},
		{"a sampler that has a name", torch("DataLoader(d, batch_size=250, sampler=chosen)"), "reshuffle"},
		{"a draw from what may be a part", "for step in range(900):\n    i = rng.choice(rows, 250, replace=False)\n    opt.step()\n" +
			"n = 50000; lr = 0.1; noise_multiplier = 1.1; clip = 1", "without-replacement"},
		{"a buffer of a part", keras("ds = ds.shuffle(1000).batch(125)"), "cyclic"},

		{"a buffer, and no size of the data", strings.Replace(keras("ds = ds.shuffle(50000).batch(125)"), "num_examples = 50000", "", 1), ""},
		{"calls whose order is not shown, a buffer of a part", keras("def f(d):\n    return d.shuffle(9).batch(125)\nds = f(raw.repeat(args.k))"), ""},
		{"epochs that overlap", keras("ds = ds.repeat(20).shuffle(50000).batch(125)"), ""},
		{"batches that are shuffled", keras("ds = ds.batch(125).shuffle(400)"), ""},
		{"drawn with replacement", torch("DataLoader(d, batch_size=250, sampler=RandomSampler(d, replacement=True))"), ""},
		{"drawn by weights, beside a shuffle", torch("DataLoader(d, batch_size=250, sampler=WeightedRandomSampler(w, 9))") +
			"\nother = DataLoader(d, batch_size=250, shuffle=args.shuffle)", ""},
	} {
		asked := Read(opening(), c.text)
		if got := offered(asked, "scheme"); got != c.offers || !asked.State.View.IsBlank("scheme") {
			t.Errorf("%s: offered %q, want %q; blank %v, unheard %+v, left %+v", c.name, got, c.offers, asked.State.View.Blank, asked.Unheard,
				asked.Left)
		}
		for _, o := range asked.Offers {
			if o.Field != "scheme" {
				continue
			}
			if told := Read(opening(), c.text, o); told.State.View.IsBlank("scheme") || told.State.Run.Get("scheme") != o.Value {
				t.Errorf("%s: with %s, scheme %s, blank %v", c.name, o.Value, told.State.Run.Get("scheme"), told.State.View.Blank)
			}
		}
	}
}

// The number of steps is offered where epochs may be no passes over the data: their product with the steps of one; where that is
// missing, that each is a pass; where the epochs are missing, those of a comment. What is taken is not asked for again.
func TestStepsAreSuggested(t *testing.T) {
	const rest = "\nn = 50000\nbatch_size = 250\nlr = 0.1\nopt = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1)\n"
	for _, c := range []struct {
		name, text, offers, says string
		steps                    int // with the first offer
	}{
		{"both", "model.fit(ds, epochs=20, steps_per_epoch=390)", "T=7800", "20 epochs × 390 steps = 7800", 7800},
		{"both, on the command line", "python train.py --epochs 20 --steps_per_epoch 390", "T=7800", "20 epochs × 390 steps = 7800", 7800},
		{"epochs alone", "model.fit(ds, epochs=20, steps_per_epoch=STEPS)", "epochs=20", "epochs = 20, each a pass over the data", 4000},
		{"epochs alone, in a product", "steps = epochs * steps_per_epoch\nepochs = 20", "epochs=20", "epochs = 20, each a pass over the data", 4000},
		{"epochs alone, in loops", "for epoch in range(20):\n    for step in range(steps):\n        opt.step()", "epochs=20",
			"range(20), each a pass over the data", 4000},
		{"a product", "steps_per_epoch = 390\nepochs = 20\ntotal_steps = epochs * steps_per_epoch", "T=7800",
			"total_steps = epochs * steps_per_epoch = 7800", 7800},
		{"the steps of one, epochs in a comment", "model.fit(ds, epochs=args.epochs, steps_per_epoch=390)  # 20 epochs", "T=7800",
			"A comment says 20 epochs: 20 epochs × 390 steps = 7800", 7800},
		{"the steps of one alone", "model.fit(ds, epochs=args.epochs, steps_per_epoch=390)", "", "", 0},
		{"two numbers of steps", "model.fit(ds, epochs=20, steps_per_epoch=390)\nsteps_per_epoch = 100", "epochs=20",
			"epochs = 20, each a pass over the data", 4000},
	} {
		asked := Read(opening(), c.text+rest)
		var offers []string
		for _, o := range asked.Offers {
			if determines[o.Field] == "T" {
				offers = append(offers, o.Field+"="+o.Value)
			}
		}
		if got := strings.Join(offers, " "); got != c.offers || !asked.State.View.IsBlank("T") {
			t.Errorf("%s: offered %q, want %q; blank %v", c.name, got, c.offers, asked.State.View.Blank)
			continue
		}
		if c.offers == "" {
			continue
		}
		field, value, _ := strings.Cut(c.offers, "=")
		o := take(t, asked, field, value)
		if o.Text != c.says {
			t.Errorf("%s: %q, want %q", c.name, o.Text, c.says)
		}
		told := Read(opening(), c.text+rest, o)
		if told.State.View.IsBlank("T") || told.State.Run.T != c.steps {
			t.Errorf("%s: T = %d, want %d; blank %v", c.name, told.State.Run.T, c.steps, told.State.View.Blank)
		}
		for _, l := range told.Unheard {
			if strings.Contains(l.Why, "total number of steps") {
				t.Errorf("%s: asked again: %+v", c.name, l)
			}
		}
	}
}
