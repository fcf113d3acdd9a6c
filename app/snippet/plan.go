package snippet

import (
	"math"
	"strings"

	"lastiterate/bounds/run"
)

// A plan is a call that makes a schedule of learning rates, as far as the form can say it; and, where
// it is not quite that, the nearest that the form can say.
type plan struct {
	said  string // "StepLR(step_size = 30)"
	named string // the variable that holds it
	at    int    // the token of the call
	ofAll bool   // it is made of others that the text names, or is another's part

	parts []*plan
	from  []float64 // the step at which each part but the first begins
	unit  unit
	peak  float64 // the learning rate that shares are of; 0 for the optimiser's
	warm  float64 // it rises linearly over so many steps
	fall  run.RateSchedule
	over  float64 // it falls over so many steps; 0 for as long as there are
	final float64 // what it falls to, as a share of the peak
	least float64 // … as a learning rate, if it is not 0
	every float64
	share float64 // the factor of a drop
	own   bool    // its peak takes the place of the optimiser's learning rate
	moves bool    // it moves the momentum
	why   string  // it is not quite this; empty where it is
	more  bool    // for several reasons
}

// because adds a reason why a plan is not what the form can say.
func (p *plan) because(why string) {
	p.more = p.more || p.why != "" && why != ""
	p.why = either(p.why, why)
}

// nearly reports whether all that differs is how the learning rate rises.
func (p plan) nearly() bool {
	return !p.more && (p.why == notFromShare || p.why == oneCycle) && p.words() != ""
}

// unit is what the numbers of a schedule count.
type unit int

const (
	iterates unit = iota // it is asked for its value at every step
	stepped              // it changes where the code says scheduler.step()
)

// reasons why a schedule is not what the form can say.
const (
	notFromShare = "the form’s warm-up is at (t+1)/w of the learning rate in step t = 0, 1, …"
	oneCycle     = "it rises from a fraction of its own, along a cosine or a line; the form’s warm-up rises linearly from 1/w"
	notToEnd     = "in the form the learning rate falls from the end of the warm-up to the last step"
	notInNumbers = "its numbers are not in the text"
	notKnown     = "the form has no such schedule"
	byResults    = "it depends on measurements, and only schedules fixed in advance are covered"
)

// shapes are the calls that make schedules: the names of their arguments in order, with what
// they are where the text does not say them, and what they mean.
var shapes = map[string]struct {
	takes string
	plan  func(v []float64) plan
}{
	// PyTorch 2
	"cosineannealinglr": {"optimizer t_max eta_min=0 last_epoch=-1 verbose=0", func(v []float64) plan {
		return plan{unit: stepped, fall: run.CosineFall, over: v[1], least: v[2], why: begun(v[3])}
	}},
	"linearlr": {"optimizer start_factor=0.3333333333333333 end_factor=1 total_iters=5 last_epoch=-1 verbose=0", func(v []float64) plan {
		return ramp(stepped, 0, v[1], v[2], v[3], begun(v[4]))
	}},
	"constantlr": {"optimizer factor=0.3333333333333333 total_iters=5 last_epoch=-1 verbose=0", func(v []float64) plan {
		if v[1] == 1 {
			return plan{unit: stepped}
		}
		return plan{unit: stepped, warm: v[2], why: notFromShare}
	}},
	"polynomiallr": {"optimizer total_iters=5 power=1 last_epoch=-1 verbose=0", func(v []float64) plan {
		return ramp(stepped, 0, 1, 0, v[1], either(begun(v[3]), powered(v[2])))
	}},
	"steplr": {"optimizer step_size gamma=0.1 last_epoch=-1 verbose=0", func(v []float64) plan {
		return plan{unit: stepped, fall: run.StepFall, every: v[1], share: v[2], why: begun(v[3])}
	}},
	"exponentiallr": {"optimizer gamma last_epoch=-1 verbose=0", func(v []float64) plan {
		return plan{unit: stepped, fall: run.StepFall, every: 1, share: v[1], why: begun(v[2])}
	}},
	"onecyclelr": {"optimizer max_lr total_steps=None epochs=None steps_per_epoch=None pct_start=0.3 anneal_strategy=1 cycle_momentum=1 " +
		"base_momentum=0 max_momentum=0 div_factor=25 final_div_factor=1e4 three_phase=0 last_epoch=-1 verbose=0", func(v []float64) plan {
		total := v[2]
		if math.IsNaN(total) {
			total = v[3] * v[4]
		}
		warm := math.Round(v[5] * total)
		p := plan{unit: stepped, peak: v[1], own: true, moves: v[7] != 0, warm: warm, fall: run.CosineFall, over: total - warm,
			final: 1 / (v[10] * v[11]), why: oneCycle}
		switch {
		case v[6] == 0:
			p.fall = run.LinearFall
		case v[6] != 1:
			p.because(notInNumbers)
		}
		if v[12] != 0 {
			p.because("it has a third phase")
		}
		p.because(begun(v[13]))
		return p
	}},
	"reducelronplateau": {"*", func([]float64) plan { return plan{why: byResults} }},
	// Transformers 4
	"getconstantschedule": {"optimizer last_epoch=-1", func([]float64) plan { return plan{unit: stepped} }},
	"getconstantschedulewithwarmup": {"optimizer num_warmup_steps last_epoch=-1", func(v []float64) plan {
		return late(plan{unit: stepped}, v[1])
	}},
	"getlinearschedulewithwarmup": {"optimizer num_warmup_steps num_training_steps last_epoch=-1", func(v []float64) plan {
		return late(ramp(stepped, 0, 1, 0, v[2]-v[1], begun(v[3])), v[1])
	}},
	"getcosineschedulewithwarmup": {"optimizer num_warmup_steps num_training_steps num_cycles=0.5 last_epoch=-1", func(v []float64) plan {
		p := plan{unit: stepped, fall: run.CosineFall, over: v[2] - v[1], why: begun(v[4])}
		if v[3] != 0.5 {
			p.why = notToEnd
		}
		return late(p, v[1])
	}},
	// optax 0.2
	"constantschedule": {"value", func(v []float64) plan { return plan{peak: v[0]} }},
	"cosinedecayschedule": {"init_value decay_steps alpha=0 exponent=1", func(v []float64) plan {
		return plan{peak: v[0], fall: run.CosineFall, over: v[1], final: v[2], why: powered(v[3])}
	}},
	"linearschedule": {"init_value end_value transition_steps transition_begin=0", func(v []float64) plan {
		return ramp(iterates, max(v[0], v[1]), v[0], v[1], v[2], begun(v[3]-1))
	}},
	"polynomialschedule": {"init_value end_value power transition_steps transition_begin=0", func(v []float64) plan {
		return ramp(iterates, max(v[0], v[1]), v[0], v[1], v[3], either(begun(v[4]-1), powered(v[2])))
	}},
	"exponentialdecay": {"init_value transition_steps decay_rate transition_begin=0 staircase=0 end_value=0", func(v []float64) plan {
		p := decays(v[0], v[1], v[2], v[4])
		if v[5] != 0 {
			p.why = notToEnd
		}
		p.why = either(p.why, begun(v[3]-1))
		return p
	}},
	"warmupconstantschedule": {"init_value peak_value warmup_steps", func(v []float64) plan {
		return late(plan{peak: v[1]}, v[2])
	}},
	"warmupcosinedecayschedule": {"init_value peak_value warmup_steps decay_steps end_value=0 exponent=1", func(v []float64) plan {
		return late(plan{peak: v[1], fall: run.CosineFall, over: v[3] - v[2], least: v[4], why: powered(v[5])}, v[2])
	}},
	// Keras 3
	"keras:cosinedecay": {"initial_learning_rate decay_steps alpha=0 name=0 warmup_target=None warmup_steps=0", func(v []float64) plan {
		p := plan{peak: v[0], fall: run.CosineFall, over: v[1], final: v[2]}
		if !math.IsNaN(v[4]) {
			p.peak = v[4]
			return late(p, v[5])
		}
		return p
	}},
	"keras:polynomialdecay": {"initial_learning_rate decay_steps end_learning_rate=0.0001 power=1 cycle=0 name=0", func(v []float64) plan {
		p := ramp(iterates, v[0], v[0], v[2], v[1], powered(v[3]))
		if v[4] != 0 {
			p.why = notToEnd
		}
		return p
	}},
	"keras:exponentialdecay": {"initial_learning_rate decay_steps decay_rate staircase=0 name=0", func(v []float64) plan {
		return decays(v[0], v[1], v[2], v[3])
	}},
}

// ramp goes from one learning rate to another, which are shares where the peak is 0.
func ramp(u unit, peak, from, to, over float64, why string) plan {
	p := plan{unit: u, peak: peak, why: why}
	if math.IsNaN(from + to + over) {
		p.why = notInNumbers
	}
	if peak > 0 {
		from, to = from/peak, to/peak
	}
	switch {
	case from == to && from == 1:
	case from == 1 && to < 1:
		p.fall, p.final, p.over = run.LinearFall, to, over
	case to == 1 && near(from*(over+1), 1):
		p.warm = over + 1
	case to == 1:
		p.warm, p.why = over, either(why, notFromShare)
	default:
		p.why = either(why, notKnown)
	}
	return p
}

// late puts a warm-up of the kind t/w before a schedule, which begins with a step of length 0.
func late(p plan, warm float64) plan {
	if warm != 0 {
		p.warm, p.why = warm, either(p.why, notFromShare)
	}
	return p
}

// decays is an exponential decay, by stairs or at every step.
func decays(peak, every, share, stairs float64) plan {
	p := plan{peak: peak, fall: run.StepFall, every: every, share: share}
	if stairs == 0 {
		p.every, p.share = 1, math.Pow(share, 1/every)
	}
	return p
}

// begun says why a schedule that begins elsewhere than at the first step is not one of the form.
func begun(last float64) string {
	if last == -1 {
		return ""
	}
	return "it does not begin with the first step"
}

// powered says why a power is not what the form has.
func powered(power float64) string {
	if power == 1 {
		return ""
	}
	return "the form’s schedules have no exponent"
}

// either is the first reason of two.
func either(why, other string) string {
	if why != "" {
		return why
	}
	return other
}

// near reports whether two numbers differ by rounding at most.
func near(x, y float64) bool { return math.Abs(x-y) <= 1e-9*math.Abs(y) }

// shapeOf is the key of a call in shapes, or none. Keras has classes where optax has functions.
func shapeOf(called string) string {
	last := called[strings.LastIndexByte(called, '.')+1:]
	key := strings.ToLower(plain(last))
	if _, known := shapes["keras:"+key]; known && !strings.Contains(last, "_") {
		return "keras:" + key
	}
	if strings.HasPrefix(called, "tf.") && strings.Contains(last, "_") { // whose second argument is the step
		return ""
	}
	return key
}
