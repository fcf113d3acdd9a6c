package protocol

// ScheduleResult answers "schedule": a row's bound step by step, as in bounds.Schedule. Z, A and S are lengths: distances
// between weights. They and Beta have one value for each step At; Composed and Paid have one more, the total.
type ScheduleResult struct {
	Row      string    `json:"row"`
	Alpha    *Number   `json:"alpha,omitempty"` // the order of this schedule; absent if all orders have the same
	Tau      int       `json:"tau"`
	T        int       `json:"T"`
	Complete bool      `json:"complete"` // whether At has every step from τ on
	At       []int     `json:"at"`       // steps from τ on
	Z        []Number  `json:"z"`        // distance of the two runs before the step
	A        []Number  `json:"a"`        // the part of Z that the step's noise hides
	S        []Number  `json:"s"`        // the sensitivity that the step adds to Z; 0 if its batch lacks the example or is hidden
	Beta     []*Number `json:"beta"`     // share of the noise that hides S or the sampled batch; null if S is 0 or later steps hide it
	Composed []Number  `json:"composed"` // cost, as ε(α)/α, of hiding S or the batch in the steps before this one
	Paid     []Number  `json:"paid"`     // whole cost of the steps before this one, as ε(α)/α
	Forward  Forward   `json:"forward"`
}

// Forward bounds the distance of the two runs up to τ.
type Forward struct {
	At []int    `json:"at"` // steps
	Z  []Number `json:"z"`  // at most this distance before the step
}
