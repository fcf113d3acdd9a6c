package snippet

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/bounds"
	"lastiterate/bounds/run"
)

func opening() link.State {
	return link.State{Query: bounds.DefaultQuery()}
}

// What each text must give: fields of the run as links write them, "delta", "steps"
// and "differs" among them, and what must be said to be left.
func TestRead(t *testing.T) {
	mnist := "n=60000 b=256 T=3525 eta=0.1 clip=1 sigma=1.1 noise=multiplier delta=1e-5 steps=epochs diameter=inf"
	for _, c := range []struct {
		name, text, want, left string
	}{
		{"a phrase", "n=60000, batch 256, 15 epochs, lr 0.1, noise multiplier 1.1, clip 1, δ=1e-5",
			mnist + " needs=adjacency~scheme differs=loss", ""},
		{"a phrase that says all", "n=60000, Poisson batches of 256, add or remove one, 15 epochs, lr 0.1, noise multiplier 1.1, clip 1, δ=1e-5",
			mnist + " needs= scheme=poisson adjacency=add-remove", ""},
		{"a phrase in full", "MNIST: 60,000 examples, batch size of 256, 15 epochs, learning rate 0.1, noise multiplier 1.1, clipping norm 1, delta 10⁻⁵", mnist, ""},
		{"a checkpoint every epoch", "n=60000, batch 256, reshuffled every epoch, 15 epochs, lr 0.1, noise multiplier 1.1, clip 1, δ=1e-5. I keep a checkpoint every epoch.", strings.Replace(mnist, "3525", "3510", 1) + " scheme=reshuffle release=every every=234", ""},
		{"checkpoints by steps", "n=60000, Poisson batches of 256, T=3525 steps, lr 0.1, noise multiplier 1.1, clip 1, checkpoints are saved after every 500 steps", "n=60000 b=256 T=3525 scheme=poisson release=every every=500", ""},
		{"an average of the last", "n=60000, Poisson batches of 256, 15 epochs, lr 0.1, noise multiplier 1.1, clip 1, and the average of the last 20 iterates is released", "n=60000 b=256 T=3525 release=tail every=20", ""},
		{"all iterates", "n=60000, Poisson batches of 256, 15 epochs, lr 0.1, noise multiplier 1.1, clip 1, all iterates are released",
			"T=3525 release=all", ""},
		{"a checkpoint every pass", "n=60000, batch 256, reshuffled every epoch, 15 epochs, lr 0.1, noise multiplier 1.1, clip 1, δ=1e-5. A checkpoint every pass.", strings.Replace(mnist, "3525", "3510", 1) + " scheme=reshuffle release=every every=234", ""},
		{"checkpoints of no known epoch", "batch 256, 15 epochs, lr 0.1, noise multiplier 1.1, clip 1, a checkpoint each epoch",
			"b=256 needs=n~adjacency~scheme", "a checkpoint each epoch"},
		{"lines", "n = 60_000\nb = 256\nepochs = 15\neta = 0.1\nclip = 1\nnoise_multiplier = 1.1\ndelta = 1e-5\n", mnist, ""},
		{"a shuffled loader, add or remove", "60k samples, batches of 256, reshuffled every epoch, add or remove one, 15 epochs, lr 0.1, noise multiplier 1.1, clip 1, δ = 1e-5", strings.Replace(mnist, "3525", "3510", 1) + " scheme=reshuffle adjacency=add-remove", ""},
		// Opacus 1.5: PrivacyEngine.make_private(*, module, optimizer, data_loader,
		// noise_multiplier, max_grad_norm, …, poisson_sampling=True, …).
		{"Opacus", `
from opacus import PrivacyEngine
train_dataset = MNIST(root="data", train=True)  # n = 60000
n = 60000
EPOCHS = 15
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
train_loader = torch.utils.data.DataLoader(train_dataset, batch_size=256, shuffle=True)
privacy_engine = PrivacyEngine(accountant="prv", secure_mode=False)
model, optimizer, train_loader = privacy_engine.make_private(
    module=model,
    optimizer=optimizer,
    data_loader=train_loader,
    noise_multiplier=1.1,
    max_grad_norm=1.0,
)
for epoch in range(EPOCHS):
    train(model, device=device)
epsilon = privacy_engine.get_epsilon(delta=1e-5)
`, mnist + " scheme=poisson adjacency=add-remove clipping=active", "shuffle = True"},
		{"Opacus without Poisson", `privacy_engine.make_private(module=m, optimizer=o, data_loader=l, noise_multiplier=1.1, max_grad_norm=1.0, poisson_sampling=False)`,
			"sigma=1.1 clip=1 noise=multiplier needs=n~b~T~eta~scheme", ""},
		// make_private_with_epsilon(*, …, target_epsilon, target_delta, epochs, max_grad_norm, …).
		{"Opacus with a target", `model, optimizer, loader = engine.make_private_with_epsilon(
    module=model, optimizer=optimizer, data_loader=loader,
    target_epsilon=8.0, target_delta=1/len(train_dataset), epochs=20, max_grad_norm=1.2)
train_size = 50000`, "n=50000 clip=1.2 delta=2e-5 epochs=20 needs=b~eta~sigma", "target_epsilon = 8.0"},
		{"Opacus with Adam", `optimizer = optim.Adam(net.parameters(), lr=1e-3)
engine.make_private(module=net, optimizer=optimizer, data_loader=loader, noise_multiplier=0.8, max_grad_norm=1.2)`, "eta=0.001 sigma=0.8 differs=adam~loss needs=n~b~T", "optim.Adam(…)"},
		{"SGD with momentum", `optimizer = optim.SGD(net.parameters(), lr=lr, momentum=0.9, weight_decay=5e-4)
lr = 0.05
engine.make_private(module=net, noise_multiplier=1, max_grad_norm=1)`, "eta=0.05 weight_decay=0.0005 differs=momentum~loss", "momentum = 0.9"},
		// TensorFlow Privacy 0.9: DPKerasSGDOptimizer(l2_norm_clip, noise_multiplier,
		// num_microbatches=None, gradient_accumulation_steps=1, *args, **kwargs).
		{"TF Privacy", `optimizer = tensorflow_privacy.DPKerasSGDOptimizer(
    l2_norm_clip=1.5,
    noise_multiplier=1.3,
    num_microbatches=250,
    learning_rate=0.25)
model.fit(train_data, train_labels, epochs=3, batch_size=250)
num_examples = train_data.shape[0]`, "clip=1.5 sigma=1.3 noise=multiplier eta=0.25 b=250 epochs=3 scheme=reshuffle needs=n", "num_examples = train_data.shape [ 0 ]"},
		{"TF Privacy by place", `dp_optimizer_keras.DPKerasSGDOptimizer(1.0, 1.1, 250, learning_rate=0.15)`,
			"clip=1 eta=0.15 needs=n~b~T~sigma~scheme", "dp_optimizer_keras.DPKerasSGDOptimizer: 250"},
		// compute_dp_sgd_privacy(n, batch_size, noise_multiplier, epochs, delta).
		{"TF Privacy's accountant", "compute_dp_sgd_privacy.compute_dp_sgd_privacy(60000, 250, 1.3, 15, 1e-5)",
			"n=60000 b=250 sigma=1.3 T=3600 delta=1e-5", ""},
		{"TF Privacy's accountant by name", "compute_dp_sgd_privacy(n=60000,batch_size=250,noise_multiplier=1.3,epochs=15,delta=1e-5)",
			"n=60000 b=250 sigma=1.3 T=3600 delta=1e-5", ""},
		// compute_dp_sgd_privacy_statement(number_of_examples, batch_size, num_epochs,
		// noise_multiplier, delta, used_microbatching=True, max_examples_per_user=None).
		{"TF Privacy's statement", "compute_dp_sgd_privacy_statement(number_of_examples=60000, batch_size=256, num_epochs=15, noise_multiplier=1.1, delta=1e-5, used_microbatching=False)", "n=60000 b=256 T=3516 sigma=1.1 steps=T needs=eta~clip scheme=poisson", ""},
		// JAX Privacy 1.0: DPKerasConfig(epsilon, delta, clipping_norm, batch_size,
		// gradient_accumulation_steps, train_steps, train_size, noise_multiplier=None, …).
		{"JAX Privacy", `batch_size = 1_000
epochs = 25
train_size = 50_000
params = keras_api.DPKerasConfig(
    epsilon=5.0, delta=1e-5, clipping_norm=0.5, batch_size=batch_size,
    gradient_accumulation_steps=1,
    train_steps=epochs * (train_size // batch_size),
    train_size=train_size, noise_multiplier=1.4, seed=0)`, "n=50000 b=1000 T=1250 clip=0.5 sigma=1.4 delta=1e-5 needs=eta~scheme", "epsilon = 5.0"},
		{"a configuration in JSON", `{"training": {"num_updates": 875, "batch_size": 4096, "dp": {"clipping_norm": 1, "noise_multiplier": 3, "target_delta": 1e-5}}, "num_examples": 50000, "seed": 7}`,
			"T=875 b=4096 clip=1 sigma=3 noise=multiplier n=50000 delta=1e-5", ""},
		{"our JSON", `{"v":1,"method":"evaluate","question":{"delta":1e-6},"run":{"n":50,"b":5,"T":20,"eta":0.1,"clip":1,"sigma":1,"noise":"iterate","diameter":"inf","adjacency":"replace","scheme":"cyclic","loss":"convex","smoothness":1,"clipping":"never"}}`,
			"n=50 b=5 T=20 sigma=1 noise=iterate diameter=inf scheme=cyclic loss=convex clipping=never delta=1e-6", ""},
		{"our JSON, not smooth", `{"run":{"n":50,"b":5,"T":20,"loss":"convex","smoothness":"inf","clipping":"never"}}`,
			"n=50 b=5 T=20 loss=convex smoothness=inf clipping=never", ""},
		{"a hinge loss", "n = 1000, hinge loss, never clipped", "n=1000 loss=convex smoothness=inf clipping=never", ""},
		{"a hinge loss in code", `clf = SGDClassifier(loss="hinge")`, "loss=convex smoothness=inf", ""},
		{"in our words", "convex, not smooth", "loss=convex smoothness=inf", ""},
		{"our link", "see https://example.org/#v=1&n=7&b=7&T=90&eta=0.05&colour=red.", "n=7 T=90 eta=0.05 scheme=full", "colour=red."},
		{"our own names", "diameter = 2\nloss = convex\nscheme: full batch", "diameter=2 loss=convex scheme=full eta=0.1 T=200", ""},
		{"a ball", "projected on a ball of radius R = 3", "diameter=6", ""},
		{"a fraction and a sampling rate", "n = 1000, q = 1/20, lr = 1/256", "n=1000 b=50 eta=0.00390625 scheme=poisson", ""},
		{"what stands nowhere", "make_private(noise_multiplier=args.sigma, max_grad_norm=1)", "clip=1 needs=n~b~T~eta~sigma",
			"noise_multiplier = args.sigma"},
		{"a number that cannot be", "n=60000, batch 256, lr -1, noise multiplier 1.1",
			"n=60000 b=256 sigma=1.1 needs=T~eta~clip~adjacency~scheme", "lr - 1"},
		{"two values", "lr=0.1, lr=0.2", "needs=eta", "lr = 0.2"},
		{"no run at all", "To be or not to be", "n=5 T=200", "To be or not to be"},
		{"nothing", "", "n=5 T=200", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Read(opening(), c.text)
			for want := range strings.FieldsSeq(c.want) {
				name, value, _ := strings.Cut(want, "=")
				is := got.State.Run.Get(name)
				switch name {
				case "delta":
					is = run.FormatNumber(got.State.Question.Delta)
				case "needs":
					is = strings.Join(got.State.View.Blank, "~")
				case "epochs": // of a length that is not known
					is = got.State.Run.Get("T")
					if !got.State.View.Pending() || got.State.View.Steps != "epochs" {
						is = "none"
					}
				case "steps":
					is = got.State.View.Steps
				case "differs":
					is = strings.Join(got.State.View.Differs, "~")
				}
				if is != value {
					t.Errorf("%s is %s, want %s", name, is, value)
				}
			}
			left := slices.Concat(got.Unheard, got.Left)
			if c.left == "" && len(left) > 0 || c.left != "" && !slices.ContainsFunc(left,
				func(l Left) bool { return l.Said == c.left && l.Why != "" }) {
				t.Errorf("left is %+v, want %q", left, c.left)
			}
			if t.Failed() {
				t.Logf("%+v", got)
			}
		})
	}
}

// Opacus samples unless it is told not to, whatever the loader does: the scheme is read, not assumed, and the
// loader's shuffling is said to be replaced.
func TestOpacusReplacesTheLoader(t *testing.T) {
	got := Read(opening(), "loader = DataLoader(d, batch_size=256, shuffle=True)\n"+
		"PrivacyEngine().make_private(data_loader=loader, noise_multiplier=1.1, max_grad_norm=1)\nn = 60000; lr = 0.1; epochs = 15")
	if !slices.Contains(got.Taken, Taken{"make_private(…), poisson_sampling=True by default", "scheme", "poisson"}) {
		t.Errorf("of the batches it read %q", got.Taken)
	}
	if !slices.ContainsFunc(got.Left, func(l Left) bool { return l.Said == "shuffle = True" && strings.Contains(l.Why, "Opacus replaces") }) {
		t.Errorf("of the loader it says %+v", got.Left)
	}
	if slices.Contains(got.Assumed, "scheme") || !slices.Contains(got.Assumed, "adjacency") {
		t.Errorf("it assumed %q", got.Assumed)
	}
	if other := Read(opening(), "eps = get_noise_multiplier(target_delta=1e-5, sample_rate=0.01, epochs=3)"); slices.ContainsFunc(other.Taken,
		func(t Taken) bool { return strings.Contains(t.Said, "make_private") }) {
		t.Errorf("of an accountant alone it says %q", other.Taken)
	}
}

// A field is changed where the form holds something else than was read, or stood in.
func TestChanged(t *testing.T) {
	r := Read(opening(), "make_private(noise_multiplier=1.1, max_grad_norm=1, batch_size=10)\nn=1000; epochs=2; lr=0.1")
	now := r.State
	changed := func() (fields []string) {
		for _, field := range slices.Concat(r.Assumed, []string{"eta", "epochs", "differs"}) {
			if r.Changed(now, field) {
				fields = append(fields, field)
			}
		}
		return fields
	}
	if got := changed(); len(got) > 0 || !slices.Contains(r.Assumed, "adjacency") || !slices.Contains(r.Assumed, "delta") {
		t.Errorf("before any change %q is changed, %q was assumed", got, r.Assumed)
	}
	now.Run.Adjacency, now.Question.Delta, now.Run.T = run.Replace, 1e-6, 7
	if got := changed(); !slices.Equal(got, []string{"adjacency", "delta", "epochs"}) {
		t.Errorf("after three changes %q is changed", got)
	}
}

// Whatever the text, the state is valid, and what is listed is short.
func FuzzRead(f *testing.F) {
	for _, text := range []string{"n=60000, batch 256, 15 epochs", "make_private(noise_multiplier=1.1, max_grad_norm=1)",
		"DPKerasSGDOptimizer(1, 2, 3", `{"run":{"n":"inf","b":[]}}`, "v=1&n=%",
		"epochs = 1e300 * 1e300", "n=5 b=0.5 epochs=2 lr=1 clip=1", "n=1e300 b=1e299 epochs=2 lr=1 clip=1", "n=3 b=7 epochs=2 lr=1",
		"make_private(drop_last=True, batch_size=9) n=5 lr=1 epochs=1",
		"add_argument('--lr', default=0.1", "range(1, epoch", "len(", "accumulation_steps=0 n=5 b=2 lr=1", "n= b= T= eta=",
		"n=0, b=0, epochs 3",
		"q=0.5 n=1e-3", strings.Repeat("(", 3000), "lr=" + strings.Repeat("-", 5000), "for epoch in range(", "T=T\nT", "a=b\nb=a", "σ²⁻=1",
		"1/0 epochs", "'", "len(len(", "a = SequentialLR(o, [b], [1])\nb = SequentialLR(o, [a], [1])",
		strings.Repeat("SequentialLR([", 900),
		"Subset(", "Subset(ds, range(", "a = Subset(ds,\n", "a, b = random_split(d, [5,", "assert len(d) ==", "assert len(", "n = len(d) #", "# 5",
		"=Subset(d, range(5))", "loader = DataLoader(Subset(d, range(5)),", "steps_per_epoch = int(N //", "N = 5\nsample_rate = 3 /",
		"DataLoader(\n", "if\n assert n == 5", "x.shape[0", "s = StepLR(o, 0, nan) for e in", "StepLR(o, 3)\nn=9 b=3 lr=1 epochs=2 clip=1",
		"import optax\ns = optax.exponential_decay(1, 0, 0)\nT = 5", "s=StepLR(o,1)\nfor epoch in range(2):\n f()\n s.step()",
		"A,B=", "a, b = (", "lr: x | ", "'''", "optim=\"", "SGD(p, ", "DataLoader(d, 5, sampler=s", "T *= ", "cfg[\"lr\"] = cfg[\"lr\"] * 2",
		"for step in tqdm(range(", "x = field(default=", "steps_per_epoch = 9 //", "max(1, min(", "don't", "def sgd(", "lr = lr = lr"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got := Read(opening(), text)
		if wrong := link.Check(got.State); wrong != nil {
			t.Fatalf("%q gives a state with %q", text, wrong)
		}
		saidOnce(t, got)
		for _, l := range got.Left {
			if l.Why == "" || len([]rune(l.Said)) > 250 {
				t.Errorf("%q: left %+v", text, l)
			}
		}
	})
}

// Two values that are refused are both left blank: neither is taken from a preset.
func TestRefusedValuesStayBlank(t *testing.T) {
	for text, want := range map[string]string{
		"make_private(noise_multiplier=-1, max_grad_norm=1)\nn=1000; batch_size=10; epochs=2; lr=0.1\nget_epsilon(delta=3)": "sigma",
		"make_private(noise_multiplier=1, max_grad_norm=1)\nn=1000; batch_size=10; epochs=2; lr=-0.1\nget_epsilon(delta=3)": "eta",
		"make_private(noise_multiplier=-1, max_grad_norm=1)\nn=1000; batch_size=10; epochs=2; lr=-0.1":                      "sigma eta",
	} {
		got := Read(opening(), text).State.View.Blank
		if !sameNames(got, strings.Fields(want)) {
			t.Errorf("%s: blank are %v, want %s", text, got, want)
		}
	}
}
