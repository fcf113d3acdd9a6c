package snippet

// Scripts of PyTorch. The parts are those of the libraries' own tutorials, as of Opacus 1.5.
var torchScripts = []script{
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
		offers: "scheme=poisson scheme=reshuffle" + neighboursAnyScheme},

	{name: "Transformers' arguments, of one device", text: `
trainer = OpacusDPTrainer(args=TrainingArguments(per_device_train_batch_size=32, gradient_accumulation_steps=16, learning_rate=2e-5,
    lr_scheduler_type="linear", warmup_ratio=0.1, num_train_epochs=3, weight_decay=0.01), train_dataset=dataset,
    privacy_args=PrivacyArguments(noise_multiplier=0.7, per_sample_max_grad_norm=1.0))
`, reads: "epochs=3 clip=1 sigma=0.7 eta=2e-5", needs: "n~b~adjacency~scheme", differs: "schedule~adam~loss",
		unheard: "TrainingArguments(…) without optim|per_device_train_batch_size = 32|lr_scheduler_type = linear|warmup_ratio = 0.1|gradient_accumulation_steps = 16",
		offers:  "b=512 scheme=poisson scheme=reshuffle" + neighboursAnyScheme},

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

	{name: "a part of a data set is not offered whole", text: `
full = datasets.FashionMNIST("data", train=True)
train_set, val_set = random_split(full, [0.9, 0.1])
make_private(noise_multiplier=1.1, max_grad_norm=1, data_loader=DataLoader(train_set, batch_size=100))
lr = 0.1; epochs = 2
`, needs: "n", differs: "loss"},
}
