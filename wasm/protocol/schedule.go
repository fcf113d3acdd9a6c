package protocol

// ScheduleResult answers "schedule": how a row's bound is made, step by step;
// see bounds.Schedule. A, Z, S and Beta are as long as At; Composed and Paid have one value more,
// the total. Lengths are distances between weights.
type ScheduleResult struct {
	Row      string    `json:"row"`
	Alpha    *Number   `json:"alpha,omitempty"` // the order for which it is made; absent where it is the same for all
	Tau      int       `json:"tau"`
	T        int       `json:"T"`
	Complete bool      `json:"complete"` // no step is left out
	At       []int     `json:"at"`       // steps from τ on
	Z        []Number  `json:"z"`        // distance before the step
	A        []Number  `json:"a"`        // paid at the step
	S        []Number  `json:"s"`        // sensitivity of the step; 0 if its batch lacks the example or is hidden
	Beta     []*Number `json:"beta"`     // the share of its noise that hides the step itself; null where none does, or later steps hide it
	Composed []Number  `json:"composed"` // ε(α)/α that hiding the steps themselves has cost before the step
	Paid     []Number  `json:"paid"`     // ε(α)/α that everything has cost
	Forward  Forward   `json:"forward"`
}

// Forward bounds the distance of the two runs before the steps At, up to τ.
type Forward struct {
	At []int    `json:"at"`
	Z  []Number `json:"z"`
}
