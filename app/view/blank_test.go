package view

import (
	"strings"
	"testing"

	"lastiterate/app/dom"
	"lastiterate/app/engine"
	"lastiterate/app/link"
	"lastiterate/app/session"
	"lastiterate/app/snippet"
	"lastiterate/app/state"
	"lastiterate/app/view/viewtest"
	"lastiterate/bounds"
)

// plain is a text with common blanks.
func plain(page string) string { return strings.ReplaceAll(page, "\u00a0", " ") }

// A field that nobody has stated is empty and says so, and its default is not used in the texts
// around it.
func TestBlankFieldsAreMarked(t *testing.T) {
	m := state.Opened(link.State{Query: bounds.DefaultQuery()}, "v=1&n=&b=512&T=30&scheme=&sigma=0.8&noise=multiplier&steps=epochs")
	page := plain(viewtest.HTML(t, &Form{State: m.State, Query: m.Query, Entries: Entries(m, dom.NewEdits())}))
	for _, part := range []string{"dataset size is needed", "batch sampling scheme is needed", "choose …", `id="field-epochs"`,
		`"fold-value">E = 30, `} {
		if !strings.Contains(page, part) {
			t.Errorf("the form does not say %q", part)
		}
	}
	for _, part := range []string{"n = 512", "of 1 step", "of 2 steps", "T = 30"} {
		if strings.Contains(page, part) {
			t.Errorf("the form says %q, which nobody stated", part)
		}
	}
}

// If fields are missing, the answer's place says which, and offers no “Ask again”.
func TestAnswerThatIsWithheld(t *testing.T) {
	page := viewtest.HTML(t, &Answer{Job: session.Job{Status: engine.Failed, Err: "x", Needs: "dataset size is needed"}, Stale: true})
	if !strings.Contains(page, "No answer yet: dataset size is needed.") || strings.Contains(page, "Ask again") ||
		strings.Contains(page, "epsilon") {
		t.Error(page)
	}
}

// The reading lists first what no field can express, then what is missing, then what was understood.
func TestPasteSaysFirstWhatIsUnheard(t *testing.T) {
	const text = "train = CIFAR10(root)\nloader = DataLoader(train, batch_size=512)\ns = StepLR(optimizer, step_size=3)\n" +
		"make_private(noise_multiplier=1.1, max_grad_norm=1, data_loader=loader)\nlr = 0.1\nepochs = args.epochs"
	base := link.State{Query: bounds.DefaultQuery()}
	v := &startFrom{Base: base, text: text, reading: snippet.Read(base, text)}
	page := viewtest.HTML(t, v)
	at := -1
	for _, part := range []string{" understood, ", "Left open by the text", "asks for what is missing", "StepLR(…)", "its value is not in the text", "Understood (",
		"Without effect on the answer: no projection"} {
		next := strings.Index(page, part)
		if next <= at {
			t.Errorf("%q is at %d, what should precede it at %d", part, next, at)
		}
		at = next
	}
}

// The answer's place has every value that the text suggests, a line for each field, and a button for each blank field.
func TestAnswersPlaceOffersValues(t *testing.T) {
	base := link.State{Query: bounds.DefaultQuery()}
	r := snippet.Read(base, "train = CIFAR10(root)\nbatch 500, 15 epochs, lr 0.1, noise multiplier 1.1, clip 1")
	failed := session.Job{Status: engine.Failed, Err: "x", Needs: "dataset size is needed"}
	page := viewtest.HTML(t, &Answer{Job: failed, Fields: []string{"n"}, Offers: r.Offers, Form: r.State.Run})
	for _, part := range []string{"CIFAR-10 has 50,000 training examples: use it", ">How do neighbouring datasets differ?<", ">zero out one<", "gradient is set to zero",
		"How does your loader form batches?", "docs/loader.html", ">Poisson<", "what Opacus does", "Or go to ", `data-field="n"`} {
		if !strings.Contains(page, part) {
			t.Errorf("there is no %q in %s", part, page)
		}
	}
	r = snippet.Read(base, "train = CIFAR10(root)\nDataLoader(train, batch_size=512)\nmake_private(noise_multiplier=1, max_grad_norm=1)\n"+
		"SGD(lr=0.1, momentum=0.9)\nepochs = 3\nEarlyStopping(patience=3)")
	with := viewtest.HTML(t, &Answer{Job: failed, Read: &r})
	if needed, _, _ := strings.Cut(with, "beside-form"); !strings.Contains(needed, "Not in the form (1)") ||
		!strings.Contains(needed, "chosen by results on data") || strings.Contains(needed, "momentum") {
		t.Errorf("what no field can hold is not beside what is needed: %s", with)
	}
	if lines := strings.Count(page, `class="offers"`) + strings.Count(page, `class="asked"`); lines != 3 {
		t.Errorf("%d lines of offers, want 3", lines)
	}
	if said := strings.Contains(page, `class="unfit"`); !said { // the form's batches are all n examples
		t.Error("it is not said which neighbours are not offered")
	}
	if page := viewtest.HTML(t, &Answer{Job: failed, Fields: []string{"n", "scheme"}, Offers: r.Offers, Form: r.State.Run}); strings.Contains(page, `class="unfit"`) {
		t.Error("before there are batches neighbours are said not to fit them")
	}
	if bare := viewtest.HTML(t, &Answer{Job: failed, Fields: []string{"n"}}); strings.Contains(bare, "offer") || !strings.Contains(bare, "Go to ") {
		t.Error(bare)
	}
	if page := viewtest.HTML(t, &startFrom{Base: base, text: "x", reading: r}); strings.Contains(page, "data-offer") {
		t.Error("the door offers values, too, want them in the answer's place alone")
	}
}

// A batch scheme that waits for the dataset size says so at its field, with the part of the text from which it follows; the dataset
// size alone is asked for. Beside the form stands what was read.
func TestWaitingForTheDatasetSize(t *testing.T) {
	base := state.New(link.State{Query: bounds.DefaultQuery()}).State
	read := snippet.Read(base, "import tensorflow as tf\nds = ds.shuffle(60000).batch(250)\n"+
		"opt = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, learning_rate=0.1)\nmodel.fit(ds, epochs=20)")
	m := state.Start{From: read.State, ByN: read.ByN}.Do(state.New(base))
	for waits, m := range map[bool]state.Model{true: m, false: (state.Type{Field: "n", Text: "50000"}).Do(m)} {
		page := viewtest.HTML(t, &Form{State: m.State, Query: m.Query, Entries: Entries(m, dom.NewEdits()), Edits: dom.NewEdits(), Read: &read})
		for text, want := range map[string]bool{", once the dataset size is known.": waits, `<p id="help-scheme">How`: !waits,
			">batch sampling scheme is needed<": !waits, ">dataset size is needed<": waits} {
			if strings.Contains(page, text) != want {
				t.Errorf("waiting %v: %s is there: %v", waits, text, !want)
			}
		}
	}
	page := viewtest.HTML(t, &blankFields{Needs: "dataset size is needed", Fields: m.Needs(), Read: &read, Run: m.Run})
	if _, beside, found := strings.Cut(page, "beside-form"); !found || !strings.Contains(beside, "noise_multiplier = 1.1") ||
		strings.Contains(beside, "Left open") {
		t.Errorf("beside the form: %s", page)
	}
}
