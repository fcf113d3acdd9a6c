package schedule

import (
	"math"
	"strconv"
	"strings"
	"testing"
)

// Every call has a shape for the arguments that it takes, whatever they are: none is read beyond those, and what an argument is
// where the text does not say it is a number or None.
func TestCallsHaveShapes(t *testing.T) {
	for key, c := range calls {
		takes := strings.Fields(c.Takes)
		for _, x := range []float64{0, 1, 100, -1, math.NaN(), math.Inf(1)} {
			v := make([]float64, len(takes))
			for i := range v {
				v[i] = x
			}
			c.Shape(v) // panics if it asks for more
		}
		for _, argument := range takes {
			_, stands, given := strings.Cut(argument, "=")
			if _, err := strconv.ParseFloat(stands, 64); given && err != nil && stands != "None" {
				t.Errorf("%s takes %s", key, argument)
			}
		}
	}
}

func TestFind(t *testing.T) {
	for called, want := range map[string]string{
		"torch.optim.lr_scheduler.StepLR":             "steplr",
		"optax.cosine_decay_schedule":                 "cosinedecayschedule",
		"keras.optimizers.schedules.ExponentialDecay": "keras:exponentialdecay",
		"optax.exponential_decay":                     "exponentialdecay",
		"tf.compat.v1.train.exponential_decay":        "",
	} {
		if key, _, known := Find(called); key != want || known != (want != "") {
			t.Errorf("%s is %q (%t), want %q", called, key, known, want)
		}
	}
}
