package snippet

import "testing"

// Data that are there several times, batches that several processes share, and estimators that train whenever they are fitted.
func TestSharesAndCopies(t *testing.T) {
	const estimator = "n = 60000\nclf = DPClassifier(noise_multiplier=1.1, max_grad_norm=1.0, batch_size=250, learning_rate=0.1, epochs=5, " +
		"scheme='poisson', adjacency='add-remove')\nclf.fit(x, y)"
	const jax = "params = DPKerasConfig(delta=1e-5, clipping_norm=1.0, batch_size=500, train_size=50000, train_steps=1000, " +
		"poisson_sampling_in_fit=True, noise_multiplier=1.0)\nopt = SGD(learning_rate=0.1)"
	checkDoubts(t, []doubt{
		{"a list of one data set", trainedByOpacus, "train_ds = ConcatDataset([ds] * 4)", "group=4", "n", "loss"},
		{"a data set twice in a list", trainedByOpacus, "train_ds = ConcatDataset([ds, ds])", "group=2", "n", "loss"},
		{"a list of nobody knows how many", trainedByOpacus, "train_ds = ConcatDataset([ds] * k)", "group=0", "n", "loss"},
		{"two data sets", trainedByOpacus, "train_ds = ConcatDataset([ds, more])", "n=50000 group=0", "", "loss"},
		{"a test set twice", trainedByOpacus, "test_ds = ConcatDataset([ds, ds])", "n=50000 group=0", "", "loss"},
		{"a sum", trainedByOpacus, "train_ds = ds + ds", "group=2", "n", "loss"},
		{"arrays", trainedByKeras, "x_train = np.concatenate([x_train, x_train])", "group=2", "n", "loss"},
		{"arrays side by side", trainedByKeras, "x_train = np.concatenate([x_train, x_train], axis=1)", "n=60000 group=0", "", "loss"},
		{"an array again and again", trainedByKeras, "x_train = np.repeat(x_train, 4, axis=0)", "group=4", "n", "loss"},
		{"examples of a rare class", trainedByKeras, "x, y = RandomOverSampler().fit_resample(x, y)", "", "n", "loss"},

		{"processes of nobody knows how many", trainedByOpacus, "accelerator = Accelerator()", "", "b", "loss"},
		{"processes that share a batch", trainedByOpacus, "accelerator = Accelerator(split_batches=True)", "b=500", "", "loss"},
		{"one process", trainedByOpacus, "accelerator = Accelerator() | +!accelerate launch --num_processes 1 train.py", "b=500", "", "loss"},
		{"two processes", trainedByOpacus, "accelerator = Accelerator() | +!accelerate launch --num_processes 2 train.py", "", "b", "loss"},
		{"an accelerator by its name", trainedByOpacus, "Trainer(accelerator='gpu', devices=1)", "b=500", "", "loss"},

		{"an estimator", estimator, "", "T=1200", "", "loss"},
		{"an estimator that a loop fits", estimator, "clf.fit(x, y) => +for _ in range(30):\n    clf.partial_fit(x, y)", "", "T", "loss"},
		{"an estimator that is fitted twice", estimator, "+clf.partial_fit(x, y)", "", "T", "loss"},
		{"an estimator that goes through batches", estimator,
			"clf.fit(x, y) => +for epoch in range(5):\n    for xb, yb in batches:\n        clf.partial_fit(xb, yb)", "T=1200", "", "loss"},
		{"an estimator that cuts batches", estimator,
			"clf.fit(x, y) => +for epoch in range(5):\n    for i in range(0, n, 250):\n        clf.partial_fit(x[i:i+250], y[i:i+250])", "T=1200", "", "loss"},

		{"JAX Privacy", jax, "", "scheme=poisson", "", "loss"},
		{"Poisson batches that are cut off", jax, "noise_multiplier=1.0 => noise_multiplier=1.0, truncated_batch_size=600", "", "scheme", "loss"},
		{"batches of one part of the data in turn", jax, "+CyclicPoissonSampling(sampling_prob=0.01, iterations=1000, cycle_length=10)", "",
			"b~scheme", "loss"},
	})
}

// What trains is repeated by those who call it, and given numbers by them.
func TestCallsOfTheTraining(t *testing.T) {
	const function = "n = 50000; lr = 0.1; batch_size = 500\ndef run(noise_multiplier, epochs):\n    m, o, l = PrivacyEngine().make_private(module=m, optimizer=o, " +
		"data_loader=l, noise_multiplier=noise_multiplier, max_grad_norm=1)\n    for epoch in range(epochs):\n        train(m)\n"
	const flags = "flags.DEFINE_float('noise_multiplier', 1.0, '')\nflags.DEFINE_integer('epochs', 20, '')\nn = 50000; lr = 0.1; batch_size = 500\n" +
		"PrivacyEngine().make_private(noise_multiplier=FLAGS.noise_multiplier, max_grad_norm=1)\n"
	const command = "python train.py num_examples=50000 batch_size=500 epochs=20 lr=.1 noise_multiplier=2 max_grad_norm=1"
	checkDoubts(t, []doubt{
		{"one call", function, "+run(1.0, 20)", "T=2000 sigma=1", "", "loss"},
		{"one call by names", function, "+run(noise_multiplier=1.0, epochs=20)", "T=2000 sigma=1", "", "loss"},
		{"two calls", function, "+run(1.0, 20)\nrun(1.0, 20)", "sigma=1", "T", "loss"},
		{"two calls with other noise", function, "+run(4.0, 20)\nrun(1.0, 20)", "", "T~sigma", "loss"},
		{"a loop of calls", function, "+for seed in seeds:\n    run(1.0, 20)", "sigma=1", "T", "loss"},
		{"a call under a condition, and another", function, "+if quick:\n    run(9.0, 2)\nelse:\n    run(1.0, 20)", "", "T~sigma", "loss"},
		{"a value from nowhere", function, "", "", "T~sigma", "loss"},
		{"folds by a function", trainedByKeras, "+cross_val_score(model, x, y, cv=5)", "", "n~T", "loss"},
		{"defaults of flags", flags, "", "T=2000 sigma=1", "", "loss"},
		{"defaults of flags that are set", flags, "+FLAGS.set_default('epochs', 100)\nFLAGS.set_default('noise_multiplier', .5)", "T=10000 sigma=0.5", "", "loss"},
		{"a name's default", flags, "+config.setdefault('epochs', 100)", "T=2000", "", "loss"},
		{"Hydra's", command, "", "T=2000 sigma=2", "adjacency~scheme", "loss"},
		{"Hydra's several runs", command, "noise_multiplier=2 => noise_multiplier=2,0.5", "T=2000", "sigma~adjacency~scheme", "loss"},
		{"a member that an argument gives", trainedByOpacus, "noise_multiplier=1.0 => noise_multiplier=self.noise_multiplier | " +
			"class Lit:\n    def __init__(self, noise_multiplier=1.5):\n        pass\nLit(noise_multiplier=0.7)", "sigma=0.7", "", "loss"},
	})
	for prefix, want := range map[string]string{"": "b", "srun ": "b", "env A=1 ": "b"} {
		got := Read(opening(), prefix+"python train.py --num-examples 50000 --batch-size 64 --devices 8 --epochs 20 --noise-multiplier 1 --lr 1")
		if !got.State.View.IsBlank(want) || len(got.Left) > 0 {
			t.Errorf("%s: left %+v, open are %q", prefix, got.Left, got.State.View.Blank)
		}
	}
}

// What the batch of a step may be is offered, with the number of devices where the text says it.
func TestSharedBatchesAreOffered(t *testing.T) {
	for lines, want := range map[string]string{
		"accelerator = Accelerator()":                                              "500",
		"Trainer(devices=8)":                                                       "500 4000",
		"Trainer(devices=8)\ntrain(gradient_accumulation_steps=2)":                 "1000 8000 500 4000",
		"TrainingArguments(per_device_train_batch_size=32)":                        "32",
		"Trainer(devices=8, num_nodes=2)":                                          "500",
		"gradient_accumulation_steps = 4\nbatch(per_device_train_batch_size = 32)": "128",
	} {
		got := Read(opening(), changedBy(t, trainedByOpacus, lines))
		if is := offered(got, "b"); is != want || !got.State.View.IsBlank("b") {
			t.Errorf("%s: offers %q, want %s; %+v", lines, is, want, got.Offers)
		}
	}
	text := changedBy(t, trainedByOpacus, "train_ds = ConcatDataset([ds] * 4)")
	asked := Read(opening(), text)
	if is := offered(asked, "n"); is != "200000 50000" {
		t.Errorf("with copies: offers %q", is)
	}
	if got := Read(opening(), text, take(t, asked, "n", "200000")); got.State.Run.N != 200_000 || got.State.Run.Group != 4 || got.State.View.Blank != nil {
		t.Errorf("with copies: %+v", got.State)
	}
}
