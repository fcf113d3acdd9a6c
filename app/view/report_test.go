package view

import (
	"html"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/snippet"
	"lastiterate/app/state"
	"lastiterate/app/tex"
	"lastiterate/app/view/viewtest"
	"lastiterate/bounds"
	"lastiterate/bounds/run"
)

// What was read of a text is told in one line, with what no field says and what was changed since;
// opened, it tells each part of the text and what it was taken for.
func TestReportIsOneLineThatOpens(t *testing.T) {
	const script = `
from opacus import PrivacyEngine
loader = DataLoader(CIFAR10(root), batch_size=512)
optimizer = SGD(model.parameters(), lr=0.1, momentum=0.9, nesterov=True)
engine.make_private(module=m, optimizer=optimizer, data_loader=loader, noise_multiplier=0.8, max_grad_norm=1.2)
stop = EarlyStopping(patience=3)
`
	base := link.State{Query: bounds.DefaultQuery()}
	r := snippet.Read(base, script)
	if page := viewtest.HTML(t, &readText{Now: base}); !strings.Contains(page, "hidden") || strings.Contains(page, "summary") {
		t.Errorf("without a text there is %s", page)
	}
	m := state.New(r.State)
	shown := func() string { return html.UnescapeString(viewtest.HTML(t, &readText{Reading: &r, Now: m.State})) }
	page := shown()
	for _, want := range []string{"Read from your text", "5 values understood, 1 that only composition covers, 1 to check", "Understood (5)", "2 left open", "In the form (1). Only composition",
		"→ optimiser: SGD with momentum", "Not in the form (1)",
		"momentum=0.9, nesterov=True", "EarlyStopping(…)", "batch_size=512", "noise_multiplier=0.8",
		"Left open by the text: dataset size and number of iterations or epochs."} {
		if !strings.Contains(strings.ReplaceAll(page, "momentum = 0.9", "momentum=0.9"), want) && !strings.Contains(strings.ReplaceAll(page, " = ", "="), want) {
			t.Errorf("there is no %q in %s", want, page)
		}
	}
	if strings.Contains(page, "changed") {
		t.Errorf("the report says that something is changed, want it not to:\n%s", page)
	}
	m = state.Type{Field: "sigma", Text: "1.5"}.Do(state.Type{Field: "n", Text: "50000"}.Do(m))
	if page = shown(); !strings.Contains(page, ", 1 changed since") || strings.Count(page, "changed in the form since") != 1 {
		t.Errorf("of a change it says %s", page)
	}
}

// A field that does not count for what still holds is not missing: of an unknown loss composition holds, whatever the learning rate.
func TestReportAsksForWhatCounts(t *testing.T) {
	base := link.State{Query: bounds.DefaultQuery()}
	r := snippet.Read(base, "n 50000, Poisson, batch size 512, 30 epochs, noise multiplier 1.1, clip 1.0, delta 1e-5")
	if !r.State.View.IsBlank("eta") {
		t.Fatal("the learning rate is not blank, want it blank: the text says none")
	}
	page := viewtest.HTML(t, &readText{Reading: &r, Now: r.State})
	if !strings.Contains(page, "1 left open") || !strings.Contains(page, "Left open by the text: definition of neighbouring datasets.") {
		t.Error(page)
	}
}

// A field that follows from the dataset size is not asked for beside it.
func TestReportAsksForTheSizeAlone(t *testing.T) {
	base := link.State{Query: bounds.DefaultQuery()}
	r := snippet.Read(base, "import tensorflow as tf\nds = ds.shuffle(60000).batch(256)\nmodel.fit(ds, epochs=2)\n"+
		"DPKerasSGDOptimizer(l2_norm_clip=1, noise_multiplier=1, learning_rate=0.1)")
	page := viewtest.HTML(t, &startFrom{Base: base, text: "x", reading: r})
	for _, want := range []string{"1 left open, 1 waiting", "Left open by the text: dataset size. ", "<code>ds.shuffle(60000)</code>"} {
		if !strings.Contains(page, want) {
			t.Errorf("there is no %q in %s", want, page)
		}
	}
}

// What waits for a size is not among what no field can hold.
func TestReportTellsWhatWaits(t *testing.T) {
	const script = `
train_loader = DataLoader(train_dataset, batch_size=512)
optimizer = SGD(model.parameters(), lr=0.1, momentum=0.9)
scheduler = CosineAnnealingLR(optimizer, T_max=10 * len(train_loader))
engine.make_private(module=m, optimizer=optimizer, data_loader=train_loader, noise_multiplier=0.8, max_grad_norm=1.2)
for epoch in range(10):
    for x, y in train_loader:
        optimizer.step()
        scheduler.step()
ema = ExponentialMovingAverage(model.parameters(), decay=0.99)
stop = EarlyStopping(patience=3)
`
	base := link.State{Query: bounds.DefaultQuery()}
	r := snippet.Read(base, script)
	page := html.UnescapeString(viewtest.HTML(t, &readText{Reading: &r, Now: base}))
	if !strings.Contains(page, "1 to check") || !strings.Contains(page, "1 waiting") {
		t.Errorf("the summary: %.400s", page)
	}
	_, unheard, _ := strings.Cut(page, `class="unheard"`)
	unheard, rest, _ := strings.Cut(unheard, `class="waits"`)
	const schedule = "CosineAnnealingLR"
	rest, heard, _ := strings.Cut(rest, `class="heard"`)
	if !strings.Contains(unheard, "EarlyStopping") || strings.Contains(unheard, schedule) || !strings.Contains(rest, schedule) ||
		strings.Contains(heard, schedule) {
		t.Errorf("unheard %.300s, waiting %.300s, heard %.300s", unheard, rest, heard)
	}
	// What a choice of the form shows is not said to be missing there.
	for _, name := range []string{"momentum", "ExponentialMovingAverage"} {
		if strings.Contains(unheard, name) || !strings.Contains(heard, name) {
			t.Errorf("unheard %.300s, heard %.300s", unheard, heard)
		}
	}
	// A count is told from a value, and what the text says from what is said of it.
	text := strings.Join(strings.Fields(aTag.ReplaceAllString(page, " ")), " ")
	for _, want := range []string{"Not in the form (1). The answer says", "are known (1) ", "Understood (",
		"In the form (2). Only composition holds with these. momentum = 0.9 → optimiser: SGD with momentum",
		"EarlyStopping(…) – which iterate"} {
		if !strings.Contains(text, want) {
			t.Errorf("%q is not in %s", want, text)
		}
	}
}

var aTag = regexp.MustCompile("<[^>]*>")

// What is assumed names the preset, and what was read but is no field says what it means.
func TestReportNamesThePreset(t *testing.T) {
	const text = "n = 60000\nds = Dataset.from_tensor_slices(x).shuffle(60000).batch(250, drop_remainder=True)\n" +
		"DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=0.8, num_microbatches=250, learning_rate=0.1)\nmodel.fit(ds, epochs=3)"
	r := report{Reading: snippet.Read(link.State{Query: bounds.DefaultQuery()}, text)}
	if got := r.assumed(); !strings.Contains(got, "assumed from the TF Privacy-style preset: ") {
		t.Error(got)
	}
	const why = "No theorem covers add or remove one"
	if got := r.assumed(); !strings.Contains(got, "zero out one") || !strings.Contains(got, ". "+why+" for batches of a fixed size. ") {
		t.Errorf("it is not said why neighbours zero out one: %s", got)
	}
	sampled := report{Reading: r.Reading}
	if sampled.State.Run.Scheme = run.Poisson; strings.Contains(sampled.assumed(), why) {
		t.Errorf("of Poisson batches: %s", sampled.assumed())
	}
	for _, taken := range r.Taken {
		if means := r.meaning(taken.Field, taken.Value); taken.Field == "" && means != taken.Value || r.changed(taken.Field) {
			t.Errorf("%s means %s", taken.Said, means)
		}
	}
	if clip := form.Help(r.State.Run, "clip"); strings.Contains(clip, "max_grad_norm` in Opacus") || !strings.Contains(clip, "`l2_norm_clip`.") {
		t.Error(clip)
	}
}

// As many values are counted as assumed as the line beside the answer lists: those without effect on it are apart.
func TestReportCountsWhatTheAnswerAssumes(t *testing.T) {
	r := report{Reading: snippet.Read(link.State{Query: bounds.DefaultQuery()}, "from opacus import PrivacyEngine\nn = 60000\nbatch_size = 256\n"+
		"lr = 0.1\nepochs = 15\nPrivacyEngine().make_private(noise_multiplier=1.1, max_grad_norm=1)")}
	shown := tex.Unbroken("Without effect on the answer: no projection.")
	if !slices.Contains(r.Assumed, "diameter") || len(r.answers(true)) != len(r.Assumed)-1 || !strings.Contains(tex.Unbroken(r.assumed()), shown) ||
		!strings.Contains(r.summary(), strconv.Itoa(len(r.Assumed)-1)+" assumed") {
		t.Errorf("%q are assumed: %s; %s", r.Assumed, r.summary(), r.assumed())
	}
	r.State.View.Differs = nil // of a loss that is known hidden state counts, and with it the domain
	if got := r.assumed(); strings.Contains(got, "Without effect") || len(r.answers(true)) != len(r.Assumed) {
		t.Errorf("with a known loss: %s", got)
	}
}

// A σ without its convention is not called a noise multiplier.
func TestReportLeavesTheConventionOpen(t *testing.T) {
	for text, want := range map[string]string{
		"n = 600, sigma = 1.5, clip 1":          "noise = 1.5, in a convention that the text leaves open",
		"n = 600, noise multiplier 1.5, clip 1": "noise multiplier z = 1.5",
	} {
		r := report{Reading: snippet.Read(link.State{Query: bounds.DefaultQuery()}, text)}
		if got := r.meaning("sigma", "1.5"); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
