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

// A field that nobody has stated is empty and says so, and its default is not used in the texts
// around it.
func TestBlankFieldsAreMarked(t *testing.T) {
	m := state.Opened(link.State{Query: bounds.DefaultQuery()}, "v=1&n=&b=512&T=30&scheme=&sigma=0.8&noise=multiplier&steps=epochs")
	page := viewtest.HTML(t, &Form{State: m.State, Query: m.Query, Entries: Entries(m, dom.NewEdits())})
	for _, part := range []string{"dataset size is needed", "how the batches are made is needed", "choose …", `id="field-epochs"`,
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
	for _, part := range []string{"StepLR(…)", "The text leaves this open", "CIFAR-10 has 50,000 training examples: use it",
		"its value is not in the text", "Understood (",
		"assumed from the Opacus-style preset: no projection"} {
		next := strings.Index(page, part)
		if next <= at {
			t.Errorf("%q is at %d, what should precede it at %d", part, next, at)
		}
		at = next
	}
}

// After an incomplete run was used, fields that were entered in the form since are kept when the paste is read again,
// and the fields that are still missing are offered for that run.
func TestPasteKeepsWhatTheFormHas(t *testing.T) {
	base := link.State{Query: bounds.DefaultQuery()}
	v := &startFrom{Base: base, text: "batch 256, 15 epochs, lr 0.1, noise multiplier 1.1, clip 1"}
	v.read()
	used := v.reading.State
	if !used.View.IsBlank("n") || !used.View.IsBlank("scheme") {
		t.Fatalf("blank are %v", used.View.Blank)
	}
	v.used, v.Base = true, state.Type{Field: "n", Text: "60000"}.Do(state.New(used)).State
	v.read()
	if s := v.reading.State; s.View.IsBlank("n") || s.Run.N != 60000 || !s.View.IsBlank("scheme") {
		t.Errorf("n = %d, blank are %v", s.Run.N, s.View.Blank)
	}
}
