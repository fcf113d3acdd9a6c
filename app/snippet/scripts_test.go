package snippet

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/app/link"
	"lastiterate/bounds/run"
)

// script is what somebody may paste, and what must be read of it.
type script struct {
	name, text string
	reads      string // fields as in a link; epochs where their length is not known
	needs      string
	differs    string
	unheard    string // said, joined by bars
	offers     string // fields and values
}

// The parts are those of the libraries' own tutorials: Opacus 1.5, TensorFlow Privacy 0.9,
// JAX Privacy 1.0, optax 0.2, Keras 3, Flax 0.10.
var scripts = []script{
	{name: "Opacus, MNIST with options", text: `
import argparse
from opacus import PrivacyEngine
from torchvision import datasets, transforms
parser = argparse.ArgumentParser(description="Opacus MNIST Example")
parser.add_argument("-b", "--batch-size", type=int, default=64, metavar="B", help="Batch size")
parser.add_argument("--test-batch-size", type=int, default=1024, metavar="TB")
parser.add_argument("-n", "--epochs", type=int, default=10, metavar="N")
parser.add_argument("--lr", type=float, default=0.1, metavar="LR")
parser.add_argument("--sigma", type=float, default=1.0, metavar="S")
parser.add_argument("-c", "--max-per-sample-grad_norm", type=float, default=1.0)
parser.add_argument("--delta", type=float, default=1e-5)
args = parser.parse_args()
train_loader = torch.utils.data.DataLoader(
    datasets.MNIST(args.data_root, train=True, download=True),
    batch_size=args.batch_size, num_workers=0, pin_memory=True)
test_loader = torch.utils.data.DataLoader(
    datasets.MNIST(args.data_root, train=False), batch_size=args.test_batch_size, shuffle=True)
optimizer = optim.SGD(model.parameters(), lr=args.lr, momentum=0)
model, optimizer, train_loader = PrivacyEngine(secure_mode=args.secure_rng).make_private(
    module=model, optimizer=optimizer, data_loader=train_loader,
    noise_multiplier=args.sigma, max_grad_norm=args.max_per_sample_grad_norm)
for epoch in range(1, args.epochs + 1):
    train(args, model, device, train_loader, optimizer, privacy_engine, epoch)
`, reads: "b=64 eta=0.1 clip=1 sigma=1 noise=multiplier epochs=10 scheme=poisson adjacency=add-remove", needs: "n", differs: "loss", offers: "n=60000"},

	{name: "Opacus, CIFAR-10 with a schedule by hand, an average and several devices", text: `
EPOCHS = 90
train_dataset = CIFAR10(root=args.data_root, train=True, transform=t)
train_loader = DataLoader(train_dataset, batch_size=512, drop_last=False)
optimizer = optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=args.wd)
model = DPDDP(model)
ema_model = torch.optim.swa_utils.AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.999))
engine.make_private(module=model, optimizer=optimizer, data_loader=train_loader, noise_multiplier=1.5, max_grad_norm=10.0)
for epoch in range(EPOCHS):
    lr = 0.1 * 0.5 * (1 + np.cos(np.pi * epoch / (EPOCHS + 1)))
    for param_group in optimizer.param_groups:
        param_group["lr"] = lr
`, reads: "clip=10 sigma=1.5 eta=0.1", needs: "n~b", differs: "momentum~schedule~averaging~decay~loss",
		unheard: "momentum = 0.9|weight_decay = args.wd|DPDDP(…)|torch.optim.swa_utils.AveragedModel(…)|optimizer.param_groups",
		offers:  "n=50000 b=512"},

	{name: "Opacus with what it counts", text: `
n = 50_000
loader = DataLoader(train_dataset, batch_size=512, shuffle=True)
optimizer = SGD(model.parameters(), lr=0.5)
model, optimizer, loader = PrivacyEngine().make_private(module=model, optimizer=optimizer, data_loader=loader, noise_multiplier=1.0, max_grad_norm=1.0)
num_epochs = 30
`, reads: "n=50000 b=511 T=2940 steps=epochs eta=0.5", differs: "loss"},

	{name: "Opacus with a small last batch samples at 1/4", text: `
n = 1000
loader = DataLoader(train_dataset, batch_size=300)
optimizer = SGD(model.parameters(), lr=0.5)
PrivacyEngine().make_private(module=model, optimizer=optimizer, data_loader=loader, noise_multiplier=1.0, max_grad_norm=1.0)
num_epochs = 2
`, reads: "n=1000 b=250 T=8 steps=epochs", differs: "loss"},

	{name: "an accountant that is told b/n", text: `
n = 1000
batch_size = 300
accountant = opacus.accountants.RDPAccountant()
for _ in range(8):
    accountant.step(noise_multiplier=1.0, sample_rate=300 / 1000)
`, reads: "b=300", needs: "T~eta~clip~adjacency", differs: "loss", offers: "adjacency=add-remove adjacency=replace"},

	{name: "Opacus that drops the last batch samples at 1/97", text: `
n = 50_000
loader = DataLoader(train_dataset, batch_size=512, shuffle=True, drop_last=True)
optimizer = SGD(model.parameters(), lr=0.5)
PrivacyEngine().make_private(module=model, optimizer=optimizer, data_loader=loader, noise_multiplier=1.0, max_grad_norm=1.0)
num_epochs = 30
`, reads: "n=50000 b=516 T=2910 steps=epochs", differs: "loss"},

	{name: "Opacus that drops the last batch of nobody knows how many", text: `
loader = DataLoader(train_dataset, batch_size=512, shuffle=True, drop_last=True)
PrivacyEngine().make_private(data_loader=loader, noise_multiplier=1.0, max_grad_norm=1.0)
lr = 0.1; num_epochs = 30
`, reads: "epochs=30", needs: "n~b", differs: "loss", unheard: "drop_last = True"},

	{name: "Opacus without Poisson sampling", text: `
n = 1000
loader = DataLoader(data, batch_size=300, shuffle=True)
test_loader = DataLoader(test_data, batch_size=1000, shuffle=False)
optimizer = SGD(model.parameters(), lr=0.5)
PrivacyEngine().make_private(module=model, optimizer=optimizer, data_loader=loader, noise_multiplier=1.0, max_grad_norm=1.0, poisson_sampling=False)
for epoch in range(4): train()
`, reads: "n=1000 b=300 T=12 scheme=reshuffle steps=epochs", differs: "remainder~loss", unheard: "the last batch of an epoch has 100 examples", needs: "adjacency", offers: "adjacency=replace adjacency=zero-out"},

	{name: "Opacus in a fixed order", text: `
n = 1000
loader = DataLoader(data, batch_size=100)
optimizer = SGD(model.parameters(), lr=0.5)
PrivacyEngine().make_private(module=model, optimizer=optimizer, data_loader=loader, noise_multiplier=1.0, max_grad_norm=1.0, poisson_sampling=False)
epochs = 4
`, reads: "b=100 T=40 scheme=cyclic", differs: "loss", needs: "adjacency", offers: "adjacency=replace adjacency=zero-out"},

	{name: "gradient accumulation in Opacus", text: `
n = 50000
accumulation_steps = 4
loader = DataLoader(train_dataset, batch_size=64)
optimizer = SGD(model.parameters(), lr=0.5)
PrivacyEngine().make_private(optimizer=optimizer, data_loader=loader, noise_multiplier=1.0, max_grad_norm=1.0)
epochs = 2
`, reads: "n=50000 epochs=2", needs: "b", differs: "loss", unheard: "accumulation_steps = 4", offers: "b=256 b=64"},

	{name: "schedules of PyTorch and their own numbers", text: `
make_private(noise_multiplier=1, max_grad_norm=1)
scheduler1 = StepLR(optimizer, step_size=30, gamma=0.1)
scheduler2 = OneCycleLR(optimizer, max_lr=0.3, epochs=10, steps_per_epoch=len(loader))
scheduler3 = LinearLR(optimizer, start_factor=0.5, total_iters=4)
optimizer = SGD(model.parameters(), lr=0.05)
`, reads: "eta=0.05", needs: "n~b~T", differs: "schedule~momentum~loss", unheard: "StepLR(…)|OneCycleLR(…)"},

	{name: "what is not used is not heard", text: `
n = 1000
optimizer = SGD(model.parameters(), lr=0.05, momentum=0.0, weight_decay=0, nesterov=False)
make_private(noise_multiplier=1, max_grad_norm=1, batch_size=10)
use_ema = False
lr_scheduler = None
gradient_accumulation_steps = 1
epochs = 2
`, reads: "n=1000 b=10 T=200 eta=0.05", differs: "loss"},

	{name: "imports alone use nothing", text: `
from torch.optim import SGD, Adam
from torch.optim.lr_scheduler import (
    StepLR,
    CosineAnnealingLR,
)
n = 1000
optimizer = SGD(model.parameters(), lr=0.05)
make_private(noise_multiplier=1, max_grad_norm=1, batch_size=10)
epochs = 2
`, reads: "n=1000 T=200", differs: "loss"},

	{name: "an adaptive clipping norm", text: `
n = 1000; lr = 0.1; epochs = 2; batch_size = 10
optimizer = AdaClipDPOptimizer(optimizer=opt, noise_multiplier=1.0, max_grad_norm=1.0, target_unclipped_quantile=0.5)
`, needs: "clip~sigma~adjacency~scheme", differs: "schedule~loss", unheard: "AdaClipDPOptimizer(…)|target_unclipped_quantile = 0.5",
		offers: "scheme=poisson scheme=reshuffle"},

	{name: "Transformers' arguments, of one device", text: `
trainer = OpacusDPTrainer(args=TrainingArguments(per_device_train_batch_size=32, gradient_accumulation_steps=16, learning_rate=2e-5,
    lr_scheduler_type="linear", warmup_ratio=0.1, num_train_epochs=3, weight_decay=0.01), train_dataset=dataset,
    privacy_args=PrivacyArguments(noise_multiplier=0.7, per_sample_max_grad_norm=1.0))
`, reads: "epochs=3 clip=1 sigma=0.7 eta=2e-5", needs: "n~b~adjacency~scheme", differs: "schedule~adam~loss",
		unheard: "TrainingArguments(…) without optim|per_device_train_batch_size = 32|lr_scheduler_type = linear|warmup_ratio = 0.1|gradient_accumulation_steps = 16",
		offers:  "b=512 scheme=poisson scheme=reshuffle"},

	{name: "a schedule by an option", text: `
parser.add_argument("--sigma", type=float, default=1.5)
parser.add_argument("-c", "--max-per-sample-grad_norm", type=float, default=1.0)
parser.add_argument("--batch-size", type=int, default=2000)
parser.add_argument("--epochs", default=90, type=int)
parser.add_argument("--lr", default=0.1, type=float)
parser.add_argument("--lr-schedule", type=str, choices=["constant", "cos"], default="cos")
parser.add_argument("--warmup-schedule", type=str, default="none")
n = 50000
make_private(noise_multiplier=args.sigma, max_grad_norm=max_grad_norm)
`, reads: "n=50000 b=2000 eta=0.1 sigma=1.5 clip=1", differs: "schedule~loss",
		unheard: "--lr-schedule = cos (its default)"},

	{name: "a regulariser inside the clip", text: `
n = 1000; learning_rate = 0.1; epochs = 2; batch_size = 10
model.add(Dense(10, kernel_regularizer=l2(1e-4)))
optimizer = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.0, num_microbatches=10, learning_rate=0.1)
`, needs: "scheme", differs: "loss", unheard: "kernel_regularizer = l2 ( 1e-4 )",
		offers: "scheme=poisson scheme=reshuffle"},

	{name: "the length of a loader is not that of the data", text: `
n = 50000
loader = DataLoader(data, batch_size=500)
total_steps = len(loader) * 3
make_private(noise_multiplier=1, max_grad_norm=1, data_loader=loader)
lr = 0.1
`, reads: "n=50000 b=500", needs: "T", differs: "loss"},

	{name: "TF Privacy, MNIST with Keras", text: `
flags.DEFINE_float('learning_rate', 0.15, 'Learning rate for training')
flags.DEFINE_float('noise_multiplier', 1.1, 'Ratio of the standard deviation to the clipping norm')
flags.DEFINE_float('l2_norm_clip', 1.0, 'Clipping norm')
flags.DEFINE_integer('batch_size', 250, 'Batch size')
flags.DEFINE_integer('epochs', 60, 'Number of epochs')
flags.DEFINE_integer('microbatches', 250, 'Number of microbatches')
(train_data, train_labels), test = tf.keras.datasets.mnist.load_data()
optimizer = DPKerasSGDOptimizer(
    l2_norm_clip=FLAGS.l2_norm_clip, noise_multiplier=FLAGS.noise_multiplier,
    num_microbatches=FLAGS.microbatches, learning_rate=FLAGS.learning_rate)
model.compile(optimizer=optimizer, loss=loss, metrics=['accuracy'])
model.fit(train_data, train_labels, epochs=FLAGS.epochs, validation_data=(x, y), batch_size=FLAGS.batch_size)
`, reads: "b=250 eta=0.15 clip=1 sigma=1.1 epochs=60 scheme=reshuffle adjacency=zero-out", needs: "n", differs: "loss", offers: "n=60000"},

	{name: "TF Privacy clips microbatches of several examples", text: `
num_examples = 60000
optimizer = DPKerasAdamOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, num_microbatches=50, learning_rate=0.001)
model.fit(x, y, epochs=3, batch_size=250)
`, reads: "n=60000 b=250 T=720 eta=0.001", needs: "sigma", differs: "adam~loss", unheard: "DPKerasAdamOptimizer(…)|num_microbatches = 50", offers: "sigma=0.55"},

	{name: "Keras with schedules, a small buffer and a remainder", text: `
num_examples = 1000
ds = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(100).batch(30)
lr_schedule = keras.optimizers.schedules.ExponentialDecay(0.1, decay_steps=1000, decay_rate=0.9)
optimizer = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, learning_rate=lr_schedule, momentum=0.9)
model.fit(ds, epochs=3, callbacks=[keras.callbacks.LearningRateScheduler(f)])
batch_size = 30
`, reads: "n=1000 b=30 sigma=1.1 clip=1", needs: "eta~scheme", differs: "momentum~schedule~remainder~loss", unheard: "keras.callbacks.LearningRateScheduler(…)|momentum = 0.9"},

	{name: "a pipeline whose batch has no name", text: `
dataset = tf.data.Dataset.from_tensor_slices((x_train, y_train))
dataset = dataset.shuffle(60000).batch(256)
optimizer = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.0, num_microbatches=256, learning_rate=0.15)
model.fit(dataset, epochs=20)
`, reads: "b=256 eta=0.15 clip=1 sigma=1 epochs=20", needs: "n~scheme", differs: "loss"},
	{name: "Keras with a full buffer that has a name", text: `
num_examples = 1000
batch_size = 25
ds = ds.shuffle(buffer_size=1000, seed=1).batch(batch_size)
optimizer = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, learning_rate=0.1)
model.fit(ds, epochs=3)
`, reads: "n=1000 b=25 T=120 scheme=reshuffle", differs: "loss"},
	{name: "Keras with a full buffer", text: `
num_examples = 1000
batch_size = 30
ds = ds.shuffle(num_examples).batch(batch_size)
optimizer = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, learning_rate=0.1)
model.fit(ds, epochs=3)
`, reads: "n=1000 b=30 T=99 scheme=reshuffle", differs: "remainder~loss", unheard: "the last batch of an epoch has 10 examples"},

	{name: "JAX Privacy's Keras API counts ⌊n/b⌋ steps and multiplies batches", text: `
import keras
from jax_privacy import keras_api
params = keras_api.DPKerasConfig(
    epsilon=1.0, delta=1e-5, clipping_norm=1.0, batch_size=30, gradient_accumulation_steps=2,
    train_steps=48, train_size=1000, poisson_sampling_in_fit=True, noise_multiplier=1.0, microbatch_size=5)
model = keras_api.make_private(model, params)
model.compile(optimizer=keras.optimizers.SGD(learning_rate=0.1))
model.fit(x, y, epochs=3, batch_size=30)
`, reads: "n=1000 b=60 T=48 eta=0.1 clip=1 sigma=1 delta=1e-5 scheme=poisson adjacency=add-remove", differs: "loss"},

	{name: "JAX Privacy by epochs", text: `
params = keras_api.DPKerasConfig(delta=1e-5, clipping_norm=1.0, batch_size=512, train_size=50000, poisson_sampling_in_fit=True, noise_multiplier=1.0)
learning_rate = 0.1
num_epochs = 30
`, reads: "T=2910 steps=T scheme=poisson", differs: "loss"},

	{name: "JAX Privacy with optax", text: `
from jax_privacy import batch_selection, clipping, noise_addition
schedule = optax.warmup_cosine_decay_schedule(init_value=0.0, peak_value=1e-3, warmup_steps=100, decay_steps=1000)
optimizer = optax.chain(optax.add_decayed_weights(1e-4), optax.adamw(learning_rate=schedule))
strategy = batch_selection.CyclicPoissonSampling(sampling_prob=0.01, iterations=1000)
grad_fn = jax_privacy.clipped_grad(loss, l2_clip_norm=1.0, batch_argnums=1)
ema_params = optax.incremental_update(params, ema_params, step_size=0.001)
noise_multiplier = 1.1
train_size = 60000
`, reads: "n=60000 b=600 T=1000 clip=1 sigma=1.1 scheme=poisson weight_decay=0.0001 eta=0.001", differs: "adam~schedule~averaging~loss",
		unheard: "optax.warmup_cosine_decay_schedule(…)|optax.adamw(…)|optax.incremental_update(…)"},

	{name: "JAX Privacy's balls in bins, one cycle", text: `
from jax_privacy import batch_selection
strategy = batch_selection.BallsInBinsSampling(iterations=234, cycle_length=234)
grad_fn = jax_privacy.clipped_grad(loss, l2_clip_norm=1.0)
noise_multiplier = 1.0
train_size = 60000
learning_rate = 0.1
`, reads: "n=60000 b=256 T=234 sigma=1 scheme=allocation", differs: "loss"},

	{name: "balls in bins whose batches do not divide the data", text: `
from jax_privacy import batch_selection
strategy = batch_selection.BallsInBinsSampling(iterations=4, cycle_length=4)
grad_fn = jax_privacy.clipped_grad(loss, l2_clip_norm=1.0)
noise_multiplier = 1.0
train_size = 10
learning_rate = 0.1
`, reads: "n=10 b=3 T=4 scheme=allocation", differs: "loss"},

	{name: "balls in bins that stay where they are", text: `
from jax_privacy import batch_selection
strategy = batch_selection.BallsInBinsSampling(iterations=1000, cycle_length=234)
grad_fn = jax_privacy.clipped_grad(loss, l2_clip_norm=1.0)
noise_multiplier = 1.0
train_size = 60000
learning_rate = 0.1
`, reads: "n=60000 T=1000 sigma=1", needs: "b~scheme", differs: "loss", unheard: "batch_selection.BallsInBinsSampling(…)"},

	{name: "random allocation in words", text: "n=23400, batches of 100, balls in bins, add or remove one, 4 epochs, lr 0.1, noise multiplier 1, clip 1",
		reads: "n=23400 b=100 T=936 scheme=allocation adjacency=add-remove", differs: "loss"},

	{name: "Flax without a library of privacy", text: `
L = 12
tx = optax.sgd(learning_rate=0.1, momentum=0.9)
state = train_state.TrainState.create(apply_fn=model.apply, params=params, tx=tx)
ds = tfds.load("cifar10", split="train")
batch_size = 128
num_epochs = 10
clip_norm = 1.0
noise_multiplier = 1.1
`, reads: "b=128 eta=0.1 sigma=1.1 epochs=10", needs: "n~adjacency~scheme", differs: "momentum~loss", unheard: "momentum = 0.9",
		offers: "n=50000 scheme=poisson scheme=reshuffle"},

	{name: "a sampler that no field has", text: `
n = 1000
loader = DataLoader(data, batch_size=10, sampler=WeightedRandomSampler(w, 1000))
make_private(noise_multiplier=1.1, max_grad_norm=1, data_loader=loader)
lr = 0.1; epochs = 2
`, reads: "n=1000 b=10 T=200", needs: "scheme", differs: "loss", unheard: "WeightedRandomSampler(…)"},

	{name: "letters of a program mean nothing here", text: `
L = 12; D = 784; m = 3; T = 100; C = 10; alpha = 2.0
n = 1000
make_private(noise_multiplier=1.1, max_grad_norm=1, data_loader=DataLoader(data, batch_size=10))
lr = 0.1; epochs = 2
`, reads: "T=200 clip=1 diameter=inf n=1000 loss=smooth", differs: "loss"},

	{name: "Keras with its own length of an epoch, tuned", text: `
study = optuna.create_study()
optimizer = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, learning_rate=0.1)
model.fit(ds, epochs=3, steps_per_epoch=100)
num_examples = 1000; batch_size = 10
`, needs: "T", differs: "tuning~loss", unheard: "steps_per_epoch = 100|optuna.create_study(…)", offers: "T=300"},

	{name: "noise of an unknown kind", text: "n=1000, Poisson batches of 10, add or remove one, 2 epochs, lr 0.1, noise 1.1, clip 1",
		reads: "sigma=1.1", needs: "noise", offers: "noise=multiplier noise=gradient", differs: "loss"},

	{name: "a part of a data set is not offered whole", text: `
full = datasets.FashionMNIST("data", train=True)
train_set, val_set = random_split(full, [0.9, 0.1])
make_private(noise_multiplier=1.1, max_grad_norm=1, data_loader=DataLoader(train_set, batch_size=100))
lr = 0.1; epochs = 2
`, needs: "n", differs: "loss"},

	{name: "a configuration that is complete",
		text: `{"num_examples": 1000, "batch_size": 10, "num_updates": 200, "learning_rate": 0.1, "clipping_norm": 1,
"noise_multiplier": 1.1, "ema_decay": 0.999, "weight_decay": 0, "scheme": "poisson", "adjacency": "add-remove"}`,
		reads: "n=1000 b=10 T=200", differs: "averaging~loss", unheard: "ema_decay: 0.999"},
}

// Every script is read as it is meant: what it says, what it lacks, and what no field can
// say.
func TestScripts(t *testing.T) {
	for _, c := range slices.Concat(scripts, misread) {
		t.Run(c.name, func(t *testing.T) {
			got := Read(opening(), c.text)
			for want := range strings.FieldsSeq(c.reads) {
				name, value, _ := strings.Cut(want, "=")
				if is := readField(got.State, name); is != value {
					t.Errorf("%s is %s, want %s", name, is, value)
				}
			}
			if needs := strings.Join(got.State.View.Blank, "~"); needs != c.needs {
				t.Errorf("needs %s, want %s", needs, c.needs)
			}
			if !sameNames(got.State.View.Differs, strings.Split(c.differs, "~")) {
				t.Errorf("differs by %q, want %s", got.State.View.Differs, c.differs)
			}
			for want := range strings.SplitSeq(c.unheard, "|") {
				if want != "" && !slices.ContainsFunc(got.Unheard, func(l Left) bool { return l.Said == want && l.Why != "" }) {
					t.Errorf("%q is not said to be unheard", want)
				}
			}
			if c.unheard == "" && len(got.Unheard) > 0 {
				t.Errorf("unheard: %+v", got.Unheard)
			}
			var offers []string
			for _, o := range got.Offers {
				offers = append(offers, o.Field+"="+o.Value)
			}
			if strings.Join(offers, " ") != c.offers {
				t.Errorf("offers %q, want %s", offers, c.offers)
			}
			saidOnce(t, got)
			if t.Failed() {
				t.Logf("%+v", got)
			}
		})
	}
}

// saidOnce fails if a field is both understood and needed, or is understood twice, or if something is heard twice.
func saidOnce(t *testing.T, got Reading) {
	t.Helper()
	seen := map[string]bool{}
	for _, taken := range got.Taken {
		field := strings.Replace(taken.Field, "epochs", "T", 1)
		if field != "" && (got.State.View.IsBlank(field) && !got.State.View.Pending() || seen[field]) {
			t.Errorf("%s is understood from %s, and needed or understood from something else", field, taken.Said)
		}
		seen[field] = true
	}
	for i, l := range got.Unheard {
		if slices.ContainsFunc(got.Unheard[:i], func(other Left) bool { return other == l }) {
			t.Errorf("%s is heard twice", l.Said)
		}
	}
}

// readField is a field of a state as a link writes it; epochs are those of an unknown length.
func readField(s link.State, name string) string {
	switch name {
	case "epochs":
		if !s.View.Pending() || s.View.Steps != "epochs" {
			return "of a known length"
		}
		return s.Run.Get("T")
	case "delta":
		return run.FormatNumber(s.Question.Delta)
	case "steps":
		return s.View.Steps
	}
	return s.Run.Get(name)
}

func sameNames(a, b []string) bool {
	a, b = slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b))
	return slices.Equal(a, b)
}

// What is offered and taken is as if the text had said it, and nothing contradicts it.
func TestOffersAreTaken(t *testing.T) {
	for _, c := range slices.Concat(scripts, misread) {
		got := Read(opening(), c.text)
		for _, o := range got.Offers {
			with := Read(opening(), c.text, o)
			is := with.State.Run.Get(o.Field)
			if o.Field == "epochs" {
				is = readField(with.State, o.Field)
			}
			if !o.OfSchedule() && (is != o.Value || with.State.View.IsBlank(o.Field)) {
				t.Errorf("%s: %s is %s after %s was taken", c.name, o.Field, is, o.Value)
			}
			if slices.ContainsFunc(with.Offers, func(other Offer) bool { return other.Field == o.Field }) {
				t.Errorf("%s: %s is offered again", c.name, o.Field)
			}
		}
	}
	cifar := "train = CIFAR10(root)\nDataLoader(train, batch_size=512)\nmake_private(noise_multiplier=1, max_grad_norm=1)\nlr=0.1\nEPOCHS = 30\nget_epsilon(delta=1/len(train))"
	with := Read(opening(), cifar, Read(opening(), cifar).Offers...)
	if r := with.State.Run; r.N != 50000 || r.T != 2940 || with.State.Question.Delta != 1.0/50000 || with.State.View.Blank != nil {
		t.Errorf("%+v", with)
	}
}

// What settles how examples are clipped and batches end is said to be read; half a multiplier that is offered needs no more.
func TestMicrobatchesAndRemaindersAreTold(t *testing.T) {
	const script = "N = 60000\nds = Dataset.from_tensor_slices((x, y)).shuffle(60000).batch(250, drop_remainder=True)\n" +
		"opt = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=0.8, num_microbatches=%, learning_rate=0.15)\nmodel.fit(ds, epochs=30)"
	read := func(k string, accepted ...Offer) Reading {
		return Read(opening(), strings.Replace(script, "%", k, 1), accepted...)
	}
	one := read("250")
	for _, want := range []Taken{{"drop_remainder = True", "", "no smaller last batch"},
		{"num_microbatches = 250", "", "one example each, clipped by itself"}, {"N = 60000", "n", "60000"}} {
		if !slices.Contains(one.Taken, want) || len(one.Aside) > 0 {
			t.Errorf("%+v is not among %+v, aside %q", want, one.Taken, one.Aside)
		}
	}
	keeping := Read(opening(), strings.Replace(script, ", drop_remainder=True", "", 1))
	if none := (*Reading)(nil); !one.Drops() || keeping.Drops() || none.Drops() {
		t.Errorf("drops: %v, %v, %v", one.Drops(), keeping.Drops(), none.Drops())
	}
	several := read("50")
	half := Offer{"sigma", "0.4", "half of noise_multiplier = 0.8 is 0.4"}
	if !slices.Equal(several.Offers, []Offer{half}) || !several.State.View.IsBlank("sigma") || !half.Numeric() {
		t.Fatalf("offers %+v, blank %q", several.Offers, several.State.View.Blank)
	}
	if s := read("50", half).State; s.Run.Sigma != 0.4 || s.Run.Noise != run.NoiseMultiplier || len(s.View.Blank) > 0 {
		t.Errorf("with half of it: %+v", s)
	}
	sampled := Read(opening(), "DataLoader(d, batch_size=256, drop_last=True)\nmake_private(noise_multiplier=1, max_grad_norm=1)\nn = 60000")
	if slices.ContainsFunc(sampled.Taken, func(t Taken) bool { return t.Field == "" }) || sampled.Batches != "234" {
		t.Errorf("where Opacus samples: %+v, of %s batches", sampled.Taken, sampled.Batches)
	}
	if other := Read(opening(), "DataLoader(d, batch_size=250)\nmake_private(noise_multiplier=1, max_grad_norm=1)\nn = 60000"); other.Batches != "" {
		t.Errorf("where b divides n: %s", other.Batches)
	}
}
