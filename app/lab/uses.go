package lab

import (
	"fmt"
	"slices"
	"strings"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/bounds/lab/dynamics"
	"lastiterate/bounds/run"
)

// readUses reads a list of steps. "1–200" and "1-200" are all steps from the first to the last. "…" or "..." between the second of two
// numbers and a third continues the two to the third. fault is a sentence about what is wrong, or empty.
func readUses(text string) (uses []int, fault string) {
	goesOn := false
	for _, part := range strings.FieldsFunc(strings.ReplaceAll(text, "...", "…"), func(r rune) bool {
		return strings.ContainsRune(",; \n\t\r", r)
	}) {
		if n := len(uses); part == "…" {
			if goesOn = n > 1 && uses[n-1] > uses[n-2]; !goesOn {
				return nil, "“…” continues two numbers, the second larger: write 1, 11, …, 91"
			}
			continue
		}
		first, last, isRange := strings.Cut(strings.ReplaceAll(part, "-", "–"), "–")
		if isRange && first != "" && !goesOn {
			if uses, fault = through(uses, first, last); fault != "" {
				return nil, fault
			}
			continue
		}
		x, err := number.ParseWhole(part)
		if err != nil {
			return nil, err.Error()
		}
		if n := len(uses); goesOn {
			by := uses[n-1] - uses[n-2]
			if x <= uses[n-1] || (x-uses[n-1])%by != 0 || (x-uses[n-1])/by > dynamics.MaxSteps {
				return nil, fmt.Sprintf("“…” does not lead from %d in steps of %d to %d", uses[n-1], by, x)
			}
			for u := uses[n-1] + by; u < x; u += by {
				uses = append(uses, u)
			}
			goesOn = false
		}
		uses = append(uses, x)
	}
	if goesOn {
		return nil, "“…” needs a number after it, the last"
	}
	return uses, ""
}

// through adds all steps from the first to the last, which may be the same.
func through(uses []int, first, last string) (out []int, fault string) {
	from, err := number.ParseWhole(first)
	to, toErr := number.ParseWhole(last)
	if err != nil || toErr != nil || to < from || to-from > dynamics.MaxSteps {
		return nil, fmt.Sprintf("“%s–%s” is not a range of steps: write the first and the last, as in 1–200", first, last)
	}
	for u := from; u <= to; u++ {
		uses = append(uses, u)
	}
	return uses, ""
}

// knownUses lists the steps of a run that use the differing example, none if the run does not say which they are. If the order of the
// batches is known but not the example's batch, they are those of the first, and the answer says so.
func knownUses(s link.State) Values {
	r := s.Run
	if r.Validate() != nil || !r.Scheme.Known() {
		return Values{"uses": ""}
	}
	return Values{"uses": usesFrom(r, r.BeforeFirstUse()+1)}
}

// usesFrom writes the steps of the same batch of every epoch, the first of which is given.
func usesFrom(r run.Run, first int) string {
	every := r.EpochSteps()
	last := first + (r.T-first)/every*every
	text := fmt.Sprint(first)
	switch uses := (last-first)/every + 1; {
	case r.T < first:
		text = ""
	case uses > 3 && every == 1:
		text = fmt.Sprintf("%d–%d", first, last)
	case uses > 3:
		text = fmt.Sprintf("%d, %d, …, %d", first, first+every, last)
	default:
		for u := first + every; u <= last; u += every {
			text += fmt.Sprintf(", %d", u)
		}
	}
	return text
}

// misfit says why these cannot be the steps of a run that use the differing example; it is empty if they can. The engine refuses steps
// that the run does not have.
func misfit(r run.Run, uses []int) string {
	steps := slices.Compact(slices.Sorted(slices.Values(uses)))
	n, epoch := len(steps), r.EpochSteps()
	switch {
	case n > 0 && (steps[0] < 1 || steps[n-1] > r.T):
		return ""
	case r.Scheme.Sampled():
		if n == 0 {
			return "this run draws each batch: list the steps whose batches hold the differing example"
		}
		return ""
	case r.Order() == run.FreshOrder:
		return freshMisfit(r, steps)
	case r.Scheme.UsesAll() && n < r.T:
		return "every batch of this run holds the differing example: write " + usesFrom(r, 1)
	}
	first, ask := r.BeforeFirstUse()+1, "list the steps of one batch, such as "
	switch {
	case r.Scheme == run.Cyclic && r.Position > 0:
		ask = "write "
	case n > 0:
		first = (steps[0]-1)%epoch + 1
	}
	if same, _ := readUses(usesFrom(r, first)); !slices.Equal(steps, same) {
		return "this run uses the differing example in the same batch of every epoch: " + ask + usesFrom(r, first)
	}
	return ""
}

// freshMisfit is misfit for a run that uses the example once in each epoch, at a place that is drawn anew. Epochs that drop examples may
// drop this one.
func freshMisfit(r run.Run, steps []int) string {
	often, every, before := "once", r.EpochSteps(), -1
	if r.Dropped() > 0 {
		often = "at most once"
	}
	fits := len(steps) > 0 && (r.Dropped() > 0 || len(steps) >= r.T/every)
	for i, u := range steps {
		epoch := (u - 1) / every
		fits = fits && epoch > before && (epoch == i || r.Dropped() > 0)
		before = epoch
	}
	if fits {
		return ""
	}
	return fmt.Sprintf("this run uses the differing example %s in each epoch of %s, in a secret order: list the steps of one order, "+
		"such as %s", often, form.Counted(every, "step"), usesFrom(r, 1))
}

// inWhich says how many of a run's steps use the example, and in which batch of every epoch, if that is one batch of several.
func inWhich(v Values, steps int) string {
	uses, _ := readUses(v["uses"])
	slices.Sort(uses)
	uses = slices.Compact(uses)
	switch {
	case steps == 1:
		return "which uses the example"
	case len(uses) == steps:
		return "all of which use the example"
	}
	text := fmt.Sprintf("%d of which use the example", len(uses))
	if len(uses) == 1 {
		text = "one of which uses the example"
	}
	if s, ok := runIn(v); ok && len(uses) > 0 && (s.Run.Scheme == run.Cyclic || s.Run.Scheme == run.ShuffleOnce) {
		text += fmt.Sprintf(" (batch %d of each epoch)", (uses[0]-1)%s.Run.EpochSteps()+1)
	}
	return text
}
