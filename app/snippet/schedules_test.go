package snippet

import (
	"context"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/snippet/schedule"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/run"
)

// torch is a training of 2940 steps, 98 an epoch, in which a schedule stands.
func torch(schedule, batch, epoch string) string {
	return `
n = 50_000
EPOCHS = 30
train_loader = DataLoader(train_dataset, batch_size=512, shuffle=True)
optimizer = SGD(model.parameters(), lr=0.5)
` + schedule + `
model, optimizer, train_loader = PrivacyEngine().make_private(
    module=model, optimizer=optimizer, data_loader=train_loader,
    noise_multiplier=1.0, max_grad_norm=1.0)
for epoch in range(EPOCHS):
    for x, y in train_loader:
        loss(x, y).backward()
        optimizer.step()
        ` + batch + `
    evaluate(model)
    ` + epoch + `
`
}

// What a schedule is heard as: the fields of a run, or none and what comes nearest.
func TestSchedules(t *testing.T) {
	const warm = "warm = LinearLR(optimizer, start_factor=1 / 98, total_iters=97)\n"
	jax := func(schedule string) string {
		return "import optax\nparams = keras_api.DPKerasConfig(delta=1e-5, clipping_norm=1.0, batch_size=512, train_size=50000, train_steps=1000, poisson_sampling_in_fit=True, noise_multiplier=1.0)\n" +
			"schedule = " + schedule + "\noptimizer = optax.sgd(learning_rate=schedule)\n"
	}
	keras := func(schedule string) string {
		return "num_examples = 1000\nlr_schedule = keras.optimizers.schedules." + schedule + `
optimizer = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, num_microbatches=100, learning_rate=lr_schedule)
model.fit(x, y, epochs=100, batch_size=100)`
	}
	for _, c := range []struct{ name, text, want, why string }{
		{"a cosine over all steps", torch("scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=EPOCHS * len(train_loader))",
			"scheduler.step()", ""),
			"schedule=cosine eta=0.5 T=2940 warmup=0 schedule_final=0", ""},
		{"a cosine that ends above 0", torch("sched = CosineAnnealingLR(optimizer, 2940, eta_min=5e-3)", "sched.step()", ""),
			"schedule=cosine schedule_final=0.01", ""},
		{"a cosine once an epoch", torch("scheduler = CosineAnnealingLR(optimizer, T_max=EPOCHS)", "", "scheduler.step()"),
			"schedule=cosine",
			"yours changes once per epoch, the form’s at every step: the nearest in the form is a cosine to 0 of the learning rate" + filledIn},
		{"a cosine once an epoch that ends above 0", torch("scheduler = CosineAnnealingLR(optimizer, EPOCHS, 0.05)", "", "scheduler.step()"),
			"schedule=cosine schedule_final=0.1", filledIn},
		{"a cosine once an epoch of nobody knows how many steps",
			strings.Replace(torch("scheduler = CosineAnnealingLR(optimizer, T_max=EPOCHS)", "", "scheduler.step()"), "n = 50_000", "", 1),
			"schedule=cosine", "a schedule of the learning rate: only composition holds, and it does not depend on the learning rate; " +
				schedule.OncePerEpoch + ": the nearest in the form is a cosine to 0 of the learning rate" + filledIn},
		{"a cosine behind a semicolon", strings.Replace(torch("scheduler = CosineAnnealingLR(optimizer, T_max=2940)", "", ""),
			"optimizer.step()", "optimizer.step(); scheduler.step()", 1), "schedule=cosine", ""},
		{"a drop behind a semicolon in the outer loop", torch("scheduler = StepLR(optimizer, step_size=10)", "",
			"print('a; b'); scheduler.step()"), "schedule=step schedule_every=980", ""},
		{"a drop in a loop of one line", strings.Replace(torch("scheduler = StepLR(optimizer, step_size=1000)", "", ""),
			":\n        loss(x, y).backward()\n        optimizer.step()", ": loss(x, y).backward(); optimizer.step(); scheduler.step()", 1),
			"schedule=step schedule_every=1000", ""},
		{"a drop in a condition of one line", torch("scheduler = StepLR(optimizer, step_size=10)", "",
			"if epoch > 3: log(); scheduler.step()"), "schedule=constant", notPaced},
		{"a cosine over epochs that falls every step", torch("scheduler = CosineAnnealingLR(optimizer, T_max=EPOCHS)",
			"scheduler.step()", ""),
			"schedule=constant", schedule.NotToEnd},
		{"a cosine that goes on", torch("scheduler = CosineAnnealingLR(optimizer, T_max=5000)", "scheduler.step()", ""),
			"schedule=constant", schedule.NotToEnd},
		{"nobody steps it, as long as all steps", torch("scheduler = CosineAnnealingLR(optimizer, T_max=2940)", "", ""), "schedule=constant",
			notPaced},
		{"nobody steps it, as long as all epochs", torch("scheduler = CosineAnnealingLR(optimizer, T_max=EPOCHS)", "", ""),
			"schedule=cosine", schedule.OncePerEpoch + ": the nearest in the form is a cosine to 0 of the learning rate" + filledIn},
		{"nobody steps it, of another length", torch("scheduler = CosineAnnealingLR(optimizer, T_max=1000)", "", ""),
			"schedule=constant", notPaced},
		{"stepped twice", torch("scheduler = CosineAnnealingLR(optimizer, T_max=2940)", "scheduler.step()", "scheduler.step()"),
			"schedule=constant", notPaced},
		{"stepped under a condition", torch("scheduler = StepLR(optimizer, step_size=10)", "", "if epoch > 3:\n        scheduler.step()"),
			"schedule=constant", notPaced},
		{"stepped if there is one", torch("scheduler = StepLR(optimizer, step_size=10)", "",
			"if scheduler is not None:\n        scheduler.step()"),
			"schedule=step schedule_every=980 schedule_factor=0.1", ""},
		{"stepped if there is one, in a line", torch("scheduler = StepLR(optimizer, step_size=10)", "", "if scheduler: scheduler.step()"),
			"schedule=step schedule_every=980", ""},
		{"stepped with a metric", torch("scheduler = StepLR(optimizer, step_size=10)", "", "scheduler.step(loss)"),
			"schedule=constant", notPaced},
		{"stepped before the optimiser", strings.Replace(torch("scheduler = StepLR(optimizer, step_size=10)", "", ""), "        loss(",
			"        scheduler.step()\n        loss(", 1), "schedule=constant", notPaced},
		{"drops by epochs", torch("scheduler = StepLR(optimizer, step_size=10, gamma=0.5)", "", "scheduler.step()"),
			"schedule=step schedule_every=980 schedule_factor=0.5 warmup=0", ""},
		{"drops by steps", torch("scheduler = StepLR(optimizer, 1000)", "scheduler.step()", ""),
			"schedule=step schedule_every=1000 schedule_factor=0.1", ""},
		{"a drop every epoch", torch("scheduler = ExponentialLR(optimizer, gamma=0.9)", "", "scheduler.step()"),
			"schedule=step schedule_every=98 schedule_factor=0.9", ""},
		{"milestones that are evenly spaced", torch("scheduler = MultiStepLR(optimizer, milestones=[10, 20], gamma=0.2)", "",
			"scheduler.step()"), "schedule=step schedule_every=980 schedule_factor=0.2", ""},
		{"milestones that are not", torch("scheduler = MultiStepLR(optimizer, milestones=[10, 25])", "", "scheduler.step()"),
			"schedule=constant", "its drops are not evenly spaced"},
		{"milestones that stop", torch("scheduler = MultiStepLR(optimizer, milestones=[5, 10])", "", "scheduler.step()"),
			"schedule=constant", schedule.NotToEnd},
		{"a linear fall", torch("scheduler = LinearLR(optimizer, start_factor=1.0, end_factor=0.1, total_iters=2940)",
			"scheduler.step()", ""),
			"schedule=linear schedule_final=0.1", ""},
		{"a linear fall that is cut", torch("scheduler = LinearLR(optimizer, start_factor=1.0, end_factor=0, total_iters=5880)",
			"scheduler.step()", ""), "schedule=linear schedule_final=0.5", ""},
		{"a linear fall to 0", torch("scheduler = PolynomialLR(optimizer, total_iters=2940)", "scheduler.step()", ""),
			"schedule=linear schedule_final=0", ""},
		{"a power", torch("scheduler = PolynomialLR(optimizer, total_iters=2940, power=2)", "scheduler.step()", ""), "schedule=constant",
			"the form’s schedules have no exponent"},
		{"a warm-up", torch(strings.Replace(warm, "warm", "scheduler", 1), "scheduler.step()", ""), "schedule=constant warmup=98", ""},
		{"a warm-up from elsewhere", torch("scheduler = LinearLR(optimizer, start_factor=0.1, total_iters=200)", "scheduler.step()", ""),
			"warmup=200 schedule=constant",
			schedule.NotFromShare + ": the nearest in the form is a warm-up over 200 steps" + filledIn},
		{"a warm-up and a cosine", torch(warm+"cosine = CosineAnnealingLR(optimizer, T_max=2842)\nscheduler = SequentialLR(optimizer, schedulers=[warm, cosine], milestones=[98])", "scheduler.step()", ""),
			"schedule=cosine warmup=98 T=2940", ""},
		{"in place", torch("scheduler = SequentialLR(optimizer, [LinearLR(optimizer, 1 / 98, total_iters=97), CosineAnnealingLR(optimizer, 2842)], [98])", "scheduler.step()", ""), "schedule=cosine warmup=98", ""},
		{"a variable that is given twice", torch("scheduler = LinearLR(optimizer, 1 / 98, total_iters=97)\nscheduler = SequentialLR(optimizer, [scheduler, CosineAnnealingLR(optimizer, 2842)], [98])", "scheduler.step()", ""), "schedule=cosine warmup=98", ""},
		{"one of two", torch("if cosine:\n    scheduler = CosineAnnealingLR(optimizer, 2940)\nelse:\n    scheduler = StepLR(optimizer, 1000)",
			"scheduler.step()", ""), "schedule=constant", "the text has several schedules"},
		{"a cosine that is not told of the warm-up",
			torch(warm+"cosine = CosineAnnealingLR(optimizer, T_max=2940)\nscheduler = SequentialLR(optimizer, schedulers=[warm, cosine], milestones=[98])", "scheduler.step()", ""),
			"schedule=constant warmup=0", schedule.NotToEnd +
				": the nearest in the form is a warm-up over 98 steps, then a cosine to 0 of the learning rate"},
		{"one cycle", torch("scheduler = OneCycleLR(optimizer, max_lr=0.6, total_steps=2940)", "scheduler.step()", ""),
			"schedule=cosine warmup=882 schedule_final=4e-6 eta=0.6",
			"a warm-up over 882 steps, then a cosine to 4e-6 of the learning rate" + filledIn},
		{"one cycle in lines", torch("scheduler = OneCycleLR(optimizer, 0.6, epochs=EPOCHS, steps_per_epoch=len(train_loader), pct_start=0.1, anneal_strategy='linear', cycle_momentum=False)", "scheduler.step()", ""),
			"schedule=linear warmup=294 eta=0.6", "a warm-up over 294 steps, then a linear fall to 4e-6 of the learning rate" + filledIn},
		{"one cycle once an epoch", torch("scheduler = OneCycleLR(optimizer, max_lr=0.6, total_steps=30)", "", "scheduler.step()"),
			"schedule=constant eta=0.5", "a cosine to 4e-6 of the learning rate"},
		{"one cycle that goes on", torch("scheduler = OneCycleLR(optimizer, max_lr=0.6, total_steps=5880)", "scheduler.step()", ""),
			"schedule=constant eta=0.5", "a cosine to 4e-6 of the learning rate"},
		{"one cycle of three phases", torch("scheduler = OneCycleLR(optimizer, max_lr=0.6, total_steps=2940, three_phase=True)",
			"scheduler.step()", ""), "schedule=constant eta=0.5", "a cosine to 4e-6 of the learning rate"},
		{"a plateau", torch("scheduler = ReduceLROnPlateau(optimizer, 'min')", "", "scheduler.step(loss)"), "schedule=constant", schedule.ByResults},
		{"a function", torch("scheduler = LambdaLR(optimizer, lr_lambda=f)", "scheduler.step()", ""), "schedule=constant", schedule.NotKnown},
		{"a physical batch", strings.Replace(torch("scheduler = CosineAnnealingLR(optimizer, T_max=2940)", "scheduler.step()", ""),
			"for epoch",
			"BatchMemoryManager(data_loader=train_loader)\nfor epoch", 1),
			"schedule=constant", "it changes after every physical batch, not after every step"},
		{"a physical batch of any name", strings.Replace(torch("scheduler = CosineAnnealingLR(optimizer, T_max=2940)", "scheduler.step()", ""),
			"    for x, y in train_loader:\n", "    with BatchMemoryManager(\n        data_loader=train_loader) as mem:\n     for x, y in mem:\n", 1),
			"schedule=constant", "it changes after every physical batch, not after every step"},
		{"adaptive clipping, too", strings.Replace(torch("scheduler = CosineAnnealingLR(optimizer, T_max=2940)", "scheduler.step()", ""),
			"max_grad_norm=1.0", "max_grad_norm=1.0, clipping='adaptive', target_unclipped_quantile=0.5", 1),
			"schedule=constant", "the text changes the clipping norm, too"},
		{"Transformers", torch("scheduler = get_cosine_schedule_with_warmup(optimizer, num_warmup_steps=0, num_training_steps=2940)",
			"scheduler.step()", ""), "schedule=cosine", ""},
		{"Transformers with a warm-up", torch("scheduler = get_linear_schedule_with_warmup(optimizer, 100, 2940)", "scheduler.step()", ""),
			"schedule=linear warmup=100", "a linear fall to 0 of the learning rate" + filledIn},
		{"optax, a cosine", jax("optax.cosine_decay_schedule(init_value=0.2, decay_steps=1000, alpha=0.1)"),
			"schedule=cosine eta=0.2 schedule_final=0.1 T=1000", ""},
		{"optax, a line", jax("optax.linear_schedule(0.2, 0.05, 1000)"), "schedule=linear eta=0.2 schedule_final=0.25", ""},
		{"optax, stairs", jax("optax.exponential_decay(0.2, transition_steps=100, decay_rate=0.5, staircase=True)"),
			"schedule=step eta=0.2 schedule_every=100 schedule_factor=0.5", ""},
		{"optax, a decay", jax("optax.exponential_decay(0.2, 100, 0.25)"),
			"schedule=step eta=0.2 schedule_every=1 schedule_factor=0.986232704493359", ""},
		{"optax, a decay to nothing", jax("optax.exponential_decay(0.2, 2, 0.25)"), "schedule=constant schedule_factor=0.5",
			"the lowest learning rate is 3.73e-302 and must be at least 1e-30: below that, steps do nothing and their noise is lost to rounding"},
		{"optax, a warm-up", jax("optax.warmup_cosine_decay_schedule(init_value=0.0, peak_value=0.2, warmup_steps=100, decay_steps=1000)"),
			"schedule=cosine warmup=100 eta=0.2",
			schedule.NotFromShare + ": the nearest in the form is a warm-up over 100 steps, then a cosine to 0 of the learning rate" + filledIn},
		{"optax, a warm-up that is ours", jax("optax.join_schedules([optax.linear_schedule(0.002, 0.2, 99), optax.cosine_decay_schedule(0.2, 900)], boundaries=[100])"), "schedule=cosine eta=0.2 warmup=100", ""},
		{"optax, another length", jax("optax.cosine_decay_schedule(init_value=0.2, decay_steps=500)"), "schedule=constant", schedule.NotToEnd},
		{"Keras, a cosine", keras("CosineDecay(0.1, decay_steps=1000)"), "schedule=cosine eta=0.1", ""},
		{"Keras, stairs", keras("ExponentialDecay(0.1, decay_steps=100, decay_rate=0.9, staircase=True)"),
			"schedule=step eta=0.1 schedule_every=100 schedule_factor=0.9", ""},
		{"Keras, a line", keras("PolynomialDecay(0.1, 1000, 0.01)"), "schedule=linear eta=0.1 schedule_final=0.1", ""},
		{"Keras, a warm-up", keras("CosineDecay(0.0, 900, warmup_target=0.1, warmup_steps=100)"), "schedule=cosine warmup=100 eta=0.1",
			"a cosine to 0 of the learning rate" + filledIn},
		{"Keras, pieces", keras("PiecewiseConstantDecay([100], [0.1, 0.01])"), "schedule=constant", schedule.NotKnown},
		{"ours", `{"v":1,"run":{"n":50,"b":5,"T":20,"eta":0.1,"clip":1,"sigma":1,"noise":"iterate","diameter":"inf","adjacency":"replace","scheme":"cyclic","loss":"convex","smoothness":1,"clipping":"never","schedule":"linear","schedule_final":0.5,"warmup":4}}`,
			"schedule=linear schedule_final=0.5 warmup=4", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Read(opening(), c.text)
			for want := range strings.FieldsSeq(c.want) {
				name, value, _ := strings.Cut(want, "=")
				if is := readField(got.State, name); is != value {
					t.Errorf("%s is %s, want %s", name, is, value)
				}
			}
			refused := slices.Contains(got.State.View.Differs, "schedule")
			if refused != (c.why != "") || !slices.ContainsFunc(got.Unheard, func(l Left) bool {
				return c.why == "" || strings.HasSuffix(l.Why, c.why) || strings.Contains(l.Why, c.why+": ")
			}) && c.why != "" {
				t.Errorf("refused: %v, %+v", refused, got.Unheard)
			}
			if t.Failed() {
				t.Logf("%+v", got)
			}
		})
	}
}

// A script with AdamW has no row that hides its iterates; one with SGD, a cosine and weight
// decay has one that says both.
func TestRowsOfScripts(t *testing.T) {
	script := func(optimizer string) string {
		return `
n = 1000
loss = "convex"
smoothness = 1
clipping = "never"
adjacency = "zero-out"
train_loader = DataLoader(train_dataset, batch_size=100)
optimizer = ` + optimizer + `
scheduler = CosineAnnealingLR(optimizer, T_max=40 * len(train_loader), eta_min=0.05)
model, optimizer, train_loader = PrivacyEngine().make_private(module=model, optimizer=optimizer, data_loader=train_loader,
    noise_multiplier=1.0, max_grad_norm=1.0, poisson_sampling=False)
for epoch in range(40):
    for x, y in train_loader:
        loss(x, y).backward()
        optimizer.step()
        scheduler.step()
`
	}
	hidden := func(text string) (found []string, r Reading) {
		r = Read(opening(), text)
		if ticked, _ := words.Known(r.State.View.Differs); ticked.Coverage(r.State.Run) != words.Everything {
			return nil, r
		}
		report, err := bounds.Evaluate(context.Background(), r.State.Run, r.State.Question, bounds.Settings{})
		if err != nil {
			t.Fatal(err)
		}
		for _, row := range report.Rows {
			if row.Applies && row.Theorem.HiddenState && row.Theorem.Schedules && row.Theorem.Decays {
				found = append(found, row.Theorem.ID)
			}
		}
		return found, r
	}
	rows, r := hidden(script("optim.SGD(model.parameters(), lr=0.5, momentum=0, weight_decay=0.01)"))
	for name, want := range map[string]string{"schedule": "cosine", "schedule_final": "0.1", "weight_decay": "0.01", "eta": "0.5",
		"T":      "400",
		"scheme": string(run.Cyclic)} {
		if is := r.State.Run.Get(name); is != want {
			t.Errorf("%s is %s, want %s", name, is, want)
		}
	}
	if !slices.Contains(rows, "shift") || r.State.View.Differs != nil {
		t.Errorf("rows %v, %+v", rows, r)
	}
	if rows, r := hidden(script("optim.AdamW(model.parameters(), lr=0.5, weight_decay=0.01)")); rows != nil ||
		!slices.Contains(r.State.View.Differs, "adam") {
		t.Errorf("rows %v, %+v", rows, r)
	}
}

// One cycle moves the momentum unless it is told not to, which is said before how its rates differ.
func TestOneCycleMovesTheMomentum(t *testing.T) {
	const cycle = "scheduler = OneCycleLR(optimizer, max_lr=0.6, total_steps=2940"
	got := Read(opening(), torch(cycle+")", "scheduler.step()", ""))
	if !slices.Contains(got.State.View.Differs, "momentum") || len(got.Unheard) < 2 || got.Unheard[0].Why != movesMomentum {
		t.Errorf("%v, %+v", got.State.View.Differs, got.Unheard)
	}
	got = Read(opening(), torch(cycle+", cycle_momentum=False)", "scheduler.step()", ""))
	if slices.Contains(got.State.View.Differs, "momentum") || !slices.Contains(got.State.View.Differs, "schedule") {
		t.Errorf("%v, %+v", got.State.View.Differs, got.Unheard)
	}
	ticked, _ := words.Known(got.State.View.Differs)
	if covers := ticked.Coverage(got.State.Run); covers != words.Composition {
		t.Errorf("a schedule near the script's is covered by %v, want %v: it is not the script's", covers, words.Composition)
	}
}
