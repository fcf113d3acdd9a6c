package snippet

import (
	"slices"
	"strings"
	"testing"
)

// sizedBy is a training that says all but its dataset's size, beside what may say that.
func sizedBy(lines string) string {
	return `
BATCH = 500
` + lines + `
train_loader = DataLoader(train_dataset, batch_size=BATCH)
test_loader = DataLoader(test_dataset, batch_size=1000)
model, optimizer, train_loader = PrivacyEngine().make_private(module=model, optimizer=SGD(model.parameters(), lr=0.5),
    data_loader=train_loader, noise_multiplier=1.0, max_grad_norm=1.0)
epochs = 30
`
}

// The dataset's size is read where the code shows it, and from nothing that only may be it.
func TestSizes(t *testing.T) {
	for _, c := range []struct{ name, lines, said, value string }{
		{"a name that means it", "NUM_TRAIN = 50_000", "NUM_TRAIN = 50_000", "50000"},
		{"divides the batch", "N = 50000\nsample_rate = BATCH / N", "N = 50000", "50000"},
		{"divides 512", "N = 50000\nsample_rate = 512 / N", "N = 50000", "50000"},
		{"is divided by the batch", "SIZE = 50_000\nsteps_per_epoch = SIZE // BATCH", "SIZE = 50_000", "50000"},
		{"is divided, rounded up", "SIZE = 49_999\nnum_batches = math.ceil(SIZE / BATCH)", "SIZE = 49_999", "49999"},
		{"is divided for all epochs", "N = 50000\nsteps = epochs * N // BATCH", "N = 50000", "50000"},
		{"an upper-case letter alone", "N = 50000", "N = 50000", "50000"},
		{"an upper-case letter beside a name", "N = 7\nnum_train = 50000", "num_train = 50000", "50000"},
		{"another upper-case letter", "M = 50000", "", ""},
		{"an upper-case letter under a condition", "if small:\n    N = 50000", "", ""},
		{"an upper-case letter that is no number", "N = make(3)", "", ""},
		{"another name", "n_samples = 50000", "n_samples = 50000", "50000"},
		{"what is divided is another batch", "virtual_batch_size = 2000\naccumulate = virtual_batch_size // BATCH", "", ""},
		{"what is divided is no epoch", "M = 2000\nchunks = M // BATCH", "", ""},
		{"asserted", "assert len(train_dataset) == 50000", "assert len(train_dataset) == 50000", "50000"},
		{"asserted with words", `assert len(train_dataset) == 50_000, "not all are there"`, "assert len(train_dataset) == 50_000", "50000"},
		{"asserted of the loader's", "assert len(train_loader.dataset) == 50000", "assert len(train_loader.dataset) == 50000", "50000"},
		{"asserted of a name", "N = len(train_dataset)\nassert N == 50000", "assert N == 50000", "50000"},
		{"asserted of the test set", "assert len(test_dataset) == 10000", "", ""},
		{"asserted of other data", "assert len(full) == 60000", "", ""},
		{"asserted of the loader", "assert len(train_loader) == 100", "", ""},
		{"asserted to be at least", "assert len(train_dataset) >= 50000", "", ""},
		{"asserted under a condition", "if small:\n    assert len(train_dataset) == 500", "", ""},
		{"asserted in a function", "def main():\n    assert len(train_dataset) == 50000", "assert len(train_dataset) == 50000", "50000"},
		{"asserted of arrays", "assert train_dataset.shape[0] == 50000", "assert train_dataset.shape[0] == 50000", "50000"},
		{"a part", "train_dataset = Subset(train_dataset, range(50000))", "Subset(train_dataset, range(50000))", "50000"},
		{"a part with its package", "train_dataset = torch.utils.data.Subset(ds, list(range(50000)))",
			"torch.utils.data.Subset(ds, list(range(50000)))", "50000"},
		{"a part by name", "N = 50000\ntrain_dataset = Subset(dataset=ds, indices=np.arange(N))",
			"Subset(dataset=ds, indices=np.arange(N))", "50000"},
		{"a part from within", "train_dataset = Subset(ds, range(10_000, 60_000))", "Subset(ds, range(10_000, 60_000))", "50000"},
		{"a part in steps", "train_dataset = Subset(ds, range(0, 50000, 2))", "", ""},
		{"a part of the test set", "test_dataset = Subset(test_dataset, range(500))", "", ""},
		{"a part under a condition", "if debug:\n    train_dataset = Subset(train_dataset, range(500))", "", ""},
		{"a part joined to others", "train_dataset = ConcatDataset([Subset(a, range(500)), b])", "", ""},
		{"a part and more", "train_dataset = Subset(a, range(500)) + b", "", ""},
		{"selected", "train_dataset = train_dataset.select(range(50000))", "train_dataset.select(range(50000))", "50000"},
		{"split", "train_dataset, val = random_split(full, [45000, 5000])", "random_split(full, [45000, 5000])", "45000"},
		{"split in lines", "val, train_dataset = random_split(\n    full,\n    [\n        len(full) - 45000,\n        45000,\n    ],\n)",
			"random_split( full, [ len(full) - 45000, 45000, ], )", "45000"},
		{"split by shares", "train_dataset, val = random_split(full, [0.9, 0.1])", "", ""},
		{"split, and all asserted", "assert len(full) == 50000\ntrain_dataset, val = random_split(full, [45000, 5000])",
			"random_split(full, [45000, 5000])", "45000"},
		{"noted", "n = len(train_dataset)  # 50000", "n = len(train_dataset) # 50000", "50000"},
		{"noted in words", "print(len(train_dataset))  # = 50,000 examples", "print(len(train_dataset)) # = 50,000 examples", "50000"},
		{"noted of a name", "num_examples = images.shape[0]  # 50000", "num_examples = images.shape[0] # 50000", "50000"},
		{"noted of a quotient", "steps = len(train_dataset) // BATCH  # 100", "", ""},
		{"noted of δ", "delta = 1 / len(train_dataset)  # 50000", "", ""},
		{"noted about", "n = len(train_dataset)  # about 50000", "", ""},
		{"noted of the test set", "m = len(test_dataset)  # 10000", "", ""},
		{"twice the same", "N = 50_000\nsample_rate = BATCH / N\nassert len(train_dataset) == 50000", "assert len(train_dataset) == 50000",
			"50000"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Read(opening(), sizedBy(c.lines))
			is := ""
			for _, taken := range got.Taken {
				if taken.Field == "n" {
					is = taken.Value
					if taken.Said != clip(c.said) {
						t.Errorf("read from %q, want %q", taken.Said, c.said)
					}
				}
			}
			if is != c.value || got.State.View.IsBlank("n") != (c.value == "") {
				t.Errorf("n = %q, want %q, blank %v", is, c.value, got.State.View.Blank)
			}
			if t.Failed() {
				t.Logf("%+v", got)
			}
		})
	}
}

// Of two sizes neither is taken: the text is said to disagree with itself, and both are offered.
func TestSizesThatDisagree(t *testing.T) {
	for _, lines := range []string{
		"n = 60000\nassert len(train_dataset) == 50000",
		"num_train = 50000\ntrain_dataset = Subset(ds, range(60000))",
		"N = 50000\nsample_rate = BATCH / N\ndataset_size = 60_000",
		"n = 50000\nn = 60000",
		"n = len(train_dataset)  # 50000\nassert len(train_dataset) == 60000",
	} {
		got := Read(opening(), sizedBy(lines+"\ndelta = 1 / len(train_dataset)"))
		if !got.State.View.IsBlank("n") || slices.ContainsFunc(got.Taken, func(t Taken) bool { return t.Field == "n" || t.Field == "delta" }) {
			t.Errorf("%s: taken %+v", lines, got.Taken)
		}
		if !slices.ContainsFunc(got.Left, func(l Left) bool { return strings.Contains(l.Why, "disagrees with") }) {
			t.Errorf("%s: left %+v", lines, got.Left)
		}
		if slices.ContainsFunc(got.Left, func(l Left) bool {
			return strings.HasPrefix(l.Said, "n = len") && strings.Contains(l.Why, "not in the text")
		}) {
			t.Errorf("%s: left %+v", lines, got.Left)
		}
		values := strings.Fields(offered(got, "n"))
		slices.Sort(values)
		if !slices.Equal(values, []string{"50000", "60000"}) {
			t.Fatalf("%s: offers %v", lines, got.Offers)
		}
		with := Read(opening(), sizedBy(lines), take(t, got, "n", "60000"))
		if with.State.Run.N != 60000 || with.State.View.Blank != nil || len(with.Offers) > 0 {
			t.Errorf("%s: after a choice n = %d, blank %v, offers %v", lines, with.State.Run.N, with.State.View.Blank, with.Offers)
		}
	}
}

// Of the data of several loaders those count that are loaded to be trained on.
func TestSizesOfOtherLoaders(t *testing.T) {
	private := "probe = Subset(train_dataset, range(500))\n" +
		"probe_loader = DataLoader(Subset(train_dataset, range(500)), batch_size=500)\nassert len(train_dataset) == 50000"
	if got := Read(opening(), sizedBy(private)); got.State.Run.N != 50000 || got.State.View.IsBlank("n") {
		t.Errorf("beside the loader that is made private: n = %d, %+v", got.State.Run.N, got)
	}
}

// Without a loader in the text, data are those of the training if their name says so.
func TestSizesWithoutALoader(t *testing.T) {
	for text, want := range map[string]string{
		"Subset(train_dataset, range(50000))":                                              "50000",
		"torch.utils.data.Subset(ds, list(range(50000)))":                                  "50000",
		"assert len(train_dataset) == 50000":                                               "50000",
		"loader = DataLoader(Subset(ds, range(50000)), batch_size=100)":                    "50000",
		"loader = DataLoader(\n    dataset=Subset(ds, range(50000)),\n    batch_size=100)": "50000",
		"assert len(probe) == 50":                                                          "",
	} {
		got := Read(opening(), text+"\nnoise_multiplier = 1.1; lr = 0.1; max_grad_norm = 1")
		is := ""
		if !got.State.View.IsBlank("n") {
			is = got.State.Run.Get("n")
		}
		if is != want {
			t.Errorf("%s: n = %s, want %s: %+v", text, is, want, got)
		}
	}
}

// The steps of an epoch that the code counts as a pass over its data are one.
func TestStepsOfAPass(t *testing.T) {
	for lines, want := range map[string]bool{
		"N = 50000\nsteps_per_epoch = N // BATCH":                                           true,
		"N = 50000\nsteps_per_epoch = int(N / BATCH)\ntotal_steps = 30 * steps_per_epoch":   true,
		"N = 50001\nsteps_per_epoch = math.ceil(N / BATCH)":                                 true,
		"assert len(train_dataset) == 50000\nsteps_per_epoch = len(train_dataset) // BATCH": true,
		"N = 50001\nsteps_per_epoch = N // BATCH":                                           true, // a batch fewer than is counted
		"steps_per_epoch = 90": false,
	} {
		got := Read(opening(), sizedBy(lines))
		if blank := got.State.View.IsBlank("T"); blank == want {
			t.Errorf("%s: blank %v, unheard %v", lines, got.State.View.Blank, got.Unheard)
		}
	}
}
