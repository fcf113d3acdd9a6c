package snippet

import (
	"slices"
	"strings"
	"testing"
)

// trainedByOpacus is a script in which everything is said once; a case puts a line before, after or in place of one of its own.
const trainedByOpacus = `
n = 50000
train_loader = DataLoader(train_ds, batch_size=500)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
model, optimizer, train_loader = PrivacyEngine().make_private(module=model, optimizer=optimizer, data_loader=train_loader, noise_multiplier=1.0, max_grad_norm=1.0)
for epoch in range(20):
    train(model, train_loader, optimizer)
`

// trainedByKeras is the same of TensorFlow.
const trainedByKeras = `
num_examples = 60000
opt = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, num_microbatches=250, learning_rate=0.15)
model.compile(optimizer=opt, loss=loss)
model.fit(x_train, y_train, epochs=60, batch_size=250)
`

// trainedInWords is the same in a sentence.
const trainedInWords = "n=50000, Poisson batches of 500, add or remove one, 20 epochs, lr 0.1, noise multiplier 1.0, clip 1"

// What a script seems to say and may not mean gives no number: each of these lost more than the number that an earlier
// reader gave. Lines are "old => new"; a line without an arrow is put in front, and one that begins with + behind.
func TestDoubts(t *testing.T) {
	checkDoubts(t, []doubt{
		{"nothing in doubt", trainedByOpacus, "", "n=50000 b=500 T=2000 sigma=1 scheme=poisson", "", "loss"},
		// Two values
		{"a second try of a notebook", trainedByOpacus, "noise_multiplier = 1.5", "", "sigma", "loss"},
		{"a helper that is bound twice", trainedByOpacus, "NM = 1.5 | NM = 0.6 | noise_multiplier=1.0 => noise_multiplier=NM", "", "sigma", "loss"},
		{"an argument of another call is no variable", trainedByOpacus,
			"plot(xs, sig=1.5, ep=5) | sig = 0.5 | noise_multiplier=1.0 => noise_multiplier=sig", "sigma=0.5", "", "loss"},
		{"a local variable of another function", trainedByOpacus,
			"def other():\n    sig = 1.5 | sig = 0.5 | noise_multiplier=1.0 => noise_multiplier=sig", "", "sigma", "loss"},
		{"other epochs", trainedByOpacus, "+for epoch in range(40):\n    train(model, train_loader, optimizer)", "", "T", "loss"},
		{"as many epochs again", trainedByOpacus, "+for epoch in range(20):\n    train(model, train_loader, optimizer)", "", "T", "loss"},
		{"a factor of the epochs", trainedByOpacus, "epochs = 20 | range(20) => range(epochs * 3)", "", "T", "loss"},
		{"another loader", trainedByOpacus, "loader = DataLoader(more, batch_size=32)", "", "b", "loss"},
		{"two engines", trainedByOpacus, "+m, o, l = PrivacyEngine().make_private(module=m, optimizer=o, data_loader=l, noise_multiplier=1.0, max_grad_norm=1.0)",
			"", "T", "loss"},
		{"steps of something else", trainedByOpacus, "+TSNE(n_iter=300)", "", "T", "loss"},
		{"steps that are the epochs'", trainedByOpacus, "+total_steps = 2000", "T=2000", "", "loss"},
		{"of two δ the smaller", trainedByOpacus, "Patience(delta=0.001) | +get_epsilon(delta=1e-6)", "delta=1e-6", "", "loss"},
		{"two stages in words", trainedInWords, "20 epochs => 10 epochs, then 40 epochs", "", "T", "loss"},
		// Defaults and command lines
		{"an option that the text sets", trainedByOpacus, "parser.add_argument('--sigma', default=1.5) | args = parser.parse_args(['--sigma', '0.5'])" +
			" | noise_multiplier=1.0 => noise_multiplier=args.sigma", "sigma=0.5", "", "loss"},
		{"set_defaults", trainedByOpacus, "parser.add_argument('--sigma', default=1.5) | parser.set_defaults(sigma=0.5)" +
			" | noise_multiplier=1.0 => noise_multiplier=args.sigma", "sigma=0.5", "", "loss"},
		{"the command line of a notebook", trainedByOpacus, "parser.add_argument('--sigma', default=1.5)" +
			" | noise_multiplier=1.0 => noise_multiplier=args.sigma | +!python train.py --sigma 0.5", "sigma=0.5", "", "loss"},
		{"a command line alone", "python train.py --num-examples 50000 --batch-size=500 --epochs 20 \\\n --lr 0.1 --noise-multiplier 1.5 --max-grad-norm 1",
			"", "n=50000 b=500 T=2000 sigma=1.5 clip=1", "adjacency~scheme", "loss"},
		{"a command line for eight devices", "torchrun --nproc_per_node=8 train.py --num-examples 50000 --batch-size 64 --epochs 20 --lr 0.1" +
			" --noise-multiplier 1 --max-grad-norm 1 --optimizer adam", "", "n=50000", "b~adjacency~scheme", "adam~loss"},
		{"Hydra's", trainedByOpacus, "+python train.py optimizer.sigma=0.5 epochs=60", "", "T", "loss"},
		{"a default that a call replaces", trainedByOpacus, "def run(m, sigma=1.5):\n    pass | run(net, 0.5) | noise_multiplier=1.0 => noise_multiplier=sigma",
			"sigma=0.5", "", "loss"},
		{"a default that a call replaces by its name", trainedByOpacus, "def run(m, nm=1.5):\n    pass | run(net, nm=0.5) | noise_multiplier=1.0 => noise_multiplier=nm",
			"sigma=0.5", "", "loss"},
		{"a default that calls replace in two ways", trainedByOpacus, "def run(m, nm=1.5):\n    pass | run(net, 0.5) | run(net, nm=0.7) | noise_multiplier=1.0 => noise_multiplier=nm",
			"", "sigma", "loss"},
		{"a default that a call replaces by what is not there", trainedByOpacus, "def run(m, nm=1.5):\n    pass | run(net, nm=z) | noise_multiplier=1.0 => noise_multiplier=nm",
			"", "sigma", "loss"},
		{"a default of a class", trainedByOpacus, "class Lit(Module):\n    def __init__(self, z=2.0):\n        pass | Lit(z=0.8) | noise_multiplier=1.0 => noise_multiplier=z",
			"sigma=0.8", "", "loss"},
		{"a default of a method", trainedByOpacus, "class A:\n    def run(self, m, nm=1.5):\n        pass | a.run(net, nm=0.5) | noise_multiplier=1.0 => noise_multiplier=nm",
			"sigma=0.5", "", "loss"},
		{"a default that stands", trainedByOpacus, "def run(m, nm=1.5):\n    pass | run(net) | noise_multiplier=1.0 => noise_multiplier=nm",
			"sigma=1.5", "", "loss"},
		{"a device before the command", "CUDA_VISIBLE_DEVICES=0 python train.py --num-examples 50000 --batch-size 500 --epochs 20 --noise-multiplier 1 --gpu 0",
			"", "n=50000 b=500 T=2000", "eta~clip~adjacency~scheme", "loss"},
		{"one process", "torchrun --nproc_per_node 1 train.py --num-examples 50000 --batch-size 500 --epochs 20 --noise-multiplier 1 --max_grad_norm 1 --lr_scheduler_type constant",
			"", "b=500", "eta~adjacency~scheme", "loss"},
		{"noise for a target", trainedByOpacus, "parser.add_argument('--noise-multiplier', default=1.5)" +
			" | make_private( => make_private_with_epsilon( | noise_multiplier=1.0 => target_epsilon=8", "", "sigma", "loss"},
		// Loaders
		{"only an accountant of Opacus", trainedByOpacus, "from opacus.accountants.utils import get_noise_multiplier | z = get_noise_multiplier(target_epsilon=3)" +
			" | batch_size=500 => batch_size=500, shuffle=True | model, optimizer, train_loader = PrivacyEngine().make_private( => run(",
			"scheme=reshuffle", "adjacency", "loss"},
		{"a returned loader that is thrown away", trainedByOpacus, "batch_size=500 => batch_size=500, shuffle=True" +
			" | optimizer, train_loader = => optimizer, _ =", "scheme=reshuffle", "adjacency", "loss"},
		{"a returned loader that is not used", trainedByOpacus, "batch_size=500 => batch_size=500, shuffle=True" +
			" | optimizer, train_loader = => optimizer, dp_loader = | +for x in train_loader:\n    step(x)", "scheme=reshuffle", "adjacency", "loss"},
		{"an optimiser of TensorFlow's with a loop of one's own", trainedByKeras, "DPKerasSGDOptimizer => VectorizedDPKerasAdamOptimizer" +
			" | model.fit(x_train, y_train, => loop(", "", "scheme", "adam~loss"},
		// Repetitions
		{"two fits", trainedByKeras, "+model.fit(x_train, y_train, epochs=60, batch_size=250)", "", "T", "loss"},
		{"repeated data", trainedByKeras, "ds = ds.batch(250).repeat(10)", "", "T", "loss"},
		{"rounds", trainedByOpacus, "num_rounds = 50", "", "T", "loss"},
		{"steps within an epoch", trainedByOpacus, "    train(model => +    for step in range(1000):\n        train(model", "", "T", "loss"},
		{"a loop around steps", trainedByOpacus, "    train(model => +    for _ in range(5):\n        train(model", "", "T", "loss"},
		{"a pass over the data in pieces", trainedByOpacus, "    train(model => +    for i in range(0, n, 500):\n        train(model", "T=2000", "", "loss"},
		{"epochs after a checkpoint", trainedByOpacus, "range(20) => range(30, 40)", "", "T", "loss"},
		{"folds", trainedByKeras, "model.fit( => +for fold in range(5):\n    model.fit(", "", "T", "loss"},
		{"runs in words", trainedInWords, "20 epochs => two runs of 20 epochs", "", "T", "loss"},
		{"the best of runs in words", trainedInWords, "20 epochs => 20 epochs, best of 10 runs", "", "T", "tuning~loss"},
		// Parts of the data
		{"a selection", trainedByOpacus, "train_ds = train_ds.shuffle(seed=0).select(range(5000))", "", "n", "loss"},
		{"a slice", trainedByKeras, "x_train = x_train[:10000]", "", "n", "loss"},
		{"a slice from somewhere on", trainedByKeras, "x_train = x_train[10000:]", "", "n", "loss"},
		{"a slice that is all that is said", trainedByKeras, "num_examples = 60000 => x_train = x_train[:10000]", "n=10000 T=2400", "", "loss"},
		{"some that are taken", trainedByKeras, "train = train.take(6000)", "", "n", "loss"},
		{"a sampler of a part", trainedByOpacus, "s = SubsetRandomSampler(idx)", "", "n", "loss"},
		{"samples of a generator", trainedByOpacus, "n = 50000 => fake = g.sample(num_samples=1000000)", "", "n", "loss"},
		{"a share is no number", trainedByOpacus, "n = 50000 => split(train_size=0.8)", "", "n", "loss"},
		{"an epoch of some draws", trainedByOpacus, "s = RandomSampler(train_ds, num_samples=1000)", "n=50000", "T", "loss"},
		// Batches
		{"draws that repeat", trainedByOpacus, "batch_size = 500 | idx = torch.randint(0, n, (batch_size,))", "", "scheme", "loss"},
		{"accumulation by a remainder", trainedByOpacus, "    train(model => +    for i, x in enumerate(train_loader):\n        if (i + 1) % 4 == 0:\n            optimizer.step()",
			"", "b", "loss"},
		{"devices", trainedByOpacus, "Trainer(devices=8)", "", "b", "loss"},
		{"one device", trainedByOpacus, "Trainer(devices=1)", "b=500", "", "loss"},
		{"devices in words", trainedInWords, "of 500 => of 500 per GPU on 8 GPUs", "", "b", "loss"},
		{"accumulation in words", trainedInWords, "of 500 => of 500 accumulated over 16 steps", "", "b", "loss"},
		// Noise that changes
		{"a schedule of the noise", trainedByOpacus, "noise_scheduler = ExponentialNoise(optimizer, gamma=0.9)", "", "sigma", "schedule~loss"},
		{"noise that a loop sets", trainedByOpacus, "    train(model => +    optimizer.noise_multiplier = 2.0 * 0.9 ** epoch\n    train(model", "", "sigma", "loss"},
		{"noise of the first epochs", trainedInWords, "multiplier 1.0 => multiplier 1.5 for the first 20 epochs and 0.7 after", "", "sigma", "schedule~loss"},
		// The loss
		{"a letter that counts layers", trainedInWords, "Transformer with L = 3 layers.", "", "", "loss"},
		{"letters of a configuration", "model:\n  L: 12\n  D: 768\nn: 50000\nbatch_size: 500\nepochs: 20\nlr: 0.1\nclip: 1\nnoise_multiplier: 1", "",
			"n=50000 diameter=inf", "adjacency~scheme", "loss"},
		{"an argument called smoothness", trainedByOpacus, "reg = EdgeAwareLoss(smoothness=0.1)", "", "", "loss"},
		{"a hinge loss of a network", trainedByKeras, "net = Conv2D(16, 8) | loss=loss => loss='hinge'", "", "", "loss"},
		{"a class without its smoothness", trainedInWords, "clip 1 => clip 1, convex", "loss=convex", "", "loss"},
		{"the best weights", trainedByOpacus, "    train(model => +    if acc > best_acc:\n        torch.save(model)\n    train(model", "", "", "stopping~loss"},
		{"the length of an epoch", trainedByOpacus, "batch_size = 500 | n = 50000 => n = 50123 | steps_per_epoch = 50123 // batch_size", "T=2020", "", "loss"},
		{"a loop that runs once", trainedByOpacus, "for epoch => +for _ in range(1):\n  for epoch", "T=2000", "", "loss"},
		{"an input's shape", trainedByKeras, "+Dense(input_shape=x_train.shape[1:])", "n=60000", "", "loss"},
		{"a colon in a text", trainedByOpacus, "n = 50000 => data = MNIST(root) | +print(f'eps: {eps}')", "", "n", "loss"},
		{"thousands in brackets", "We train on n = 60,000 images in 15 epochs (3,525 iterations) with batches of 256, noise multiplier 1.1, lr 0.1, clip 1",
			"", "T=3525 n=60000", "adjacency~scheme", "loss"},
		{"a decimal before a full stop", "n=50000, batches of 500, 20 epochs, lr 0.1, clip 1, noise multiplier 1.1. We report accuracy.",
			"", "sigma=1.1", "adjacency~scheme", "loss"},
		{"a letter of the paper's own", "We use a lot size L = 256, n = 60000, 15 epochs, lr 0.1, clip 1, noise multiplier 1.1", "", "b=256", "adjacency~scheme", "loss"},
		{"δ as a power", trainedInWords, "clip 1 => clip 1, δ = 10^{-6}", "delta=1e-6", "", "loss"},
		{"a device of a configuration", "device: cuda\nn: 50000\nbatch_size: 500\nepochs: 20\nlr: 0.1\nclip: 1\nnoise_multiplier: 1\nlogs: runs/a", "",
			"b=500 T=2000", "adjacency~scheme", "loss"},
		{"sections of a configuration", "train:\n  batch_size: 4096\neval:\n  batch_size: 512\nn: 50000\nsteps: 100\nlr: 0.1\nclip: 1\nnoise_multiplier: 1", "",
			"b=4096", "adjacency~scheme", "loss"},
		{"the mean of runs", trainedInWords, "clip 1 => clip 1. Results are the mean of 5 runs on one NVIDIA A100 GPU", "b=500 T=2000", "", "loss"},
		{"batches by name", trainedInWords, "Poisson batches of 500 => batches: Poisson, batch size 500", "b=500 scheme=poisson", "", "loss"},
	})
}

// doubt is a script with other lines, what is read of it and what is left open.
type doubt struct{ name, of, lines, reads, needs, differs string }

func checkDoubts(t *testing.T, cases []doubt) {
	t.Helper()
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := Read(opening(), changedBy(t, c.of, c.lines))
			for want := range strings.FieldsSeq(c.reads) {
				name, value, _ := strings.Cut(want, "=")
				if is := readField(got.State, name); is != value {
					t.Errorf("%s is %s, want %s", name, is, value)
				}
			}
			for field := range strings.SplitSeq(c.needs, "~") {
				if field != "" && !got.State.View.IsBlank(field) {
					t.Errorf("%s is %s, want none", field, readField(got.State, field))
				}
			}
			if c.needs == "" && len(got.State.View.Blank) > 0 {
				t.Errorf("needs %q", got.State.View.Blank)
			}
			if !sameNames(got.State.View.Differs, strings.Split(c.differs, "~")) {
				t.Errorf("differs by %q, want %s", got.State.View.Differs, c.differs)
			}
			if t.Failed() {
				t.Logf("taken %+v\nunheard %+v\nleft %+v", got.Taken, got.Unheard, got.Left)
			}
		})
	}
}

// changedBy is a script with other lines.
func changedBy(t *testing.T, script, lines string) string {
	t.Helper()
	for change := range strings.SplitSeq(lines, " | ") {
		old, replaced, swaps := strings.Cut(change, " => ")
		switch {
		case change == "":
		case swaps && !strings.Contains(script, old):
			t.Fatalf("the script has no %q", old)
		case swaps:
			script = strings.Replace(script, old, strings.TrimPrefix(replaced, "+"), 1)
		case change[0] == '+':
			script += "\n" + change[1:]
		default:
			script = change + "\n" + script
		}
	}
	return script
}

// Where two values are asked about, both are offered, and one that is chosen is taken; a repeated training offers its sum.
func TestDoubtsAreOffered(t *testing.T) {
	text := changedBy(t, trainedByOpacus, "noise_multiplier = 1.5 | +for epoch in range(40):\n    train(model, train_loader, optimizer)")
	got := Read(opening(), text)
	var offers []string
	for _, o := range got.Offers {
		offers = append(offers, o.Field+"="+o.Value)
	}
	slices.Sort(offers)
	if all := strings.Join(offers, " "); all != "epochs=20 epochs=40 epochs=60 sigma=1 sigma=1.5" {
		t.Errorf("offers %s", all)
	}
	var chosen []Offer
	for _, o := range got.Offers {
		if o.Value == "60" || o.Value == "1.5" {
			chosen = append(chosen, o)
		}
	}
	if s := Read(opening(), text, chosen...).State; s.Run.T != 6000 || s.Run.Sigma != 1.5 || len(s.View.Blank) > 0 {
		t.Errorf("T = %d, σ = %v, needs %q", s.Run.T, s.Run.Sigma, s.View.Blank)
	}
}

// The note about defaults of options is there where one was used by its name, too, and not where the text sets it.
func TestDefaultsOfOptionsAreSaid(t *testing.T) {
	option := "parser.add_argument('--sigma', default=1.5) | noise_multiplier=1.0 => noise_multiplier=args.sigma"
	if !Read(opening(), changedBy(t, trainedByOpacus, option)).Defaults {
		t.Error("Defaults = false, want true: the value is the option's default")
	}
	if Read(opening(), changedBy(t, trainedByOpacus, option+" | +!python train.py --sigma 0.5")).Defaults {
		t.Error("Defaults = true, want false: the command line states the value")
	}
}
