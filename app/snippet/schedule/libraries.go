package schedule

import (
	"cmp"
	"math"
	"strings"

	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// Call is a call that makes a schedule: the names of its arguments in order, with their defaults, and their meaning.
type Call struct {
	Takes string
	Shape func(v []float64) Shape
}

// calls are the libraries' calls, by their last names.
var calls = map[string]Call{
	// PyTorch 2
	"cosineannealinglr": {"optimizer t_max eta_min=0 last_epoch=-1 verbose=0", func(v []float64) Shape {
		return Shape{Unit: Stepped, Fall: run.CosineFall, Over: v[1], Least: v[2], Why: Begun(v[3])}
	}},
	"linearlr": {"optimizer start_factor=0.3333333333333333 end_factor=1 total_iters=5 last_epoch=-1 verbose=0", func(v []float64) Shape {
		return ramp(Stepped, 0, v[1], v[2], v[3], Begun(v[4]))
	}},
	"constantlr": {"optimizer factor=0.3333333333333333 total_iters=5 last_epoch=-1 verbose=0", func(v []float64) Shape {
		if v[1] == 1 {
			return Shape{Unit: Stepped}
		}
		return Shape{Unit: Stepped, Warm: v[2], Why: NotFromShare}
	}},
	"polynomiallr": {"optimizer total_iters=5 power=1 last_epoch=-1 verbose=0", func(v []float64) Shape {
		return ramp(Stepped, 0, 1, 0, v[1], cmp.Or(Begun(v[3]), powered(v[2])))
	}},
	"steplr": {"optimizer step_size gamma=0.1 last_epoch=-1 verbose=0", func(v []float64) Shape {
		return Shape{Unit: Stepped, Fall: run.StepFall, Every: v[1], Share: v[2], Why: Begun(v[3])}
	}},
	"exponentiallr": {"optimizer gamma last_epoch=-1 verbose=0", func(v []float64) Shape {
		return Shape{Unit: Stepped, Fall: run.StepFall, Every: 1, Share: v[1], Why: Begun(v[2])}
	}},
	"onecyclelr": {"optimizer max_lr total_steps=None epochs=None steps_per_epoch=None pct_start=0.3 anneal_strategy=1 cycle_momentum=1 " +
		"base_momentum=0 max_momentum=0 div_factor=25 final_div_factor=1e4 three_phase=0 last_epoch=-1 verbose=0", func(v []float64) Shape {
		total := v[2]
		if math.IsNaN(total) {
			total = v[3] * v[4]
		}
		warm := math.Round(v[5] * total)
		p := Shape{Unit: Stepped, Peak: v[1], Own: true, Moves: v[7] != 0, Warm: warm, Fall: run.CosineFall, Over: total - warm,
			Final: 1 / (v[10] * v[11]), Why: oneCycle}
		switch {
		case v[6] == 0:
			p.Fall = run.LinearFall
		case v[6] != 1:
			p.Because(NotInNumbers)
		}
		if v[12] != 0 {
			p.Because("it has a third phase")
		}
		p.Because(Begun(v[13]))
		return p
	}},
	"reducelronplateau": {"*", func([]float64) Shape { return Shape{Why: ByResults} }},
	// Transformers 4
	"getconstantschedule": {"optimizer last_epoch=-1", func([]float64) Shape { return Shape{Unit: Stepped} }},
	"getconstantschedulewithwarmup": {"optimizer num_warmup_steps last_epoch=-1", func(v []float64) Shape {
		return late(Shape{Unit: Stepped}, v[1])
	}},
	"getlinearschedulewithwarmup": {"optimizer num_warmup_steps num_training_steps last_epoch=-1", func(v []float64) Shape {
		return late(ramp(Stepped, 0, 1, 0, v[2]-v[1], Begun(v[3])), v[1])
	}},
	"getcosineschedulewithwarmup": {"optimizer num_warmup_steps num_training_steps num_cycles=0.5 last_epoch=-1", func(v []float64) Shape {
		p := Shape{Unit: Stepped, Fall: run.CosineFall, Over: v[2] - v[1], Why: Begun(v[4])}
		if v[3] != 0.5 {
			p.Why = NotToEnd
		}
		return late(p, v[1])
	}},
	// optax 0.2
	"constantschedule": {"value", func(v []float64) Shape { return Shape{Peak: v[0]} }},
	"cosinedecayschedule": {"init_value decay_steps alpha=0 exponent=1", func(v []float64) Shape {
		return Shape{Peak: v[0], Fall: run.CosineFall, Over: v[1], Final: v[2], Why: powered(v[3])}
	}},
	"linearschedule": {"init_value end_value transition_steps transition_begin=0", func(v []float64) Shape {
		return ramp(Iterates, max(v[0], v[1]), v[0], v[1], v[2], Begun(v[3]-1))
	}},
	"polynomialschedule": {"init_value end_value power transition_steps transition_begin=0", func(v []float64) Shape {
		return ramp(Iterates, max(v[0], v[1]), v[0], v[1], v[3], cmp.Or(Begun(v[4]-1), powered(v[2])))
	}},
	"exponentialdecay": {"init_value transition_steps decay_rate transition_begin=0 staircase=0 end_value=0", func(v []float64) Shape {
		p := decays(v[0], v[1], v[2], v[4])
		if v[5] != 0 {
			p.Why = NotToEnd
		}
		p.Why = cmp.Or(p.Why, Begun(v[3]-1))
		return p
	}},
	"warmupconstantschedule": {"init_value peak_value warmup_steps", func(v []float64) Shape {
		return late(Shape{Peak: v[1]}, v[2])
	}},
	"warmupcosinedecayschedule": {"init_value peak_value warmup_steps decay_steps end_value=0 exponent=1", func(v []float64) Shape {
		return late(Shape{Peak: v[1], Fall: run.CosineFall, Over: v[3] - v[2], Least: v[4], Why: powered(v[5])}, v[2])
	}},
	// Keras 3
	"keras:cosinedecay": {"initial_learning_rate decay_steps alpha=0 name=0 warmup_target=None warmup_steps=0", func(v []float64) Shape {
		p := Shape{Peak: v[0], Fall: run.CosineFall, Over: v[1], Final: v[2]}
		if !math.IsNaN(v[4]) {
			p.Peak = v[4]
			return late(p, v[5])
		}
		return p
	}},
	"keras:polynomialdecay": {"initial_learning_rate decay_steps end_learning_rate=0.0001 power=1 cycle=0 name=0", func(v []float64) Shape {
		p := ramp(Iterates, v[0], v[0], v[2], v[1], powered(v[3]))
		if v[4] != 0 {
			p.Why = NotToEnd
		}
		return p
	}},
	"keras:exponentialdecay": {"initial_learning_rate decay_steps decay_rate staircase=0 name=0", func(v []float64) Shape {
		return decays(v[0], v[1], v[2], v[3])
	}},
}

// Find returns the call of a name and its key: the name's last part in lower case, after "keras:" if Keras has a class and
// optax a function of this name.
func Find(called string) (key string, found Call, ok bool) {
	last := called[strings.LastIndexByte(called, '.')+1:]
	key = strings.ToLower(source.Plain(last))
	if _, known := calls["keras:"+key]; known && !strings.Contains(last, "_") {
		key = "keras:" + key
	} else if strings.HasPrefix(called, "tf.") && strings.Contains(last, "_") { // such functions have the step as second argument
		key = ""
	}
	found, ok = calls[key]
	return key, found, ok
}
