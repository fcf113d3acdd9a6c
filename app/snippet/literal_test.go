package snippet

import (
	"slices"
	"strings"
	"testing"
)

// Of a number that is written so that only a part of it is one, no part is taken, nor is one of two that it may mean; the
// field stays blank, and the text is said not to be used.
func TestNoPartOfANumberIsTaken(t *testing.T) {
	const rest = "\nlr = 0.1\nmax_grad_norm = 1\nnoise_multiplier = 1.1\n"
	for _, c := range []struct{ text, field, value, why string }{
		{"n = 60O00", "n", "", "n = 60O00: is not a number"},
		{"n: 5O000 # o", "n", "", "is not a number"},
		{"batch 5O0", "b", "", "is not a number"},
		{"n = 0x10", "n", "", "n = 0x10: is not a number"},
		{"n = 6е4", "n", "", "is not a number"}, // a Cyrillic е
		{"n = 60000½", "n", "", "is not a number"},
		{"n = 12 500", "n", "", "n = 12 500: is not a number"},
		{"n = 256 512", "n", "", "is not a number"},
		{"12 500 examples", "n", "", "12 500 examples: has a blank in its number"},
		{"n = 60,00", "n", "", "n = 60,00: has a comma in its number"},
		{"n = 50.000", "n", "", "n = 50.000: may mean 50 or 50000"},
		{"n = 50.000 * 2", "n", "", "may mean 50 or 50000"},
		{`n = int("50.000")`, "n", "", "may mean 50 or 50000"},
		{`n = int("60O00")`, "n", "", "its value is not in the text"},
		{"parser.add_argument('--batch-size', default=1.000)", "b", "", "--batch-size: is 1.000, which may mean 1 or 1000"},
		{"bs = 1.000\nloader = DataLoader(train_set, batch_size=bs)", "b", "", "bs = 1.000: may mean 1 or 1000"},
		{"size = 1.000\nloader = DataLoader(train_set, batch_size=size)", "b", "", "batch_size = size: is 1.000, which may mean 1 or 1000"},
		{"python train.py --batch-size 1.000", "b", "", "is 1.000, which may mean"},
		{"python train.py --n 60O00", "n", "", "--n 60O00: is not a number"},
		{"python train.py --weight-decay 0,1 --delta 1,5", "delta", "", "--delta 1,5: has a comma in its number"},
		{"1.000 epochs", "epochs", "", "may mean 1 or 1000"},
		{"Epoch 3/15", "epochs", "", "Epoch 3 / 15: says how far a training was"},
		{"Epoch 15/15", "epochs", "", "says how far a training was"},
		{"Epoch 10 loss", "epochs", "", "Epoch 10: is of a log: there were at least 10 epochs; enter how many in all"},
		{"Epoch 9 loss 0.41\nEpoch 10 loss 0.31\n", "epochs", "", "Epoch 10: is of a log: there were at least 10 epochs"},
		{"[epoch 10] train_loss: 0.31, acc: 0.9", "epochs", "", "epoch 10: is of a log"},
		{"Train Epoch: 10 [0/60000 (0%)]\tLoss: 0.31", "epochs", "", "Epoch 10: is of a log"},
		{"Step 1000: loss=0.31", "T", "", "Step 1000: is of a log: there were at least 1000 steps"},
		{"Epoch 10 loss 0.31\nepochs = 15", "epochs", "15", ""},
		{"epoch 10, convex loss", "epochs", "10", ""},
		{"1.281.167 images", "n", "", "1.281.167 images: groups thousands by points: write 1281167"},
		{"n = 1.281.167", "n", "", "n = 1.281.167: groups thousands by points"},
		{"a dataset of 1.281.167 images", "n", "", "groups thousands by points: write 1281167"},
		{"epochs 10-15", "epochs", "", "epochs 10-15: gives more than one value"},
		{"epochs 10 to 15", "epochs", "", "epochs 10 to 15: gives more than one value"},
		{"batch_size = 100 % 64", "b", "", "has a percent sign"},
		{`{"n": 50.000, "lr": 0.1}`, "n", "", "n: 50.000: may mean 50 or 50000"},
		{"n <- 60000L", "n", "60000", ""},
		{"epochs <- 15\nbatch_size <- 256", "b", "256", ""},
		{"if n <-5: pass\nn = 60000", "n", "60000", ""},
		{"--n=60000", "n", "60000", ""},
		{"--batch-size 256 --epochs 10", "b", "256", ""},
		{"--batch-size 256 --epochs 10", "epochs", "10", ""},
		{"--batch-size=256 --epochs=10", "epochs", "10", ""},
		{"n = 60 000", "n", "60000", ""},
		{"60 000 examples", "n", "60000", ""},
		{"n = 60'000, b = 500", "n", "60000", ""},
		{"n = 60 k", "n", "60000", ""},
		{"n = 1.2 million", "n", "1.2e6", ""},
		{"n = 60 thousand", "n", "60000", ""},
		{"n = ６００００", "n", "60000", ""},
		{"n = 6e4", "n", "60000", ""},
		{"n = 60\u202f500", "n", "60500", ""},
		{"15epochs", "epochs", "15", ""},
		{"batch 256 15 epochs", "b", "256", ""},
		{"batch 256,15 epochs", "epochs", "15", ""},
		{"n = 1.125 * 8000", "n", "9000", ""},
		{"epochs, batch_size = 15,25", "b", "25", ""},
		{"delta = 1 e-5", "delta", "1e-5", ""},
		{"delta = 10^-6", "delta", "1e-6", ""},
	} {
		text := c.text + rest
		if strings.HasPrefix(c.text, "{") {
			text = c.text
		}
		got := Read(opening(), text)
		is := ""
		for _, taken := range got.Taken {
			if taken.Field == c.field {
				is = taken.Value
			}
		}
		said := slices.ContainsFunc(got.Left, func(l Left) bool { return strings.Contains(l.Said+": "+l.Why, c.why) })
		if is != c.value || c.why != "" && !said {
			t.Errorf("%s gives %s = %q, want %q; left %+v", c.text, c.field, is, c.value, got.Left)
		}
		if field := strings.Replace(c.field, "epochs", "T", 1); c.value == "" && field != "delta" && !got.State.View.IsBlank(field) {
			t.Errorf("%s does not leave %s blank", c.text, field)
		}
	}
	for _, text := range []string{"sigma = 1,5", "noise_multiplier=1,1", "make_private(noise_multiplier=1,1, max_grad_norm=1)", "sigma 1,100",
		"sigma: 1.5-2", "sigma 1 or 2", "sigma = 1.0x"} {
		got := Read(opening(), text+"\nn = 60000\nbatch_size = 600\nepochs = 3\nlr = 0.1")
		if !got.State.View.IsBlank("sigma") || len(got.Left) == 0 {
			t.Errorf("%s: σ = %v, left %+v", text, got.State.Run.Sigma, got.Left)
		}
	}
}
