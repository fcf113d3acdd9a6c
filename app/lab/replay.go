package lab

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/bounds"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

func replayTool() *Tool {
	return &Tool{
		Name: "replay", Method: "lab.replay", Group: Plans, Tab: "replay",
		Title: "How noise hides a difference, step by step",
		Lead: []string{
			"Two runs on a line differ in one example and share their noise. From step τ on, the first run’s noise is shifted " +
				"a little at each step, so that it ends where the second does.",
		},
		Source: "Feldman et al. 2018; Altschuler and Talwar 2022; Chien and Li 2024, Theorem 3.1; Bok, Su and Altschuler 2024",
		Fields: []Field{
			{Name: "run", Label: "run of the calculator", Kind: Run, Example: true,
				Default: "v=1&n=5&b=5&T=200&eta=0.1&clip=10&sigma=1&noise=iterate&diameter=8&adjacency=replace&scheme=full&loss=convex" +
					"&smoothness=1&clipping=never&delta=1e-5",
				Help: "a link copied from the calculator; batches in a known order, or all examples"},
			{Name: "seed", Label: "seed of the noise", Kind: Whole, Default: "1", Setting: true},
		},
		show: showReplay,
	}
}

// roomy is the least diameter of the domain, in standard deviations of a step's noise, for paths that do not jump from wall to wall.
const roomy = 4

// cramped reports whether the noise of a run's last step, with which a replay ends, leaves its paths no room.
func cramped(r run.Run) bool {
	return r.Validate() == nil && r.Diameter < roomy*r.Steps().At(r.T-1).Noise
}

// quieter is a run's σ, of one digit, with which its paths have twice the room they need. A schedule of shifts is the same with any
// noise, but a larger domain may leave too few steps to hide its diameter.
func quieter(r run.Run) float64 {
	sigma := r.Sigma * r.Diameter / (2 * roomy * r.Steps().At(r.T-1).Noise)
	sigma, _ = strconv.ParseFloat(strconv.FormatFloat(sigma, 'e', 0, 64), 64) // which reads its own digits
	return sigma
}

// replayAnswer is the engine's answer, described in wasm/protocol/schema.json as "lab.replay". Its lists have a value before each
// step from number First on, counted from 0, and one at the end.
type replayAnswer struct {
	Row                                          string
	Tau, First, T                                int
	With, Without, Shifted, Left, Allowed, Spent []protocol.Number
}

// Playing is an answer that is shown step by step.
type Playing struct {
	First  int // steps skipped before the replay
	Steps  int // steps replayed
	replay replayAnswer
}

func showReplay(v Values, raw json.RawMessage) (View, error) {
	p, err := read[replayAnswer](raw)
	if err != nil {
		return View{}, err
	}
	n := p.T - p.First + 1
	for _, list := range [][]protocol.Number{p.With, p.Without, p.Shifted, p.Left, p.Allowed, p.Spent} {
		if len(list) != n {
			return View{}, fmt.Errorf("the engine’s replay has a list of %d values, want %d", len(list), n)
		}
	}
	end := n - 1
	hidden, quiet := "", ""
	if s, _ := ReadRun(strings.TrimSpace(v["run"])); cramped(s.Run) {
		noise := number.Plain(s.Run.Sigma)
		s.Run.Sigma = quieter(s.Run)
		hidden = "The noise of a step is large for this domain, so the paths jump between its walls and hide one another. The same " +
			"run with less noise, " + number.Plain(s.Run.Sigma) + " instead of " + noise + ", shows more, and so does the example’s run."
		quiet = link.Encode(s)
	}
	return View{
		Answer: p.answer(),
		Hidden: hidden, Quieter: quiet,
		Facts: []Fact{
			{"the schedule is that of", bounds.NameOf(p.Row), "the best row here with a step-by-step schedule"},
			{"distance between the two ends", p.apart(float64(p.With[end] - p.Without[end])), "under the same noise"},
			{"distance from the shifted run’s end to the second run’s", p.apart(float64(p.Left[end])),
				"0: shifting the noise has closed the distance"},
		},
		Notes: []string{
			"Someone who sees only the end can do no better than tell the shifted noise from the original noise, which bounds the " +
				"privacy loss.",
			"The steps are those of one run within the assumptions: each multiplies distances by $|1 - η(m + ω)|$, with its own " +
				"learning rate η, the strong convexity m, if any, and the weight decay ω. The schedule is that of the worst run.",
			"Shifting the noise costs the sum of the squared payments: many small ones are cheaper than one large one. Where the " +
				"projection brings the runs together, less is needed than the schedule allows.",
			"The cost is a Rényi divergence per unit of its order α. The calculator converts such losses to ε at your δ, and its answer " +
				"for this run may come from a row without a schedule that proves less loss.",
		},
		Links:   []Link{{"Open this run in the calculator, for its ε", Fragment(v["run"])}},
		Playing: &Playing{First: p.First, Steps: end, replay: p},
	}, nil
}

// greatestSize is the greatest absolute value in a list.
func greatestSize(list []protocol.Number) float64 {
	greatest := 0.0
	for _, x := range list {
		greatest = max(greatest, math.Abs(float64(x)))
	}
	return greatest
}

// answer says in a sentence what distance the noise hides and what that costs.
func (p replayAnswer) answer() string {
	steps, hidden := p.T-p.Tau, greatestSize(p.Allowed)
	cost := "a privacy loss of " + number.Up(float64(p.Spent[p.T-p.First]), 3) + " times the order α"
	if p.First > p.Tau {
		return fmt.Sprintf("This replays the last %d of the schedule’s %d steps, before which a distance of %s is left. By the end all "+
			"steps have cost %s.", p.T-p.First, steps, number.Up(float64(p.Allowed[0]), 3), cost)
	}
	if hidden == 0 {
		return "The noise hides no distance: every step pays for itself, in total " + cost + "."
	}
	if p.Tau == 0 {
		return fmt.Sprintf("From the first step on, each step leaves a distance of at most %s to later steps. That costs %s.",
			number.Up(hidden, 3), cost)
	}
	last := fmt.Sprintf("last %d", steps)
	if steps == 1 {
		last = "last"
	}
	return fmt.Sprintf("In the %s of %d steps the noise hides a distance of %s. That costs %s.",
		last, p.T, number.Up(float64(p.Allowed[0]), 3), cost)
}

// apart writes a distance with three digits.
func (p replayAnswer) apart(x float64) string { return number.Plain(run.Digits(p.real(x), 3)) }

// real is the size of a distance, 0 if it is only a rounding error of the runs' positions.
func (p replayAnswer) real(x float64) float64 {
	if x = math.Abs(x); x < 1e-9*max(greatestSize(p.With), greatestSize(p.Without), greatestSize(p.Shifted)) {
		return 0
	}
	return x
}

// Say describes the state before a step in a sentence; step = Steps is the end.
func (p *Playing) Say(step int) string {
	when := fmt.Sprintf("Before step %d", p.First+step+1)
	if step == p.Steps {
		when = "At the end"
	}
	left, allowed, spent := p.replay.real(float64(p.replay.Left[step])), float64(p.replay.Allowed[step]), float64(p.replay.Spent[step])
	return fmt.Sprintf("%s: %s left to hide, at most %s allowed; %s × α spent", when, number.Up(left, 3), number.Up(allowed, 3),
		number.Up(spent, 3))
}

// Charts returns three charts up to a step: the runs' positions, the distance left and the loss spent.
func (p *Playing) Charts(step int) []plot.Chart {
	line := func(id, name, label string, kind plot.Kind, values []protocol.Number, upTo int) plot.Series {
		s := plot.Series{ID: id, Name: name, Label: label, Kind: kind}
		for i := 0; i <= upTo; i++ {
			s.X, s.Y = append(s.X, float64(p.First+i)), append(s.Y, float64(values[i]))
		}
		return s
	}
	axis := plot.Axis{Name: "iterations", Symbol: "t", Whole: true, From: float64(p.First), To: float64(p.First + p.Steps)}
	low, high := 0.0, 1e-300 // an axis whose greatest value is 0 would change as the lines grow
	for _, list := range [][]protocol.Number{p.replay.With, p.replay.Without, p.replay.Shifted} {
		for _, x := range list {
			low, high = min(low, float64(x)), max(high, float64(x))
		}
	}
	return []plot.Chart{
		{
			ID: "lab", Title: "The runs", Desc: "Positions on the line of the first run, of the second run, which has one example " +
				"different, and of the first with its noise shifted.",
			X: axis, Y: plot.Axis{Name: "position", Least: low, Most: high}, Height: 260,
			Series: []plot.Series{ // the kinds only choose the colours
				line("with", "first run", "first", plot.Published, p.replay.With, step),
				line("without", "second run", "second", plot.Rival, p.replay.Without, step),
				line("shifted", "first run, noise shifted", "shifted", plot.Best, p.replay.Shifted, step),
			},
		},
		{
			ID: "lab-left", Title: "The distance left",
			Desc: "How far the shifted run is from the second run, and how far the schedule allows it to be.",
			X:    axis, Y: plot.Axis{Name: "distance", Most: greatestSize(p.replay.Allowed)}, Height: 220,
			Series: []plot.Series{
				line("allowed", "the schedule allows", "allowed", plot.Reference, p.replay.Allowed, p.Steps),
				line("left", "left", "left", plot.Best, p.replay.Left, step),
			},
		},
		{
			ID: "lab-spent", Title: "The loss spent",
			Desc: "What shifting the noise has cost, as a Rényi divergence per unit of its order.",
			X:    axis, Y: plot.Axis{Name: "loss", Note: "per unit of α", Most: float64(p.replay.Spent[p.Steps])}, Height: 220,
			Series: []plot.Series{line("spent", "spent", "spent", plot.Best, p.replay.Spent, step)},
		},
	}
}
