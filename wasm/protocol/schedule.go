package protocol

import "lastiterate/bounds"

// ScheduleResult answers "schedule": how a row's bound is made, step by step;
// see bounds.Schedule. All but Composed and Paid, which have the totals as
// their last values, are as long as At. Lengths are distances between weights.
type ScheduleResult struct {
	Row      string    `json:"row"`
	Tau      int       `json:"tau"`
	T        int       `json:"T"`
	Complete bool      `json:"complete"` // no step is left out
	At       []int     `json:"at"`       // steps from τ on
	Z        []Number  `json:"z"`        // distance before the step
	A        []Number  `json:"a"`        // paid at the step
	S        []Number  `json:"s"`        // sensitivity of the step
	Beta     []*Number `json:"beta"`     // s/a; null where the step has no share of its own
	Composed []Number  `json:"composed"` // ε(α)/α that the sensitivities have cost before the step
	Paid     []Number  `json:"paid"`     // ε(α)/α that everything has cost
	Forward  Forward   `json:"forward"`
}

// Forward bounds the distance of the two runs before the steps At, up to τ.
type Forward struct {
	At []int    `json:"at"`
	Z  []Number `json:"z"`
}

// FromSchedule writes a schedule as the result of "schedule".
func FromSchedule(s bounds.Schedule) ScheduleResult {
	out := ScheduleResult{Row: s.Row, Tau: s.Tau, T: s.T, Complete: s.Every, At: s.At,
		Z: numbers(s.Z), A: numbers(s.A), S: numbers(s.S), Beta: make([]*Number, len(s.Beta)),
		Composed: numbers(s.Composed), Paid: numbers(s.Paid), Forward: Forward{At: s.ForwardAt, Z: numbers(s.Forward)}}
	for i, b := range s.Beta {
		out.Beta[i] = optional(b)
	}
	return out
}

func numbers(list []float64) []Number {
	out := make([]Number, len(list))
	for i, x := range list {
		out[i] = Number(x)
	}
	return out
}
