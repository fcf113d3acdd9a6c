package snippet

import (
	"strings"
	"testing"
)

// A loop counts epochs, whatever its variable, if each round trains on all batches of the loader. It does not if it makes
// another model in each round, or if its variable means something else.
func TestRoundsOverALoader(t *testing.T) {
	const text = "n = 50000\nloader = DataLoader(d, batch_size=500)\nm, opt, loader = engine.make_private(module=m, optimizer=opt, " +
		"data_loader=loader, noise_multiplier=1.1, max_grad_norm=1.0)\nlr = 0.1\n" +
		"for e in range(50):\n    for x, y in loader:\n        loss(m(x), y).backward()\n        opt.step()\n"
	for change, T := range map[string]int{
		"": 5000, "loader: => enumerate(loader):": 5000, "loader: => tqdm(loader):": 5000, "for e => for _": 5000, "for e => for t": 5000,
		"    for x =>     net.train()\n    for x":                          5000,
		"    for x =>     m = Net()\n    for x":                            0,
		"    for x =>     params = net.init(key)\n    for x":               0,
		"for e => for seed":                                                0,
		"y in loader: => y in islice(loader, 9):":                          0,
		"y in loader: => y in test_loader:":                                0,
		"y in loader: => y in loader[:9]:":                                 0,
		"loss(m(x), y).backward()\n        opt.step() => print(x)":         0,
		"    for x, y in loader: =>     if e > 2:\n      for x in loader:": 0,
	} {
		from, to, _ := strings.Cut(change, " => ")
		changed := strings.Replace(text, from, to, 1)
		got := Read(opening(), changed)
		if at := got.State.Run.T; got.State.View.IsBlank("T") != (T == 0) || T > 0 && at != T {
			t.Errorf("%q: T = %d, blank %v, want %d; taken %+v", change, at, got.State.View.IsBlank("T"), T, got.Taken)
		}
	}
}
