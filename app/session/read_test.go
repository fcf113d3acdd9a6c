package session_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/snippet"
	"lastiterate/app/snippet/preset"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
)

// What was read of a text stays through edits of its run, and goes with the run.
func TestReportOfATextStays(t *testing.T) {
	v := visiting(t)
	use := func() {
		v.Use(snippet.Read(v.Model.State, "n=600, Poisson batches of 60, add or remove one, 5 epochs, lr 0.1, noise multiplier 1.1, clip 1"))
		v.browser.Pass(0)
	}
	use()
	if v.Read() == nil || v.Model.Run.N != 600 {
		t.Fatalf("what was read is not kept, n = %d", v.Model.Run.N)
	}
	v.typed("sigma", "2")
	v.Do(state.Pin{})
	v.Do(state.Open{Row: "composition"})
	v.Do(state.Reproduce{}) // no figure
	if v.Read() == nil {
		t.Error("after an edit Read() = nil, want the report")
	}
	v.browser.Text = link.Encode(v.Model.State) + "&tab=delta" // another look at the same run
	v.AddressChanged()
	if v.Read() == nil {
		t.Error("after another look at the run Read() = nil, want the report")
	}
	for name, leave := range map[string]func(){
		"a preset":     func() { v.Do(state.Start{From: preset.All[0].State(v.Model.State)}) },
		"reset":        v.Reset,
		"a figure":     func() { v.Do(state.Reproduce{Figure: "chien-li-1b"}) },
		"another link": func() { v.browser.Follow("v=1&n=7&b=7&delta=1e-6"); v.AddressChanged() },
	} {
		if use(); v.Read() == nil {
			t.Fatalf("before %s Read() = nil, want the report of the text", name)
		}
		if leave(); v.Read() != nil {
			t.Errorf("after %s the report is still there", name)
		}
	}
}

// What the answer rests on that the text does not say is told until the form says it; what the answer does
// not depend on is not.
func TestAssumedIsTold(t *testing.T) {
	v := visiting(t)
	v.answer(0.4)
	v.Use(snippet.Read(v.Model.State, "PrivacyEngine().make_private(noise_multiplier=1.1, max_grad_norm=1)\n"+
		"n = 60000; batch_size = 256; lr = 0.1; epochs = 15; delta = 1e-5"))
	v.browser.Pass(0)
	const neighbours = "neighbouring datasets: add or remove one"
	if got := v.Assumed(""); got != "Assumed, not in your text — "+neighbours+"." { // nor the domain, which composition does not use
		t.Errorf("of a script: %q", got)
	}
	if got := v.Assumed("adjacency"); got != "" {
		t.Errorf("but the neighbours: %q", got)
	}
	v.answer(1.5)
	v.browser.Pass(time.Second)
	if got := v.Announced(); !strings.HasSuffix(got, neighbours+".") {
		t.Errorf("it is announced %q", got)
	}
	v.Do(state.Choose{Field: "adjacency", Value: "replace"})
	if got := v.Assumed(""); got != "" {
		t.Errorf("once that is said: %q", got)
	}
	v.Reset()
	if got := v.Assumed(""); got != "" {
		t.Errorf("of the opening run: %q", got)
	}
}

// waiting is a script that says all but how many examples there are, on which its schedule and its batches depend.
const waiting = `
train_loader = DataLoader(train_dataset, batch_size=512, drop_last=True)
optimizer = SGD(model.parameters(), lr=0.5)
scheduler = StepLR(optimizer, step_size=10)
model, optimizer, train_loader = PrivacyEngine().make_private(module=model, optimizer=optimizer, data_loader=train_loader,
    noise_multiplier=1.0, max_grad_norm=1.0)
for epoch in range(30):
    for x, y in train_loader:
        optimizer.step()
    scheduler.step()
get_epsilon(delta=1 / len(train_dataset))
`

// changed are the fields that the form is said to hold otherwise than read.
func (v *visit) changed() (fields []string) {
	for _, taken := range v.Read().Taken {
		if v.Read().Changed(v.Model.State, taken.Field) {
			fields = append(fields, taken.Field)
		}
	}
	return fields
}

// What only waited for the number of examples is settled once the form has it, letter by letter: nothing is
// said to be changed that nobody changed, and nothing is said to be unknown that is known.
func TestTheFormGivesATextWhatItLacks(t *testing.T) {
	v := visiting(t)
	v.Use(snippet.Read(v.Model.State, waiting))
	if m := v.Model; !m.View.IsBlank("n") || !m.View.IsBlank("b") || !m.Departures().Has(words.Schedule) {
		t.Fatalf("before: blank %v, differs %v", m.View.Blank, m.View.Differs)
	}
	strokes := func(field, text string) {
		for i := range text {
			v.Do(state.Type{Field: field, Text: text[:i+1]})
		}
	}
	holds := func(when string, n, b, T, every int) {
		t.Helper()
		m := v.Model
		if r := m.Run; r.N != n || r.B != b || r.T != T || r.Schedule != run.StepFall || r.ScheduleEvery != every ||
			m.Question.Delta != 1/float64(n) || m.View.Blank != nil || m.Departures().Has(words.Schedule) || m.Text(form.Epochs) != "30" {
			t.Errorf("%s: %+v, blank %v, differs %v, epochs %s", when, r, m.View.Blank, m.View.Differs, m.Text(form.Epochs))
		}
		if fields := v.changed(); fields != nil {
			t.Errorf("%s: %q are said to be changed", when, fields)
		}
		if len(v.Read().Unheard) > 0 {
			t.Errorf("%s: still unheard: %+v", when, v.Read().Unheard)
		}
	}
	strokes("n", "50000")
	holds("typed", 50000, 516, 2910, 970)
	strokes("n", "60000")
	holds("in two goes", 60000, 513, 3510, 1170)
	v.Do(state.Type{Field: "n", Text: "60000x"})
	v.Do(state.Type{Field: "n", Text: "60000"})
	holds("put right", 60000, 513, 3510, 1170)

	// What a person has changed stays changed.
	v.Do(state.Choose{Field: "schedule", Value: string(run.ConstantRate)})
	v.Do(state.Depart{Departure: words.Momentum, On: true})
	v.Do(state.Type{Field: "sigma", Text: "2"})
	strokes("n", "50000")
	if m := v.Model; m.Run.Schedule != run.ConstantRate || m.Run.Sigma != 2 || m.Run.T != 2910 || !m.Departures().Has(words.Momentum) {
		t.Errorf("after changes: %+v, differs %v", m.Run, m.View.Differs)
	}
	if fields := v.changed(); !slices.Equal(fields, []string{"sigma", "schedule"}) {
		t.Errorf("after changes %q are said to be changed", fields)
	}
	strokes("n", "")
	v.Do(state.Type{Field: "n", Text: ""})
	if v.Model.Settled() {
		t.Error("Settled() with a blank n = true, want false")
	}
}

// Opacus samples at one in as many as its loader has batches, which are known once the size is. A batch size that is
// entered stays.
func TestTheLoadersRateNeedsTheSize(t *testing.T) {
	v := visiting(t)
	v.Use(snippet.Read(v.Model.State, "loader = DataLoader(train, batch_size=300)\n"+
		"make_private(noise_multiplier=1, max_grad_norm=1, data_loader=loader)\nlr = 0.1\nepochs = 2"))
	if b := v.Model.Text("b"); b != "300" {
		t.Errorf("before the size is known b is %s", b)
	}
	for i := range "1000" {
		v.Do(state.Type{Field: "n", Text: "1000"[:i+1]})
	}
	if r := v.Model.Run; r.B != 250 || r.T != 8 || v.Model.Text("b") != "250" || v.changed() != nil {
		t.Errorf("b is %d in the form %s, T is %d; changed are %q", r.B, v.Model.Text("b"), r.T, v.changed())
	}
	v.Do(state.Type{Field: "b", Text: "300"})
	if r := v.Model.Run; r.B != 300 || !slices.Equal(v.changed(), []string{"b"}) {
		t.Errorf("entered, b is %d; changed are %q", r.B, v.changed())
	}
}

// Only the dataset size is asked for if it decides whether a shuffle buffer holds all examples, also after a step back. Then the
// scheme follows, or is asked for.
func TestTheDatasetSizeDecidesTheScheme(t *testing.T) {
	v := visiting(t)
	v.Use(snippet.Read(v.Model.State, "import tensorflow as tf\nds = ds.shuffle(60000).batch(250)\n"+
		"opt = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, learning_rate=0.1)\nmodel.fit(ds, epochs=20)"))
	v.browser.Pass(time.Second)
	needs := func(when string, want ...string) {
		t.Helper()
		if got := v.Model.Needs(); !slices.Equal(got, want) || (want != nil) != (v.Job().Needs != "") {
			t.Errorf("%s: needed are %q, want %q; the answer says %q", when, got, want, v.Job().Needs)
		}
	}
	needs("after the text", "n")
	if said := v.Read().SaidByN; !v.Model.Waits("scheme") || v.Model.Message("scheme") != "" || v.Model.Message("n") == "" ||
		said != "ds.shuffle(60000)" {
		t.Errorf("after the text: the scheme waits %v for n, from %q, with the fault %q", v.Model.Waits("scheme"), said, v.Model.Message("scheme"))
	}
	v.Do(state.Type{Field: "sigma", Text: "2"})
	v.Do(state.Leave{})
	needs("after an edit", "n")
	edited := v.browser.Shown()
	for i := range "60000" {
		v.Do(state.Type{Field: "n", Text: "60000"[:i+1]})
	}
	if v.Model.Run.Scheme != run.Reshuffle || slices.Contains(v.Model.Needs(), "scheme") {
		t.Errorf("all in the buffer: %s, needed are %q", v.Model.Run.Scheme, v.Model.Needs())
	}
	v.Do(state.Type{Field: "n", Text: "60500"})
	if got := v.Model.Needs(); !slices.Contains(got, "scheme") || slices.Contains(got, "n") {
		t.Errorf("a part in the buffer: needed are %q", got)
	}
	if v.Model.Waits("scheme") || v.Model.Message("scheme") == "" {
		t.Error("a part in the buffer: the scheme is not asked for at its field")
	}
	v.LeaveField()
	v.browser.Back(edited)
	v.AddressChanged()
	needs("after a step back", "n")
}

// A batch size that devices share is asked for, and what asked for it is done with once it is given.
func TestTheFormGivesATextItsBatchSize(t *testing.T) {
	v := visiting(t)
	v.Use(snippet.Read(v.Model.State, "n = 1000\nloader = DataLoader(train, batch_size=10)\nmodel = DPDDP(model)\n"+
		"make_private(noise_multiplier=1, max_grad_norm=1, data_loader=loader)\nlr = 0.1\nepochs = 2"))
	if !v.Model.View.IsBlank("b") || len(v.Read().Unheard) != 1 {
		t.Fatalf("before: %+v", v.Read())
	}
	v.Do(state.Type{Field: "b", Text: "40"})
	if v.Model.Run.T != 50 || v.Model.View.Blank != nil || len(v.Read().Unheard) > 0 || v.changed() != nil {
		t.Errorf("T = %d, blank %v, unheard %v, changed %q", v.Model.Run.T, v.Model.View.Blank, v.Read().Unheard, v.changed())
	}
}

// A change of the number of examples is none of the epochs.
func TestEpochsAreNotChangedByTheSize(t *testing.T) {
	v := visiting(t)
	v.Use(snippet.Read(v.Model.State, "n=600, Poisson batches of 60, add or remove one, 5 epochs, lr 0.1, noise multiplier 1.1, clip 1"))
	v.Do(state.Type{Field: "n", Text: "1200"})
	if got := v.changed(); !slices.Equal(got, []string{"n"}) {
		t.Errorf("changed are %q", got)
	}
	v.Do(state.Type{Field: form.Epochs, Text: "6"})
	if got := v.changed(); !slices.Equal(got, []string{"n", "epochs"}) {
		t.Errorf("changed are %q", got)
	}
}

// The answer's paragraph names the schedule that the script has, until a person says that there is another.
func TestTheScheduleOfAScriptIsNamed(t *testing.T) {
	v := visiting(t)
	v.Use(snippet.Read(v.Model.State, waiting))
	if got := v.Model.Departures().Scheduling(); got != "the learning rate" {
		t.Errorf("it is of %q", got)
	}
	if read := v.Read(); read.Changed(v.Model.State, "differs") {
		t.Errorf("the departures %q are said to be changed, read were %q", v.Model.View.Differs, read.State.View.Differs)
	}
	linked := state.Opened(v.Base, link.Encode(v.Model.State)) // in the same words
	if got := linked.Departures().Scheduling(); got != "the learning rate" || len(linked.Problems) > 0 {
		t.Errorf("by its link it is of %q, problems %v", got, linked.Problems)
	}
	v.Do(state.Depart{Departure: words.Momentum, On: true})
	if got := v.Model.Departures().Scheduling(); got != "the learning rate" {
		t.Errorf("with momentum it is of %q", got)
	}
	for _, on := range []bool{false, true} {
		v.Do(state.Depart{Departure: words.Schedule, On: on})
		if ds := v.Model.Departures(); ds.Scheduling() != "" || ds.Has(words.Schedule) != on {
			t.Errorf("ticked %v: departs by %q", on, ds)
		}
	}
}

// A value that a text suggests is taken where the answer will be, beside what was entered in the form since; only what the form
// still lacks is offered.
func TestOffersAreTakenIntoTheForm(t *testing.T) {
	v := visiting(t)
	fields := func() (list []string) {
		for _, o := range v.Offers() {
			if !slices.Contains(list, o.Field) {
				list = append(list, o.Field)
			}
		}
		return list
	}
	accept := func(field, value string) {
		t.Helper()
		i := slices.IndexFunc(v.Offers(), func(o snippet.Offer) bool { return o.Field == field && o.Value == value })
		if i < 0 {
			t.Fatalf("%s=%s is not offered: %v", field, value, v.Offers())
		}
		v.Accept(v.Offers()[i])
	}
	if v.Offers() != nil {
		t.Errorf("without a text %v is offered", v.Offers())
	}
	v.Use(snippet.Read(v.Model.State, "train = CIFAR10(root)\nbatch 500, 15 epochs, lr 0.1, noise multiplier 1.1, clip 1"))
	if got := fields(); !slices.Equal(got, []string{"n", "scheme", "adjacency"}) {
		t.Fatalf("offered are %q, blank %q", got, v.Model.View.Blank)
	}
	v.Do(state.Type{Field: "sigma", Text: "2"})
	v.Do(state.Type{Field: "n", Text: "60000"})
	if got := fields(); !slices.Equal(got, []string{"scheme", "adjacency"}) {
		t.Errorf("after n was entered %q are offered", got)
	}
	accept("scheme", "reshuffle")
	accept("adjacency", "zero-out")
	if m := v.Model; m.View.Blank != nil || m.Run.N != 60000 || m.Run.Sigma != 2 || m.Run.T != 1800 || m.Run.Scheme != run.Reshuffle ||
		m.Run.Adjacency != run.ZeroOut {
		t.Errorf("blank %q, run %+v", m.View.Blank, m.Run)
	}
	if v.Offers() != nil || !slices.Equal(v.changed(), []string{"sigma"}) {
		t.Errorf("still offered %v, changed %q", v.Offers(), v.changed())
	}
}

// When the learning rate changes is offered until somebody says it: by the offer, or by unticking the schedule.
func TestPaceIsOfferedBesideTheAnswer(t *testing.T) {
	const script = "EPOCHS = 10\nsampler = DataLoader(train, batch_size=100)\nn = 1000\noptimizer = SGD(model.parameters(), lr=0.1)\n" +
		"scheduler = StepLR(optimizer, step_size=3)\nmake_private(noise_multiplier=1.1, max_grad_norm=1, data_loader=sampler)"
	v := visiting(t)
	v.Use(snippet.Read(v.Model.State, script))
	if len(v.Offers()) != 2 || len(v.Model.Needs()) > 0 {
		t.Fatalf("offered %v, needs %q", v.Offers(), v.Model.Needs())
	}
	v.Do(state.Depart{Departure: words.Schedule, On: false})
	if v.Offers() != nil {
		t.Errorf("without the schedule %v is offered", v.Offers())
	}
	v.Do(state.Depart{Departure: words.Schedule, On: true})
	v.Accept(v.Offers()[1])
	if r := v.Model.Run; r.ScheduleEvery != 30 || v.Model.Departures().Has(words.Schedule) || v.Offers() != nil {
		t.Errorf("every %d, differs %v, offered %v", r.ScheduleEvery, v.Model.View.Differs, v.Offers())
	}
}

// If b comes from Opacus’ loader, it follows another dataset size in the form, until the visitor states b.
func TestTheLoadersRateFollowsTheSize(t *testing.T) {
	v := visiting(t)
	v.Use(snippet.Read(v.Model.State, "n = 50000\nloader = DataLoader(d, batch_size=512)\nmake_private(data_loader=loader, "+
		"noise_multiplier=1.1, max_grad_norm=1)\nlr = 0.1; epochs = 10"))
	v.browser.Pass(0)
	check := func(when string, n, b, T int) {
		t.Helper()
		if r := v.Model.Run; r.N != n || r.B != b || r.T != T {
			t.Errorf("%s: n = %d, b = %d, T = %d, want %d, %d and %d", when, r.N, r.B, r.T, n, b, T)
		}
	}
	check("as read", 50000, 511, 980)
	for _, text := range []string{"6", "60", "600", "6000", "60000"} {
		v.typed("n", text)
	}
	check("with another size", 60000, 509, 1180)
	v.typed("eta", "0.2")
	v.typed("n", "51200")
	check("with a third size", 51200, 512, 1000)
	v.typed("b", "1000")
	if r := v.Model.Run; r.N != 51200 || r.B != 1000 {
		t.Errorf("with a stated b: n = %d, b = %d", r.N, r.B)
	}
	v.typed("eta", "0.1")
	v.typed("n", "50000")
	if r := v.Model.Run; r.N != 50000 || r.B != 1000 || r.T != 500 {
		t.Errorf("with a stated b and the text's size: n = %d, b = %d, T = %d", r.N, r.B, r.T)
	}
	v.typed("eta", "0.2")
	v.typed("n", "60000")
	check("with a stated b and another size", 60000, 1000, 600)
}
