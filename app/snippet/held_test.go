package snippet

import (
	"slices"
	"strings"
	"testing"
)

// summed is a training whose loop is LOOP.
const summedScript = `
from opacus import PrivacyEngine
train_ds = CIFAR10(root="data", train=True)
train_loader = DataLoader(train_ds, batch_size=64, shuffle=True)
optimizer = SGD(model.parameters(), lr=0.1)
model, optimizer, train_loader = PrivacyEngine().make_private(module=model, optimizer=optimizer, data_loader=train_loader,
    noise_multiplier=1.0, max_grad_norm=1.0)
`

const epochLoop = `for epoch in range(10):
    for i, (x, y) in enumerate(train_loader):
        loss = criterion(model(x), y)
        loss.backward()
`

// A condition is quoted as the text writes it.
func TestConditionsAreQuoted(t *testing.T) {
	for step, want := range map[string]string{
		"        if (i + 1) % 8 == 0:  # sum\n            optimizer.step()":                "if (i + 1) % 8 == 0",
		"        if (i+1)%8==0 :\n            optimizer.step()":                            "if (i+1)%8==0",
		"        optimizer.step() if (i + 1) % 8 == 0 else None":                           "optimizer.step() if (i + 1) % 8 == 0 else None",
		"        if ready[i]:\n            optimizer.step()":                               "if ready[i]",
		"        if (i + 1) % 8 == 0 and (\n            x):\n            optimizer.step()": "if (i + 1) % 8 == 0 and ( x)",
	} {
		got := Read(opening(), summedScript+epochLoop+step+"\n")
		if !slices.ContainsFunc(got.Unheard, func(l Left) bool { return l.Said == want }) {
			t.Errorf("%q is not among %+v", want, got.Unheard)
		}
	}
}

// A step of the optimiser that is made after some batches only, however that is written, leaves the batch open.
func TestStepsThatAreHeldBack(t *testing.T) {
	const sums, undecided, each = "512 64", "64", ""
	for _, c := range []struct{ name, loop, offers string }{
		{"in a block", epochLoop + "        if (i + 1) % 8 == 0:\n            optimizer.step()\n            optimizer.zero_grad()", sums},
		{"on one line", epochLoop + "        if (i + 1) % 8 == 0: optimizer.step(); optimizer.zero_grad()", sums},
		{"second on one line", epochLoop + "        if (i + 1) % 8 == 0: log(i); optimizer.step()", sums},
		{"after a continue", epochLoop + "        if (i+1) % 8 != 0: continue\n        optimizer.step()", sums},
		{"after a continue in a block", epochLoop + "        if (i+1) % 8 != 0:\n            continue\n        optimizer.step()", sums},
		{"after a continue of the other branch", epochLoop + "        if (i+1) % 8 == 0:\n            pass\n        else:\n            continue\n        optimizer.step()", undecided},
		{"a conditional expression", epochLoop + "        optimizer.step() if (i + 1) % 8 == 0 else None", sums},
		{"an and", epochLoop + "        (i + 1) % 8 == 0 and optimizer.step()", sums},
		{"an or", epochLoop + "        (i + 1) % 8 or optimizer.step()", sums},
		{"an and over lines", epochLoop + "        ((i + 1) % 8 == 0\n         and optimizer.step())", sums},
		{"no remainder", epochLoop + "        if not i % 8:\n            optimizer.step()", sums},
		{"the last, too", epochLoop + "        if ((i + 1) % 8 == 0) or (\n            (i + 1) == len(train_loader)\n        ):\n            optimizer.step()\n        else:\n            optimizer.virtual_step()", sums},
		{"a name of the condition", epochLoop + "        last = (i + 1) % 8 == 0\n        if last:\n            optimizer.step()", undecided},
		{"a counter", epochLoop + "        n_acc += 1\n        if n_acc == 8:\n            optimizer.step()\n            n_acc = 0", undecided},
		{"a number that has a name", "k = 8\n" + epochLoop + "        if (i + 1) % k == 0:\n            optimizer.step()", sums},
		{"an option", "parser.add_argument('--every', default=8)\nargs = parser.parse_args()\n" + epochLoop + "        if (i + 1) % args.every == 0: optimizer.step()", sums},
		{"another name of the optimiser", "sgd = optim.SGD(model.parameters(), lr=0.1)\n" + epochLoop + "        if (i + 1) % 8 == 0: sgd.step()", sums},
		{"a scaler", epochLoop + "        if (i + 1) % 8 == 0: scaler.step(optimizer)", sums},
		{"in a function", "def update(i):\n    if (i + 1) % 8 != 0: return\n    optimizer.step()\n" + epochLoop + "        update(i)", sums},
		{"by a function", "def update():\n    optimizer.step()\n" + epochLoop + "        if (i + 1) % 8 == 0: update()", sums},
		{"in each branch but one", epochLoop + "        if fp16: scaler.step(optimizer)\n        elif (i + 1) % 8 == 0: optimizer.step()", sums},
		{"empty batches", epochLoop + "        if len(x) == 0: continue\n        optimizer.step()", undecided},

		{"in each batch", epochLoop + "        optimizer.step()", each},
		{"while training", epochLoop + "        if phase == 'train': optimizer.step()", each},
		{"otherwise than while testing", epochLoop + "        if not model.training:\n            score()\n        else:\n            optimizer.step()", each},
		{"if there is one", epochLoop + "        if optimizer is not None:\n            optimizer.step()", each},
		{"in both branches", epochLoop + "        if fp16:\n            scaler.step(optimizer)\n        else:\n            optimizer.step()", each},
		{"after another loop's continue", epochLoop + "        for p in ps:\n            if p is skipped: continue\n        optimizer.step()", each},
		{"before a continue", epochLoop + "        optimizer.step()\n        if i % 100: continue\n        print(i)", each},
		{"after every one batch", epochLoop + "        if (i + 1) % 1 == 0: optimizer.step()", each},
		{"a condition of all", "if private:\n" + strings.ReplaceAll("\n"+epochLoop, "\n", "\n    ") + "        optimizer.step()", each},
		{"a condition of another line", epochLoop + "        if i % 100 == 0: print(i)\n        optimizer.step()", each},
		{"a schedule's", epochLoop + "        optimizer.step()\n        if i % 100 == 0: writer.step()", each},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := Read(opening(), summedScript+c.loop+"\n")
			var offers []string
			for _, o := range r.Offers {
				if o.Field == "b" {
					offers = append(offers, o.Value)
				}
			}
			if got := strings.Join(offers, " "); got != c.offers || r.State.View.IsBlank("b") != (c.offers != each) {
				t.Errorf("b = %s is blank: %t, offered %q, want %q; unheard %+v", r.State.Run.Get("b"), r.State.View.IsBlank("b"), got, c.offers, r.Unheard)
			}
		})
	}
}

// What is offered is what the run gets: the batch after accumulation, and as many steps as it has.
func TestSumsAreOffered(t *testing.T) {
	const loop = epochLoop + "        if (i + 1) % 8 == 0: optimizer.step()\n"
	first := Read(opening(), summedScript+loop)
	at := slices.IndexFunc(first.Offers, func(o Offer) bool { return o.Field == "n" })
	second := Read(opening(), summedScript+loop, first.Offers[at])
	at = slices.IndexFunc(second.Offers, func(o Offer) bool { return o.Field == "b" })
	if at < 0 || second.Offers[at].Text != "64 × 8 accumulated = 512, so that 10 epochs have 980 steps" {
		t.Fatalf("offers %+v", second.Offers)
	}
	for _, of := range []struct {
		offer Offer
		b, T  int
	}{{second.Offers[at], 512, 980}, {second.Offers[at+1], 64, 7820}} {
		got := Read(opening(), summedScript+loop, first.Offers[0], of.offer)
		if got.State.Run.B != of.b || got.State.Run.T != of.T || len(got.State.View.Blank) > 0 {
			t.Errorf("%+v: b = %d, T = %d, blank %q", of.offer, got.State.Run.B, got.State.Run.T, got.State.View.Blank)
		}
	}
	// k/⌊n/b⌋ of the data join a step where smaller batches are dropped, and b is no less.
	dropped := strings.Replace(summedScript, "shuffle=True", "drop_last=True", 1)
	got := Read(opening(), dropped+loop, first.Offers[0], second.Offers[at])
	if b := got.State.Run.B; b < 8*50000/781+1 || got.State.Run.T < 980 {
		t.Errorf("b = %d, T = %d", b, got.State.Run.T)
	}
}

// Why the batch is left open is said, and is no part of the text that waits for the batch.
func TestSumsDoNotWait(t *testing.T) {
	for _, line := range []string{"if (i + 1) % 8 == 0: optimizer.step()", "if ready: optimizer.step()"} {
		r := Read(opening(), summedScript+epochLoop+"        "+line)
		if len(r.Unheard) != 1 || r.Unheard[0].Waits {
			t.Errorf("%s: %+v", line, r.Unheard)
		}
	}
}
