package snippet

import (
	"strings"
	"testing"
)

// A schedule over all steps waits for the dataset's size where the text leaves that open, and is read once the form has it.
// What no size makes readable does not wait.
func TestScheduleWaitsForTheSize(t *testing.T) {
	open := func(schedule string) string {
		return strings.Replace(torch(schedule, "scheduler.step()", ""), "n = 50_000\n", "", 1)
	}
	for _, c := range []struct {
		name, text string
		waits      bool
	}{
		{"a cosine over all steps", open("scheduler = CosineAnnealingLR(optimizer, T_max=EPOCHS * len(train_loader))"), true},
		{"a plateau", open("scheduler = ReduceLROnPlateau(optimizer, 'min')"), false},
		{"a cosine with the size", torch("scheduler = CosineAnnealingLR(optimizer, T_max=5000)", "scheduler.step()", ""), false},
	} {
		got := Read(opening(), c.text)
		if len(got.Unheard) != 1 || got.Unheard[0].Waits != c.waits {
			t.Errorf("%s: %+v", c.name, got.Unheard)
		}
	}
	got := Read(opening(), open("scheduler = CosineAnnealingLR(optimizer, T_max=EPOCHS * len(train_loader))"))
	form := got.State
	form.Run.N, form.View.Blank = 50000, nil
	if sized, _ := got.Answered(form); len(sized.Unheard) > 0 || sized.State.Run.Schedule != "cosine" {
		t.Errorf("with 50,000 examples: %q, %+v", sized.State.Run.Schedule, sized.Unheard)
	}
}

// A loader's shuffle beside batches that are sampled is said to do nothing.
func TestShuffleBesideSampling(t *testing.T) {
	const loader = "DataLoader(d, batch_size=256, shuffle=True)\n"
	for text, want := range map[string]string{
		loader + "make_private(poisson_sampling=True, noise_multiplier=1, max_grad_norm=1)": "Opacus replaces",
		loader + "poisson_sampling = True":                                                  "the batches are sampled",
	} {
		got := Read(opening(), text)
		if len(got.Left) != 1 || !strings.HasPrefix(got.Left[0].Said, "shuffle") || !strings.Contains(got.Left[0].Why, want) {
			t.Errorf("%s: %+v", text, got.Left)
		}
	}
}
