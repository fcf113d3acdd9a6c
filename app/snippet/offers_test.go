package snippet

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// What a comment says of the length of a training is offered and not taken; what the code says
// itself is not offered again, nor is another setting, which a comment may say of another run.
func TestCommentsAreOffered(t *testing.T) {
	const script = `
# 50000 examples, 20 epochs, noise multiplier 3
loader = DataLoader(train, batch_size=256)  # batch size 128
engine.make_private(module=m, optimizer=SGD(m.parameters(), lr=0.1), data_loader=loader, noise_multiplier=1.1, max_grad_norm=1.0)
`
	asked := Read(opening(), script)
	if n, epochs := offered(asked, "n"), offered(asked, "epochs"); n != "50000" || epochs != "20" || len(asked.Offers) != 2 {
		t.Fatalf("offered %v", asked.Offers)
	}
	if !source.Has(asked.State.View.Blank, "n") || !source.Has(asked.State.View.Blank, "T") {
		t.Errorf("blank are %v: a comment was taken unasked", asked.State.View.Blank)
	}
	all := Read(opening(), script, asked.Offers...)
	if run := all.State.Run; all.State.View.Blank != nil || run.N != 50000 || run.T != 3920 || run.Sigma != 1.1 || run.B != 256 {
		t.Errorf("with the offers: blank %v, %+v", all.State.View.Blank, all.State.Run)
	}
	if got := Read(opening(), script+"\nn = 60000\nepochs = 5 # epochs = 10"); len(got.Offers) != 0 {
		t.Errorf("offered beside what the code says: %v", got.Offers)
	}
}

// A sentence names a data set as people write it, in words or with a hyphen; a part of one has another size.
func TestSentencesNameDataSets(t *testing.T) {
	for text, want := range map[string]string{
		"CIFAR-10":                  "50000",
		"a ResNet on CIFAR 10":      "50000",
		"Fashion-MNIST":             "60000",
		"SST-2":                     "67349",
		"AG News":                   "120000",
		"ImageNet-1k":               "1281167",
		"MNIST":                     "60000",
		"half of CIFAR-10":          "",
		"10% of the MNIST examples": "",
		"CIFAR-10 - 5":              "50000",
	} {
		got := Read(opening(), text+", Poisson batches of 256, 15 epochs, lr 0.1, noise multiplier 1.1, clip 1")
		if n := offered(got, "n"); n != want {
			t.Errorf("%s: n is offered as %q, want %q", text, n, want)
		}
	}
}

// What is offered and taken is as if the text had said it, and nothing contradicts it.
func TestOffersAreTaken(t *testing.T) {
	for _, c := range slices.Concat(scripts(), misread) {
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

// T counts the full batches of the epochs only where it follows from epochs: steps that the text gives are taken as they are.
func TestFullBatchesAreCountedFromEpochs(t *testing.T) {
	why := func(length string) string {
		r := Read(opening(), "n = 1000\nnum_microbatches = 300\nloader = DataLoader(d, batch_size=300, shuffle=True)\nopt = DPKerasSGDOptimizer(l2_norm_clip=1.0, "+
			"noise_multiplier=0.8, num_microbatches=300, learning_rate=0.15)\n"+length)
		for _, u := range r.Unheard {
			if strings.HasPrefix(u.Said, "the last batch of an epoch") {
				return u.Why
			}
		}
		t.Fatalf("%s: no smaller last batch is heard: %+v", length, r.Unheard)
		return ""
	}
	if got := why("epochs = 4"); !strings.Contains(got, "T counts the 3 full batches of each epoch") {
		t.Errorf("by epochs: %s", got)
	}
	if got := why("num_steps = 100"); strings.Contains(got, "T counts") || !strings.Contains(got, "once in every 3 steps, the full batches of an epoch") {
		t.Errorf("by steps: %s", got)
	}
}
