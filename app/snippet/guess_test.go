package snippet

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"lastiterate/app/link"
	"lastiterate/app/snippet/preset"
	_ "lastiterate/bounds/draws"
	"lastiterate/bounds/run"
)

// trainings draws scripts in pieces, whose values no preset has, some of them absurd.
func trainings() *rapid.Generator[string] {
	pieces := []struct {
		line   string
		values string
	}{
		{"n = %s", "1001 5003 0 -7 abc 1e400"}, {"batch_size = %s", "11 53 0 -2 9000 x"}, {"lr = %s", "0.03 0.7 -1 0 lr0 1e-400"},
		{"noise_multiplier = %s", "0.9 2.2 -1 0 None nan"}, {"max_grad_norm = %s", "0.25 3 -1 0 inf"}, {"epochs = %s", "2 7 0 -1 2.5"},
		{"steps = %s", "77 990 0 -5"}, {"delta = %s", "1e-6 3 -1"}, {"weight_decay = %s", "0.01 -1 1e9"}, {"momentum = %s", "0.9 0"},
		{"gradient_accumulation_steps = %s", "4 1 0 -3"}, {"drop_last = %s", "True False"}, {"poisson_sampling = %s", "True False"},
		{"loader = DataLoader(data, shuffle=%s)", "True False"}, {"scheduler = CosineAnnealingLR(opt, T_max=%s)", "10 -1 T"},
		{"scheduler = OneCycleLR(opt, max_lr=%s, total_steps=100)", "0.5 -1"}, {"sched = StepLR(opt, step_size=%s)", "3 0 x"},
		{"model = AveragedModel(m, %s)", "1"}, {"engine.make_private(module=m, noise_multiplier=%s)", "0.9 -1 z"},
		{"opt = DPKerasSGDOptimizer(l2_norm_clip=%s, learning_rate=0.07)", "0.25 -1"}, {"ds = ds.shuffle(%s).batch(11)", "100 9000"},
		{"num_microbatches = %s", "1 11 5"}, {"train = CIFAR10(%s)", "root"}, {"adjacency %s", "replace zero-out add-remove"},
	}
	return rapid.Custom(func(t *rapid.T) string {
		var lines []string
		for range rapid.IntRange(3, 14).Draw(t, "lines") {
			p := rapid.SampledFrom(pieces).Draw(t, "piece")
			lines = append(lines, fmt.Sprintf(p.line, rapid.SampledFrom(strings.Fields(p.values)).Draw(t, "value")))
		}
		return strings.Join(lines, "\n")
	})
}

// Whatever a script says, rightly or wrongly, once or twice, no number of the run is a preset's: what is not
// taken from the text is blank.
func TestNoNumberIsAPresets(t *testing.T) {
	stated := []string{"n", "b", "T", "eta", "clip", "sigma"}
	presets := map[string][]float64{}
	for _, name := range stated {
		for _, p := range append(slices.Clone(preset.All), preset.Preset{Link: link.Encode(opening())}) {
			x, _ := p.State(opening()).Run.Number(name)
			presets[name] = append(presets[name], x)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		text := trainings().Draw(t, "script")
		got := Read(opening(), text)
		if !got.Whole || !got.Understood() {
			return
		}
		for _, name := range stated {
			x, _ := got.State.Run.Number(name)
			follows := name == "b" && got.State.Run.Scheme.UsesAll() || name == "T" && got.State.View.Pending()
			if !got.State.View.IsBlank(name) && !follows && slices.Contains(presets[name], x) {
				t.Fatalf("%s = %v is a preset's, of\n%s\ntaken: %v", name, x, text, got.Taken)
			}
			if math.IsNaN(x) {
				t.Fatalf("%s is no number, of\n%s", name, text)
			}
		}
		if err := got.State.Run.Validate(); err != nil {
			t.Fatalf("%v, of\n%s", err, text)
		}
		for _, name := range []string{"adjacency", "scheme", "noise"} {
			f, _ := run.FieldByName(name)
			if !slices.Contains(f.Choices, got.State.Run.Get(name)) {
				t.Fatalf("%s is %q, of\n%s", name, got.State.Run.Get(name), text)
			}
		}
	})
}
