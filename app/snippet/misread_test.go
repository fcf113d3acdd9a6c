package snippet

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/app/snippet/source"
)

// misread are scripts of which an earlier version read a wrong value, or nothing that it said.
var misread = []script{
	{name: "a letter less one", text: `
for i in range(L - 1): pass
PrivacyEngine().make_private(module=m, optimizer=o, data_loader=train_loader, noise_multiplier=1.1, max_grad_norm=1.0)
n=60000; lr=0.1; epochs=15; batch_size=250
`, reads: "n=60000 b=250 clip=1 sigma=1.1 T=3600", differs: "loss"},

	{name: "another loss's delta", text: `
crit = nn.HuberLoss(delta=1.0)
PrivacyEngine().make_private(module=m, optimizer=o, data_loader=train_loader, noise_multiplier=1.1, max_grad_norm=1.0)
n=60000; lr=0.1; epochs=15; batch_size=250
engine.get_epsilon(delta=1e-6)
`, reads: "delta=1e-6 clip=1", differs: "loss"},

	{name: "a switch with its type", text: `
train_loader = DataLoader(d, batch_size=250)
@dataclass
class Cfg:
    poisson_sampling: bool = True
    sigma: Optional[float] = 1.1
PrivacyEngine().make_private(module=m, optimizer=o, data_loader=train_loader, noise_multiplier=cfg.sigma, max_grad_norm=1.0)
n=60000; lr=0.1; epochs=15
`, reads: "scheme=poisson b=250 clip=1", differs: "loss"},

	{name: "a switch of nobody knows which value", text: `
train_loader = DataLoader(d, batch_size=250)
if args.poisson_sampling:
    print("Poisson")
PrivacyEngine().make_private(module=m, optimizer=o, data_loader=train_loader, noise_multiplier=1.1, max_grad_norm=1.0, poisson_sampling=args.poisson_sampling)
n=60000; lr=0.1; epochs=15
`, reads: "n=60000 b=250", needs: "scheme", differs: "loss", offers: "scheme=poisson scheme=reshuffle"},

	{name: "a variable called shuffle", text: `
def get(ds, shuffle):
    return DataLoader(ds, batch_size=250, shuffle=shuffle)
train_loader = get(train, True)
PrivacyEngine().make_private(module=m, optimizer=o, data_loader=train_loader, noise_multiplier=1.1, max_grad_norm=1.0)
n=60000; lr=0.1; epochs=15
`, reads: "scheme=poisson adjacency=add-remove b=250", differs: "loss"},

	{name: "an engine that leaves the loader as it is", text: `
loader = DataLoader(train, batch_size=512, shuffle=True)
pe = PrivacyEngine(model, batch_size=512, sample_size=50000, noise_multiplier=1.3, max_grad_norm=1.0)
pe.attach(optimizer)
lr=0.1; epochs=30
`, reads: "n=50000 b=512 scheme=reshuffle sigma=1.3", needs: "adjacency", differs: "remainder~loss",
		unheard: "the last batch of an epoch has 336 examples",
		offers:  "adjacency=replace adjacency=zero-out"},

	{name: "early stopping", text: `
num_examples=60000
opt = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, learning_rate=0.15)
model.fit(x, y, epochs=60, batch_size=250, callbacks=[EarlyStopping(monitor="val_loss", patience=3)])
`, reads: "n=60000 b=250 scheme=reshuffle adjacency=zero-out", differs: "stopping~loss", unheard: "EarlyStopping(…)"},

	{name: "a text of many lines", text: `"""Trains a CNN.
Reaches 97 % with noise multiplier 1.3 after 60 epochs.
"""
parser.add_argument("--epochs", type=int, default=15)
PrivacyEngine().make_private(module=m, optimizer=o, data_loader=train_loader, noise_multiplier=1.1, max_grad_norm=1.0)
n=60000; lr=0.1; batch_size=250
`, reads: "sigma=1.1 T=3600", differs: "loss"},

	{name: "an option with two names, and a configuration's members", text: `
parser.add_argument("--wd", "--weight-decay", type=float, default=0, dest="weight_decay")
cfg["lr"] = 0.1
optimizer = SGD(model.parameters(), lr=cfg.lr, weight_decay=args.weight_decay)
PrivacyEngine().make_private(module=m, optimizer=o, data_loader=train_loader, noise_multiplier=1.1, max_grad_norm=1.0)
n=60000; epochs=15; batch_size=250
`, reads: "eta=0.1 T=3600", differs: "loss"},

	{name: "a condition", text: `
EPOCHS = 1 if args.debug else 30
PrivacyEngine().make_private(module=m, optimizer=o, data_loader=train_loader, noise_multiplier=1.1, max_grad_norm=1.0)
n=60000; lr=0.1; batch_size=250
`, reads: "n=60000 b=250", needs: "T", differs: "loss"},

	{name: "several names at once", text: `
batch_size, lr, epochs = 250, 0.1, 15
PrivacyEngine().make_private(module=m, optimizer=o, data_loader=train_loader, noise_multiplier=1.1, max_grad_norm=1.0)
n=60000
`, reads: "n=60000 b=250 eta=0.1 T=3600", differs: "loss"},

	{name: "several names, and numbers without blanks", text: `
epochs, batch_size = 256,100
PrivacyEngine().make_private(module=m, optimizer=o, data_loader=train_loader, noise_multiplier=1.1, max_grad_norm=1.0)
n=60000; lr=0.1
`, reads: "n=60000 eta=0.1", needs: "b~T", differs: "loss"},

	{name: "the loader of a validation", text: `
loaders = {"train": DataLoader(tr, batch_size=64, shuffle=True), "val": DataLoader(va, batch_size=32, shuffle=False)}
def val_dataloader(self):
    return DataLoader(self.va, batch_size=128, shuffle=False)
noise_multiplier=1.1; max_grad_norm=1; lr=0.1; n=6400; epochs=2
`, reads: "b=64 scheme=reshuffle T=200", needs: "adjacency", differs: "loss", offers: "adjacency=replace adjacency=zero-out"},

	{name: "two loaders of which one shuffles", text: `
a = DataLoader(tr, batch_size=64, shuffle=True)
b = DataLoader(more, batch_size=64, shuffle=False)
noise_multiplier=1.1; max_grad_norm=1; lr=0.1; n=6400; epochs=2
`, reads: "b=64", needs: "adjacency~scheme", differs: "loss", offers: "scheme=poisson scheme=reshuffle scheme=cyclic" + neighboursAnyScheme},

	{name: "a sampler that shuffles", text: `
train_sampler = RandomSampler(train)
loader = DataLoader(train, sampler=train_sampler, batch_size=64)
noise_multiplier=1.1; max_grad_norm=1; lr=0.1; n=6400; epochs=2
`, reads: "b=64 scheme=reshuffle T=200", needs: "adjacency", differs: "loss", offers: "adjacency=replace adjacency=zero-out"},

	{name: "a loader's arguments without names", text: `
loader = DataLoader(train, 64, True)
noise_multiplier=1.1; max_grad_norm=1; lr=0.1; n=6400; epochs=2
`, reads: "b=64 scheme=reshuffle T=200", needs: "adjacency", differs: "loss", offers: "adjacency=replace adjacency=zero-out"},

	{name: "another sampler", text: `
loader = DataLoader(train, sampler=BalancedSampler(train), batch_size=64)
noise_multiplier=1.1; max_grad_norm=1; lr=0.1; n=6400; epochs=2
`, reads: "b=64", needs: "adjacency~scheme", differs: "loss", offers: "scheme=poisson scheme=reshuffle" + neighboursAnyScheme},

	{name: "Opacus' loader made by hand", text: `
base = DataLoader(d, batch_size=100, shuffle=True)
train_loader = DPDataLoader.from_data_loader(base, distributed=False)
opt = DPOptimizer(optimizer=o, noise_multiplier=1.1, max_grad_norm=1.0, expected_batch_size=100)
n=10000; epochs=2; lr=0.1
`, reads: "scheme=poisson b=100 T=200", needs: "adjacency", differs: "loss", offers: "adjacency=add-remove adjacency=replace"},

	{name: "what the run is not", text: "60,000 examples, batch 250, no Poisson sampling, 15 epochs, lr 0.1, noise multiplier 1.1, clip 1",
		reads: "n=60000 b=250 eta=0.1", needs: "adjacency~scheme", differs: "loss", offers: "scheme=poisson scheme=reshuffle" + neighboursAnyScheme},

	{name: "a counter and a limit that is none", text: `
step = 0
trainer = Trainer(max_steps=-1, max_epochs=15)
PrivacyEngine().make_private(module=m, optimizer=o, data_loader=train_loader, noise_multiplier=1.1, max_grad_norm=1.0)
n=60000; lr=0.1; batch_size=250
`, reads: "n=60000 T=3600", differs: "loss"},

	{name: "arguments of other calls", text: `
x, y = make_moons(n_samples=5000, noise=0.2)
emb = nn.Embedding(100, 16, max_norm=5.0)
alphas = torch.linspace(0, 1, steps=10)
bn = nn.BatchNorm2d(64, momentum=0.1)
model.evaluate(x, y, batch_size=1000)
PrivacyEngine().make_private(module=m, optimizer=o, data_loader=train_loader, noise_multiplier=1.1, max_grad_norm=1.0)
n=60000; lr=0.1; epochs=15; batch_size=250
`, reads: "n=60000 b=250 clip=1 sigma=1.1 T=3600 noise=multiplier", differs: "loss"},

	{name: "a share held out", text: `
num_examples = 60000
opt = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, learning_rate=0.15)
model.fit(x, y, epochs=3, batch_size=250, validation_split=0.1)
`, reads: "b=250 epochs=3", needs: "n", differs: "loss", offers: "n=54000 n=60000"},

	{name: "a rate that is computed from itself", text: `
parser.add_argument("--lr", type=float, default=0.1)
parser.add_argument("--batch-size", type=int, default=512)
args.lr = args.lr * args.batch_size / 256
noise_multiplier=1.1; n=60000
`, reads: "eta=0.2 b=512", needs: "T~clip~adjacency~scheme", differs: "loss", offers: "scheme=poisson scheme=reshuffle" + neighboursAnyScheme},

	{name: "values changed in place", text: `
batch_size = 64
batch_size *= 4
PrivacyEngine().make_private(module=m, optimizer=o, data_loader=train_loader, noise_multiplier=1.1, max_grad_norm=1.0)
n=60000; lr=0.1; epochs=15
for epoch in range(15):
    lr *= 0.95
`, reads: "n=60000 eta=0.1", needs: "b", differs: "schedule~loss", unheard: "lr *= 0.95"},

	{name: "optimisers by their names in quotation marks", text: `
optimizer = getattr(optim, "Adam")(model.parameters())
args = TrainingArguments(learning_rate=0.1, lr_scheduler_type="constant", optim="adamw_torch")
PrivacyEngine().make_private(module=m, optimizer=o, data_loader=train_loader, noise_multiplier=1.1, max_grad_norm=1.0)
n=60000; epochs=15; batch_size=250
`, reads: "n=60000 eta=0.1", differs: "adam~loss", unheard: "adam|adamw"},

	{name: "momentum without its name", text: `
opt = optim.SGD(model.parameters(), 0.1, 0.9)
PrivacyEngine().make_private(module=m, optimizer=o, data_loader=train_loader, noise_multiplier=1.1, max_grad_norm=1.0)
n=60000; epochs=15; batch_size=250
`, reads: "n=60000 eta=0.1", differs: "momentum~loss", unheard: "optim.SGD: 0.9"},

	{name: "a schedule of the clipping norm", text: `
import optax
params = keras_api.DPKerasConfig(delta=1e-5, clipping_norm=1.0, batch_size=500, train_size=50000, train_steps=1000, noise_multiplier=1.0)
clip_schedule = optax.cosine_decay_schedule(1.0, 1000)
opt = optax.sgd(0.1)
`, reads: "n=50000 b=500 T=1000 eta=0.1", needs: "scheme", differs: "schedule~loss", unheard: "optax.cosine_decay_schedule(…)",
		offers: "scheme=poisson scheme=reshuffle"},

	{name: "TensorFlow Privacy's steps of an epoch", text: `
flags.DEFINE_integer('batch_size', 250, '')
steps_per_epoch = 60000 // FLAGS.batch_size
for epoch in range(1, 61):
    c.train(steps=steps_per_epoch)
noise_multiplier=1.1
`, reads: "n=60000 b=250 T=14400", needs: "eta~clip~adjacency~scheme", differs: "loss",
		offers: "scheme=poisson scheme=reshuffle" + neighboursAnyScheme},

	{name: "a loop of steps, and one with a bar", text: `
import optax
opt = optax.contrib.dpsgd(0.1, 1.0, 1.1, 0)
for step in tqdm(range(2000)):
    train()
n=60000; batch_size=250
`, reads: "n=60000 b=250 T=2000 eta=0.1 clip=1 sigma=1.1", needs: "adjacency~scheme", differs: "loss",
		offers: "scheme=poisson scheme=reshuffle" + neighboursAnyScheme},

	{name: "values in fields and brackets", text: `
@dataclass
class Cfg:
    lr: float = field(default=0.1)
    batch_size: int = 250
def run(model, epochs: int, seed: int): ...
for batch in loader:
    images, labels = batch
    images = images.to(device)
PrivacyEngine().make_private(module=m, optimizer=Adagrad(p, eps=1e-8), data_loader=train_loader, noise_multiplier=1.1, max_grad_norm=1.0)
n=60000; num_epochs=max(3, 15)
`, reads: "n=60000 b=250 eta=0.1 T=3600", differs: "adam~loss", unheard: "Adagrad(…)"},

	{name: "counters that are computed from themselves", text: `
num_steps = 2000
step = 0
while step < num_steps:
    step = step + 1
noise_multiplier=1.1; max_grad_norm=1; lr=0.1; n=6400; batch_size=64
`, reads: "T=2000 b=64", needs: "adjacency~scheme", differs: "loss", offers: "scheme=poisson scheme=reshuffle" + neighboursAnyScheme},

	{name: "arguments that have the names of their values", text: `
parser.add_argument("--lr", type=float, default=0.1)
parser.add_argument("--batch-size", type=int, default=512)
lr = args.lr * args.batch_size / 256
noise_multiplier = 1.1; max_grad_norm = 1.0; n = 51200
opt = SGD(p, lr=lr)
for e in range(15):
    wandb.log({"lr": lr})
if use_dp:
    m, o, l = engine.make_private(module=m, optimizer=o, data_loader=l, noise_multiplier=noise_multiplier, max_grad_norm=max_grad_norm)
num_epochs = 15
`, reads: "eta=0.2 b=512 clip=1 sigma=1.1 T=1500", differs: "loss"},

	{name: "a noise that falls in a loop, a member computed from itself", text: `
class Cfg:
    lr: float | None = 0.1
cfg.lr = cfg.lr * 2
noise_multiplier = 1.1
for e in range(15):
    noise_multiplier = noise_multiplier * 0.99
max_grad_norm=1; n=6400; batch_size=64; steps=100; Poisson = 1
`, reads: "eta=0.2 T=100", needs: "sigma~adjacency~scheme", differs: "loss", offers: "scheme=poisson scheme=reshuffle" + neighboursAnyScheme},

	{name: "prose with commas", text: "CIFAR10, steps = 1000, batch = 250, n = 50000, noise multiplier 1.1, Poisson sampling is not used",
		reads: "T=1000 b=250 n=50000", needs: "eta~clip~adjacency~scheme", differs: "loss", offers: "scheme=poisson scheme=reshuffle" + neighboursAnyScheme},

	{name: "prose with brackets", text: "n 6400 (all), batch 64 (shuffled every epoch), lr is 0.1 and (maybe) clip 1, " +
		"noise multiplier 1.1, 2 epochs, replace one",
		reads: "n=6400 b=64 eta=0.1 clip=1 sigma=1.1 T=200 scheme=reshuffle adjacency=replace", differs: "loss"},

	{name: "values of the loader of a test", text: `
train_loader = DataLoader(tr, batch_size=cfg.batch_size)
test_loader = DataLoader(te, batch_size=1000)
def accuracy(m):
    for x, y in DataLoader(test_set, batch_size=500): pass
noise_multiplier=1.1; max_grad_norm=1; lr=0.1; n=6400; steps=20
`, reads: "T=20", needs: "b~adjacency", differs: "loss", offers: "adjacency=replace adjacency=zero-out"},

	{name: "steps that are computed, and those of an epoch", text: `
batch_size = 250
steps_per_epoch = 60000 // batch_size
total_steps = steps_per_epoch * 15
def train_epoch():
    for step in range(steps_per_epoch): pass
noise_multiplier=1.1; max_grad_norm=1; lr=0.1; n=60000
`, reads: "T=3600", needs: "adjacency~scheme", differs: "loss",
		offers: "scheme=poisson scheme=reshuffle" + neighboursAnyScheme},

	{name: "a share held out, on a line of its own", text: `
num_examples = 60000
opt = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, learning_rate=0.15)
model.fit(
    x, y,
    epochs=3,
    batch_size=250,
    validation_split=0.1,
)
`, reads: "b=250 epochs=3", needs: "n", differs: "loss", offers: "n=54000 n=60000"},

	{name: "a rate computed from another", text: `
base_lr = 0.1
lr = base_lr * batch_size / 256
noise_multiplier=1.1; max_grad_norm=1; n=51200; batch_size=512; steps=100
`, reads: "eta=0.2 T=100", needs: "adjacency~scheme", differs: "loss", offers: "scheme=poisson scheme=reshuffle" + neighboursAnyScheme},

	{name: "conditions about shuffling, and comparisons", text: `
def batches(self, epoch):
    if self.shuffle and epoch > 0:
        return perm if shuffle else order
train_loader = DataLoader(d, batch_size=256, drop_last=len(d) % 256 == 1)
PrivacyEngine().make_private(module=m, optimizer=o, data_loader=train_loader, noise_multiplier=1.1, max_grad_norm=1.0)
n=60000; lr=0.1; epochs=15
`, reads: "scheme=poisson b=256", differs: "loss"},

	{name: "optimisers by other names", text: `{"num_examples": 1000, "batch_size": 10, "num_updates": 200, "learning_rate": 0.1, "clipping_norm": 1,
"noise_multiplier": 1.1, "scheme": "poisson", "adjacency": "add-remove", "optimizer": {"type": "AdamW"}, "max_steps": -1}`,
		reads: "T=200", differs: "adam~loss", unheard: "type: AdamW"},

	{name: "one's own functions", text: `
def sgd(params, lr, batch_size): pass
sgd([w, b], 0.1, 10)
X, y = make_classification(n_samples=10000)
noise_multiplier=1.1; max_grad_norm=1; lr=0.2; batch_size=100; steps=100
`, reads: "eta=0.2 b=100 T=100", needs: "n~adjacency~scheme", differs: "loss", offers: "n=10000 scheme=poisson scheme=reshuffle" + neighboursAnyScheme},

	{name: "steps that are repeated on each batch", text: `
for epoch in range(10):
    for i, x in enumerate(train_loader):
        for _ in range(n_d_steps):
            opt_d.step()
n = 50000; batch_size = 500; lr = 0.1
make_private(noise_multiplier=1.0, max_grad_norm=1.0)
`, reads: "b=500 eta=0.1", needs: "T", differs: "loss", unheard: "for _ in range ( n_d_steps )", offers: ""},

	{name: "a table of two trainings, whose loss is none that the preset knows", text: `
| Batch | Epochs | lr | σ | C |
|---|---|---|---|---|
| 256 | 15 | 0.25 | 1.3 | 1.5 |
| 256 | 60 | 0.25 | 1.1 | 1.0 |
`, reads: "b=256 eta=0.25", needs: "n~T~clip~sigma~adjacency~scheme", differs: "loss",
		offers: "epochs=15 epochs=60 clip=1.5 clip=1 scheme=poisson scheme=reshuffle" + neighboursAnyScheme},

	{name: "an average that a configuration describes", text: `
config = dict(averaging=dict(ema=dict(decay=0.9999)), num_updates=875, batch_size=4096, noise_multiplier=3.0, clipping_norm=1.0)
n = 50000
`, reads: "T=875 b=4096 sigma=3", needs: "eta~adjacency~scheme", differs: "averaging~loss", unheard: "ema = dict ( decay = 0.9999 )",
		offers: "scheme=poisson scheme=reshuffle" + neighboursAnyScheme},

	{name: "numbers in quotation marks", text: `
cfg = {"batch_size": "256", "epochs": "30", "lr": "0,1", "noise_multiplier": 1.1, "max_grad_norm": 1, "n": "60 000"}
`, reads: "b=256 T=7050 n=60000 sigma=1.1", needs: "eta~adjacency~scheme", differs: "loss", offers: "scheme=poisson scheme=reshuffle" + neighboursAnyScheme},

	{name: "texts in quotation marks", text: `
cfg = yaml.safe_load(` + `"""
lr: 0.1
batch_size: 64
"""` + `)
we don't clip here, noise multiplier 1.1, n = 6400, steps = 100, clip 1
`, reads: "eta=0.1 b=64 sigma=1.1 n=6400 T=100", needs: "adjacency~scheme", differs: "loss", offers: "scheme=poisson scheme=reshuffle" + neighboursAnyScheme},

	{name: "a text of many lines that begins before what was pasted", text: `Reaches 97 %.
"""
noise_multiplier=1.1; max_grad_norm=1; lr=0.1; n=6400; batch_size=64; steps=100
`, reads: "eta=0.1 b=64 sigma=1.1 T=100", needs: "adjacency~scheme", differs: "loss", offers: "scheme=poisson scheme=reshuffle" + neighboursAnyScheme},
}

// What is past the end of a long text is said not to be read, and so is how much is not listed.
func TestWhatIsNotReadIsSaid(t *testing.T) {
	const head = "lr = 0.1\nbatch_size = 64\nn = 6400\n"
	for filler, want := range map[int]bool{100: false, source.Most: true} {
		got := Read(opening(), head+strings.Repeat("# filler\n", filler/9+1)+"make_private(poisson_sampling=False, noise_multiplier=1.1)")
		said := slices.ContainsFunc(got.Unheard, func(l Left) bool { return strings.Contains(l.Why, "only its first 40,000") })
		if said != want || got.State.View.IsBlank("sigma") != want {
			t.Errorf("%d characters more: said to be cut %v, %+v", filler, said, got.Unheard)
		}
	}
	var lines strings.Builder
	for i := range mostLeft + 7 {
		fmt.Fprintf(&lines, "lr = 0.%d\n", i+1)
	}
	if left := Read(opening(), lines.String()).Left; len(left) != mostLeft+1 || left[mostLeft].Said != "5 more" {
		t.Errorf("%d parts are listed, the last %+v", len(left), left[len(left)-1])
	}
}

// Texts of one piece again and again are read in less than two seconds each, of which some took minutes: what a bracket
// closes and where an argument ends is found once, and a value is computed from few numbers.
func TestLongTextsEnd(t *testing.T) {
	for _, piece := range []string{"a:", "lr=lr\n", "f(lr=lr,\n", "x, y = 1, 2\n", "StepLR(", "(", "1+", "make_private(", "DataLoader(",
		"for step in range(5):\n ", "if x:\n ", "field(default=", "def f(lr): lr *= 2\n"} {
		got := Read(opening(), strings.Repeat(piece, source.Most/len(piece)+1))
		if wrong := link.Check(got.State); wrong != nil {
			t.Errorf("%q again and again gives a state with %q", piece, wrong)
		}
	}
}
