package snippet

import (
	"strings"
	"testing"

	"lastiterate/app/snippet/schedule"
)

// Of what a script's schedules are, and nothing where one does not say it.
func TestSchedulesAreOf(t *testing.T) {
	const rest = "\nmake_private(noise_multiplier=1, max_grad_norm=1)\nn = 1000; batch_size = 10; epochs = 2; lr = 0.1"
	for text, want := range map[string]string{
		"scheduler = CosineAnnealingLR(optimizer, T_max=30)":                    "rate",
		"scheduler = ReduceLROnPlateau(optimizer)":                              "rate",
		"lr_scheduler_type = 'linear'":                                          "rate",
		"for param_group in optimizer.param_groups:\n    param_group['lr'] = 3": "rate",
		"s = ExponentialNoise(optimizer, gamma=0.9)":                            "noise",
		"noise_scheduler = StepNoise(optimizer, step_size=3, gamma=0.9)":        "noise",
		"s = ExponentialGradClip(optimizer, gamma=0.9)":                         "norm",
		"opt = AdaClipDPOptimizer(optimizer=opt)":                               "norm",
		"s = StepLR(optimizer, 3)\nnoise_scheduler = StepNoise(optimizer, 3)":   "rate noise",
		"scheduler = make_scheduler(optimizer)":                                 "",
		"s = StepLR(optimizer, 3)\nschedule = yaml['schedule']":                 "",
		"": "",
	} {
		got := Read(opening(), text+rest)
		of := strings.NewReplacer("the ", "", "learning ", "", "clipping ", "", " and", "").Replace(got.Schedules)
		if of != want {
			t.Errorf("%s: %q, want %s; %+v", text, of, want, got.Unheard)
		}
		for _, u := range got.Unheard {
			if want == "rate" && strings.Contains(u.Why, "noise") || want == "noise" && strings.Contains(u.Why, "learning rate") {
				t.Errorf("%s: %s", text, u.Why)
			}
		}
	}
}

// With noise on the gradient composition does not depend on the learning rate; with noise on the iterate it is for the largest.
func TestTheLearningRateCountsWithNoiseOnTheIterate(t *testing.T) {
	const script = "scheduler = CosineAnnealingLR(optimizer, T_max=30)\nn = 1000; batch_size = 10; epochs = 2; lr = 0.1; max_grad_norm = 1; "
	for noise, want := range map[string]string{
		"noise_multiplier = 1":       "a schedule of the learning rate: only composition holds, and it does not depend on the learning rate",
		"sigma = 1\nnoise = iterate": "a schedule of the learning rate: only composition holds, for the largest learning rate in it",
		"sigma = 1":                  "a schedule of the learning rate: only composition holds, for the largest learning rate in it",
	} {
		if got := Read(opening(), script+noise).Unheard; len(got) != 1 || !strings.HasPrefix(got[0].Why, want+";") {
			t.Errorf("%s: %+v", noise, got)
		}
	}
	const unknown = "scheduler = make_scheduler(optimizer)\nmake_private(noise_multiplier=1, max_grad_norm=1)"
	if got := Read(opening(), unknown).Unheard; len(got) != 1 || got[0].Why != "a schedule: only composition holds, for the smallest "+
		"noise and the largest clipping norm in it, whatever the learning rate; "+schedule.NotKnown {
		t.Errorf("of nobody knows what: %+v", got)
	}
}
