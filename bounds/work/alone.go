package work

import "runtime/debug"

// A Panic is a panic of a computation, an error of the program and not of its input. Error says so to the user; Cause and Stack are
// for developers.
type Panic struct {
	Cause any // the value of recover
	Stack []byte
}

func (p *Panic) Error() string {
	return "the calculator failed here: this is a bug of ours and not a fault of this run, and it says nothing about the other rows"
}

// Alone calls f. It returns nil, ErrSpent if f exceeded a budget, or a *Panic if f panicked for another reason. Unless it returns nil,
// the caller must discard the results of f.
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
