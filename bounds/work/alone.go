package work

import "runtime/debug"

// A Panic is a panic of a computation, which is an error of the program and
// never of its input. Error says so to the user; Cause and Stack are for its
// developers.
type Panic struct {
	Cause any // what the panic carried
	Stack []byte
}

func (p *Panic) Error() string {
	return "the calculator failed here: this is a bug of ours and not a fault of this run, and it says nothing about the other rows"
}

// Alone calls f and returns nil, ErrSpent if f spent a budget, and a *Panic if it
// panicked for any other reason. What f was to compute must be forgotten unless
// the result is nil.
func Alone(f func()) (err error) {
	defer func() {
		switch cause := recover().(type) {
		case nil:
		case spent:
			err = ErrSpent
		default:
			err = &Panic{Cause: cause, Stack: debug.Stack()}
		}
	}()
	f()
	return nil
}
