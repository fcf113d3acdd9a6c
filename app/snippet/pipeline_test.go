package snippet

import (
	"slices"
	"strings"
	"testing"
)

// piped is a training on the data that the tf.data calls in place of PIPE make.
const piped = `
num_examples = 50000
import tensorflow as tf
PIPE
opt = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, learning_rate=0.1)
model.fit(ds, FIT)
`

// Batches that may hold examples of two epochs are of no scheme, whatever the order in which the text writes the calls; and no epoch
// of theirs ends with a smaller batch.
func TestRepeatedPipelines(t *testing.T) {
	const raw = "ds = tf.data.Dataset.from_tensor_slices((x, y))"
	for _, c := range []struct{ name, pipe, fit, scheme, why string }{
		{"repeat first", raw + ".repeat(20).shuffle(50000).batch(128, drop_remainder=True)", "epochs=1", "", repeatedFirst},
		{"repeat first, b divides n", raw + ".repeat(20).shuffle(50000).batch(125)", "epochs=1", "", repeatedFirst},
		{"repeat first in lines", raw + "\nds = ds.repeat(20)\nds = ds.map(f)\nds = ds.shuffle(50000)\nds = ds.batch(125)", "epochs=1", "",
			repeatedFirst},
		{"repeat first over lines", "ds = (raw\n    .repeat()\n    .shuffle(50000)\n    .batch(125))", "epochs=20, steps_per_epoch=400", "",
			repeatedFirst},
		{"repeat first over joined lines", "ds = raw.repeat() \\\n    .shuffle(50000) \\\n    .batch(125)", "epochs=20, steps_per_epoch=400",
			"", repeatedFirst},
		{"repeat between", raw + ".shuffle(50000).repeat(20).batch(128, drop_remainder=True)", "epochs=1", "", batchedLast},
		{"repeat between, b divides n", raw + ".shuffle(50000).repeat(20).batch(125)", "epochs=1", "reshuffle", ""},
		{"repeat without end", raw + ".shuffle(50000).repeat().batch(128)", "epochs=20, steps_per_epoch=390", "", batchedLast},
		{"repeat by a name", raw + ".shuffle(50000).repeat(count=args.count).batch(128)", "epochs=1", "", batchedLast},
		{"in the order of the data", raw + ".repeat(20).batch(128)", "epochs=1", "", batchedLast},
		{"in the order of the data, b divides n", raw + ".repeat(20).batch(125)", "epochs=1", "cyclic", ""},
		{"in a branch", raw + "\nif train:\n    ds = ds.shuffle(50000).repeat()\nds = ds.batch(128)", "epochs=20, steps_per_epoch=390", "",
			batchedLast},
		{"repeat last", raw + ".shuffle(50000).batch(125).prefetch(2).repeat(20)", "epochs=1", "reshuffle", ""},
		{"repeat last in lines", raw + "\nds = ds.shuffle(50000)\nds = ds.batch(125)\nds = ds.repeat(20)", "epochs=1", "reshuffle", ""},
		{"repeat last, a smaller batch", raw + ".shuffle(50000).batch(128).repeat(20)", "epochs=1", "reshuffle", ""},
		{"once", raw + ".repeat(1).shuffle(50000).batch(125)", "epochs=20", "reshuffle", ""},
		{"test data", raw + ".shuffle(50000).batch(125)\ntest_ds = test.repeat(2).shuffle(50000).batch(128)", "epochs=20", "reshuffle", ""},
		{"in a function", "def prepare(d):\n    return d.shuffle(50000).batch(125)\nds = prepare(raw.repeat(20))", "epochs=1", "", notOrdered},
		{"a loader of both", raw + ".apply(tf.data.experimental.shuffle_and_repeat(50000)).batch(125)", "epochs=20, steps_per_epoch=400",
			"", notOrdered},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := Read(opening(), strings.NewReplacer("PIPE", c.pipe, "FIT", c.fit).Replace(piped))
			scheme := string(got.State.Run.Scheme)
			if got.State.View.IsBlank("scheme") {
				scheme = ""
			}
			why := slices.IndexFunc(got.Unheard, func(l Left) bool { return l.Why == c.why && strings.Contains(l.Said, "repeat") })
			if scheme != c.scheme || c.why != "" && why < 0 || scheme == "" && slices.ContainsFunc(got.Taken, func(of Taken) bool {
				return of.Field == "scheme"
			}) {
				t.Errorf("scheme %q, want %q for %q; not heard: %+v", scheme, c.scheme, c.why, got.Unheard)
			}
			if strings.HasSuffix(c.name, "smaller batch") {
				const said = "the last batch of an epoch has 80 examples"
				if !slices.ContainsFunc(got.Unheard, func(l Left) bool { return l.Said == said }) {
					t.Errorf("%q is not among %+v", said, got.Unheard)
				}
			} else if c.why != notOrdered && slices.Contains(got.State.View.Differs, "remainder") {
				t.Errorf("a smaller last batch: %+v", got.Unheard)
			}
			if strings.Contains(c.pipe, "repeat(20)") && !got.State.View.IsBlank("T") {
				t.Errorf("T = %d of what is repeated", got.State.Run.T)
			}
		})
	}
}

// Whether b divides n is not known without both: what is heard of it waits for the size.
func TestRepeatedPipelineOfUnknownSize(t *testing.T) {
	text := strings.NewReplacer("num_examples = 50000\n", "", "PIPE", "ds = ds.repeat().batch(128)", "FIT", "epochs=20, steps_per_epoch=390").
		Replace(piped)
	got := Read(opening(), text)
	at := slices.IndexFunc(got.Unheard, func(l Left) bool { return l.Why == batchedLast })
	if at < 0 || !got.Unheard[at].Waits || !got.State.View.IsBlank("scheme") {
		t.Errorf("not heard: %+v", got.Unheard)
	}
	form := got.State
	form.Run.N, form.View.Blank = 12800, nil
	if with, _ := got.Answered(form); with.State.View.IsBlank("scheme") || with.State.Run.Scheme != "cyclic" {
		t.Errorf("with n: %+v", with.Unheard)
	}
}

// Examples that are shuffled once, by the argument or by a cache behind, and batches that are shuffled are not reshuffled every epoch.
func TestWhatIsShuffledAndWhen(t *testing.T) {
	for pipe, want := range map[string]string{
		"ds = ds.shuffle(50000, reshuffle_each_iteration=True).batch(125)":                                 "reshuffle",
		"ds = ds.shuffle(50000, reshuffle_each_iteration=None).batch(125)":                                 "reshuffle",
		"ds = ds.shuffle(50000, reshuffle_each_iteration=False).batch(125)":                                "shuffle-once",
		"ds = ds.shuffle(buffer_size=50000, seed=1, reshuffle_each_iteration=False).batch(125)":            "shuffle-once",
		"ds = ds.shuffle(50000, 1, False).batch(125)":                                                      "shuffle-once",
		"ds = ds.shuffle(50000, reshuffle_each_iteration=args.again).batch(125)":                           "",
		"ds = files.shuffle(50000)\nds = ds.shuffle(50000, reshuffle_each_iteration=False).batch(125)":     "",
		"test_ds = test_ds.shuffle(10, reshuffle_each_iteration=False)\nds = ds.shuffle(50000).batch(125)": "reshuffle",
		"ds = ds.cache().shuffle(50000).batch(125)":                                                        "reshuffle",
		"ds = ds.shuffle(50000).cache().batch(125)":                                                        "shuffle-once",
		"ds = ds.shuffle(50000)\nds = ds.batch(125)\nds = ds.cache()":                                      "shuffle-once",
		"ds = ds.batch(125).shuffle(50000)":                                                                "",
		"ds = ds.batch(125)\nds = ds.shuffle(400)":                                                         "",
		"ds = ds.batch(125).map(f).unbatch().shuffle(50000).batch(125)":                                    "reshuffle",
	} {
		got := Read(opening(), strings.NewReplacer("PIPE", pipe, "FIT", "epochs=20").Replace(piped))
		scheme := string(got.State.Run.Scheme)
		if got.State.View.IsBlank("scheme") {
			scheme = ""
		}
		heard := slices.ContainsFunc(got.Unheard, func(l Left) bool { return l.Why == wholeBatches })
		batches := strings.Contains(pipe, "ds.batch(125).shuffle") || strings.Contains(pipe, "shuffle(400)")
		if scheme != want || heard != batches {
			t.Errorf("%s: scheme %q, want %q; not heard %+v, left %+v", pipe, scheme, want, got.Unheard, got.Left)
		}
	}
}

// An order from a buffer that holds a part of the data is fixed if every epoch has it. Otherwise composition alone holds, which is
// offered as a fixed order of which every iterate is released.
func TestSmallBuffers(t *testing.T) {
	for pipe, want := range map[string]string{
		"ds = ds.shuffle(10000).batch(125)":                                      anyOrders,
		"ds = ds.shuffle(10000, reshuffle_each_iteration=True).batch(125)":       anyOrders,
		"ds = ds.shuffle(10000, reshuffle_each_iteration=args.again).batch(125)": oneOrder + "; " + anyOrders,
		"ds = ds.shuffle(10000, reshuffle_each_iteration=False).batch(125)":      "",
		"ds = ds.shuffle(10000).cache().batch(125)":                              "",
	} {
		got := Read(opening(), strings.NewReplacer("PIPE", pipe, "FIT", "epochs=20").Replace(piped))
		var offers []string
		for _, o := range got.Offers {
			if o.Field == "scheme" {
				offers = append(offers, o.Text)
			}
		}
		warns := slices.ContainsFunc(got.Unheard, func(l Left) bool { return l.Why == smallBuffer && !l.Waits })
		open := got.State.View.IsBlank("scheme")
		if strings.Join(offers, "; ") != want || warns != (want != "") || open != warns || !open && got.State.Run.Scheme != "cyclic" {
			t.Errorf("%s: offers %q, want %q; not heard %+v, batches %q", pipe, offers, want, got.Unheard, got.State.Run.Scheme)
		}
		if want == "" {
			continue
		}
		with := got.With(got.Offers[slices.IndexFunc(got.Offers, func(o Offer) bool { return o.Text == anyOrders })])
		if with.State.View.IsBlank("scheme") || with.State.Run.Scheme != "cyclic" || with.State.Run.Release != "all" {
			t.Errorf("%s: with the offer %+v, offers %+v", pipe, with.State.Run, with.Offers)
			continue
		}
		if of := slices.IndexFunc(got.Offers, func(o Offer) bool { return o.Text == oneOrder }); of >= 0 {
			if with := got.With(got.Offers[of]); with.State.Run.Scheme != "cyclic" || with.State.Run.Release == "all" {
				t.Errorf("%s: in one order %+v", pipe, with.State.Run)
			}
		}
	}
}

// Whether a buffer whose size is not known holds a part of the data is not said.
func TestBuffersOfAPart(t *testing.T) {
	for text, want := range map[string]string{
		strings.Replace(piped, "PIPE", "ds = ds.shuffle(args.buffer).batch(125)", 1): "shuffles all examples only if its buffer holds them " +
			"all: choose how the batches are made",
	} {
		got := Read(opening(), strings.Replace(text, "FIT", "epochs=20", 1))
		if !got.State.View.IsBlank("scheme") || !slices.ContainsFunc(got.Left, func(l Left) bool { return l.Why == want }) {
			t.Errorf("%s: left %+v", text, got.Left)
		}
	}
}

// The dataset size decides whether a buffer holds all examples. The scheme is open for another reason if the text does not show
// how often the order changes.
func TestDatasetSizeDecidesTheScheme(t *testing.T) {
	for _, c := range []struct {
		pipe, scheme string
		n            int
		byN          bool
	}{
		{"ds = ds.shuffle(60000).batch(250)", "reshuffle", 50000, true},
		{"ds = ds.shuffle(60000).cache().batch(250)", "shuffle-once", 60000, true},
		{"ds = ds.shuffle(60000).batch(250)", "", 60500, true},
		{"ds = ds.shuffle(1000).batch(250)", "", 60000, true},
		{"ds = ds.shuffle(60000, reshuffle_each_iteration=args.again).batch(250)", "", 50000, false},
		{"ds = ds.shuffle(args.buffer).batch(250)", "", 50000, false},
	} {
		text := strings.NewReplacer("PIPE", c.pipe, "FIT", "epochs=20", "num_examples = 50000", "").Replace(piped)
		got := Read(opening(), text)
		if decided := slices.Equal(got.ByN, []string{"scheme"}); decided != c.byN || !got.State.View.IsBlank("scheme") {
			t.Errorf("%s: by the dataset size %q, blank %q", c.pipe, got.ByN, got.State.View.Blank)
		}
		if waits := len(got.Unheard) == 1 && got.Unheard[0].Waits; waits != c.byN {
			t.Errorf("%s: not in the form %+v", c.pipe, got.Unheard)
		}
		sized := got.State
		sized.Run.N, sized.View.Blank = c.n, nil
		with, _ := got.Answered(sized)
		scheme := string(with.State.Run.Scheme)
		if with.State.View.IsBlank("scheme") {
			scheme = ""
		}
		if scheme != c.scheme || with.ByN != nil {
			t.Errorf("%s, n = %d: scheme %q, want %q; by the dataset size %q", c.pipe, c.n, scheme, c.scheme, with.ByN)
		}
	}
}

// Without steps_per_epoch the length of an epoch of data without end is not known.
func TestLengthOfDataWithoutEnd(t *testing.T) {
	text := strings.NewReplacer("PIPE", "ds = ds.shuffle(50000).batch(125).repeat()", "FIT", "epochs=20").Replace(piped)
	if got := Read(opening(), text); !got.State.View.IsBlank("T") {
		t.Errorf("T = %d", got.State.Run.T)
	}
	text = strings.NewReplacer("PIPE", "ds = ds.shuffle(50000).batch(125).repeat()", "FIT",
		"epochs=20, steps_per_epoch=50000 // batch_size", "num_examples", "batch_size = 125\nnum_examples").Replace(piped)
	if got := Read(opening(), text); got.State.View.IsBlank("T") || got.State.Run.T != 8000 {
		t.Errorf("T = %d, %+v", got.State.Run.T, got.Unheard)
	}
}
