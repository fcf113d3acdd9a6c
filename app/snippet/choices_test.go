package snippet

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/bounds/run"
)

// offered are the offers of a field, as their values.
func offered(r Reading, field string) string {
	var out []string
	for _, o := range r.Offers {
		if o.Field == field {
			out = append(out, o.Value)
		}
	}
	return strings.Join(out, " ")
}

// take is the offer of a field with a value.
func take(t *testing.T, r Reading, field, value string) Offer {
	t.Helper()
	i := slices.IndexFunc(r.Offers, func(o Offer) bool { return o.Field == field && o.Value == value })
	if i < 0 {
		t.Fatalf("%s=%s is not offered: %v", field, value, r.Offers)
	}
	return r.Offers[i]
}

// neighboursAnyScheme are the offers of neighbours to a text that leaves the batches open, after those of batches.
const neighboursAnyScheme = " adjacency=add-remove adjacency=replace adjacency=zero-out"

// A phrase that leaves the batches open is asked for them and for the meaning of neighbours at once; once the batches are known,
// it is offered only the neighbours that fit, and so is a form in which they were chosen.
func TestChoicesAreOffered(t *testing.T) {
	const phrase = "n = 60000, batch 256, 15 epochs, lr 0.1, noise multiplier 1.1, clip 1"
	first := Read(opening(), phrase)
	if got := offered(first, "adjacency"); got != "add-remove replace zero-out" {
		t.Errorf("before the batches are known, the neighbours offered are %q", got)
	}
	for scheme, want := range map[string]string{"poisson": "add-remove replace", "reshuffle": "replace zero-out"} {
		one := take(t, first, "scheme", scheme)
		second := Read(opening(), phrase, one)
		if got := offered(second, "adjacency"); got != want {
			t.Errorf("%s: offered %q, want %q", scheme, got, want)
		}
		form := first.State
		form.Run.Scheme, form.View.Blank = run.Scheme(scheme), []string{"adjacency"}
		var open []string
		for _, o := range first.Offers {
			if o.Open(form) {
				open = append(open, o.Value)
			}
		}
		if got := strings.Join(open, " "); got != want {
			t.Errorf("%s in the form: open is %q, want %q", scheme, got, want)
		}
		for _, o := range second.Offers {
			if all := Read(opening(), phrase, one, o); all.State.View.Blank != nil || all.State.Run.Get("adjacency") != o.Value {
				t.Errorf("%s, %s: blank %v, adjacency %s", scheme, o.Value, all.State.View.Blank, all.State.Run.Get("adjacency"))
			}
		}
	}
	if got := Read(opening(), phrase+", shuffle=False, poisson_sampling=False"); offered(got, "scheme") != "" {
		t.Errorf("a text that says its batches is offered others: %v", got.Offers)
	}
}

// A phrase with a σ is asked which noise that is.
func TestNoiseIsOffered(t *testing.T) {
	const phrase = "50,000 images: batch size 1024, 200 steps, learning rate 2, C = 0.1, sigma = 4, Poisson sampling"
	asked := Read(opening(), phrase)
	if got := offered(asked, "noise"); got != "multiplier gradient" {
		t.Fatalf("offered %q", got)
	}
	told := Read(opening(), phrase, take(t, asked, "noise", "multiplier"))
	if r := told.State.Run; r.Noise != "multiplier" || r.Sigma != 4 || told.State.View.IsBlank("noise") || offered(told, "noise") != "" {
		t.Errorf("%+v, offers %v", told.State, told.Offers)
	}
}

// A script that does not show when its schedule steps is asked, and understood then.
func TestPaceIsOffered(t *testing.T) {
	const script = "EPOCHS = 10\nsampler = DataLoader(train, batch_size=100)\nn = 1000\n" +
		"optimizer = SGD(model.parameters(), lr=0.1)\nscheduler = %\n" +
		"make_private(noise_multiplier=1.1, max_grad_norm=1, data_loader=sampler)\n"
	for pace, made := range map[string]string{"epoch": "StepLR(optimizer, step_size=3)",
		"batch": "StepLR(optimizer, step_size=30)"} {
		text := strings.Replace(script, "%", made, 1)
		asked := Read(opening(), text)
		if !slices.Contains(asked.State.View.Differs, "schedule") || offered(asked, paced) != "batch epoch" {
			t.Fatalf("%s: before: differs %v, offers %v", pace, asked.State.View.Differs, asked.Offers)
		}
		told := Read(opening(), text, take(t, asked, paced, pace))
		if slices.Contains(told.State.View.Differs, "schedule") || offered(told, paced) != "" {
			t.Errorf("%s: after: differs %v, offers %v, unheard %v", pace, told.State.View.Differs, told.Offers, told.Unheard)
		}
		if r := told.State.Run; r.Get("schedule") != "step" || r.Get("schedule_every") != "30" {
			t.Errorf("%s: schedule %s, every %s", pace, r.Get("schedule"), r.Get("schedule_every"))
		}
	}
}

// Opacus' function is heard in a list of what was done, too: it replaces the loader by one that samples.
func TestMakePrivateIsMentioned(t *testing.T) {
	r := Read(opening(), "60,000 examples, batch 256, noise multiplier 1.1, 15 epochs, DataLoader shuffle=True, make_private")
	if got := r.State.Run; r.Preset != "opacus" || got.Scheme != run.Poisson || got.Adjacency != run.AddRemove || got.N != 60000 ||
		got.B != 256 || got.Sigma != 1.1 {
		t.Errorf("by the preset %q: %+v", r.Preset, got)
	}
	if other := Read(opening(), "60,000 examples, batch 256, DataLoader shuffle=True"); other.Preset == "opacus" {
		t.Error("a loader alone is read by the preset opacus, want none: nothing names Opacus")
	}
}
