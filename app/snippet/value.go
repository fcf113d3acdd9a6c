package snippet

import (
	"math"
	"strings"

	"lastiterate/app/number"
)

// deepest is how deep brackets may be nested in a value.
const deepest = 50

// mostTerms is how many numbers a value may be computed from.
const mostTerms = 40

// evaluator computes what stands behind an equals sign: arithmetic of numbers and
// of names that are given elsewhere in the text.
type evaluator struct {
	in    []token
	at    int
	known map[string]float64 // names that were given a number
	depth int
	terms int
}

//go:noinline
func (e *evaluator) peek() token {
	if e.at >= 0 && e.at < len(e.in) {
		return e.in[e.at]
	}
	return token{}
}

//go:noinline
func (e *evaluator) takes(signs ...string) (string, bool) {
	for _, s := range signs {
		if t := e.peek(); t.kind == sign && t.text == s {
			e.at++
			return s, true
		}
	}
	return "", false
}

// sum is a value with all that is added to it.
func (e *evaluator) sum() (float64, bool) {
	x, ok := e.product()
	for ok {
		s, more := e.takes("+", "-")
		if !more {
			break
		}
		var y float64
		if y, ok = e.product(); s == "-" {
			y = -y
		}
		x += y
	}
	return x, ok
}

func (e *evaluator) product() (float64, bool) {
	x, ok := e.power()
	for ok {
		s, more := e.takes("*", "//", "/")
		if !more {
			break
		}
		var y float64
		y, ok = e.power()
		switch s {
		case "*":
			x *= y
		case "/":
			x /= y
		default:
			x = math.Floor(x / y)
		}
	}
	return x, ok
}

func (e *evaluator) power() (float64, bool) {
	if e.terms++; e.terms > mostTerms {
		return 0, false
	}
	if e.depth++; e.depth > deepest {
		return 0, false
	}
	defer func() { e.depth-- }()
	if _, minus := e.takes("-"); minus {
		x, ok := e.power()
		return -x, ok
	}
	x, ok := e.atom()
	if _, more := e.takes("**", "^"); ok && more {
		var y float64
		y, ok = e.power()
		x = math.Pow(x, y)
	}
	return x, ok
}

// atom is a number, a name, a bracket, or one of the few functions that stand
// around numbers in scripts.
func (e *evaluator) atom() (float64, bool) {
	t := e.peek()
	switch {
	case t.kind == numeral || t.kind == quoted:
		e.at++
		x, err := number.Parse(t.text)
		return x, err == nil
	case t.kind == name:
		e.at++
		if _, call := e.takes("("); call {
			return e.function(t.text)
		}
		x, known := e.known[t.text]
		known = known && !math.IsNaN(x)
		if dot := strings.LastIndexByte(t.text, '.'); !known && dot >= 0 { // args.batch_size, cfg.sigma
			if x, known = e.known[dashes+plain(t.text[dot+1:])]; !known && len(t.text) > dot+2 {
				x, known = e.known[memberOf+t.text[dot+1:]]
			}
			known = known && !math.IsNaN(x)
		}
		if !known && (t.text == "inf" || strings.HasSuffix(t.text, ".inf")) {
			return math.Inf(1), true
		}
		return x, known
	}
	if _, bracket := e.takes("("); bracket {
		return e.closed()
	}
	if _, brace := e.takes("{"); brace { // 10^{-6}
		x, ok := e.sum()
		_, closed := e.takes("}")
		return x, ok && closed
	}
	return 0, false
}

func (e *evaluator) closed() (float64, bool) {
	e.lines()
	x, ok := e.sum()
	e.lines()
	_, closed := e.takes(")")
	return x, ok && closed
}

// lines leaves out ends of lines, which mean nothing in brackets.
func (e *evaluator) lines() {
	for e.peek().kind == line {
		e.at++
	}
}

// extreme is the largest or least of two or more numbers.
func (e *evaluator) extreme(called string) (float64, bool) {
	x, ok := e.sum()
	for ok {
		if _, more := e.takes(","); !more {
			break
		}
		var y float64
		if y, ok = e.sum(); called == "max" {
			x = max(x, y)
		} else {
			x = min(x, y)
		}
	}
	_, closed := e.takes(")")
	return x, ok && closed
}

func (e *evaluator) function(called string) (float64, bool) {
	switch called {
	case "int", "float", "math.floor", "np.floor":
		x, ok := e.closed()
		if called != "float" {
			x = math.Floor(x)
		}
		return x, ok
	case "math.ceil", "ceil", "np.ceil":
		x, ok := e.closed()
		return math.Ceil(x), ok
	case "round":
		x, ok := e.closed()
		return math.RoundToEven(x), ok
	case "max", "min":
		return e.extreme(called)
	case "math.sqrt", "np.sqrt":
		x, ok := e.closed()
		return math.Sqrt(x), ok
	case "len":
		return e.length()
	}
	return 0, false
}

// length is that of the data set where its size is known, which is not what a list of something
// else has; or of the loader that trains, where an epoch's is.
func (e *evaluator) length() (float64, bool) {
	ofData, ofBatches := false, false
	for depth := 1; depth > 0 && e.at < len(e.in); e.at++ {
		t := e.in[e.at]
		switch {
		case t.kind == sign && t.text == "(":
			depth++
		case t.kind == sign && t.text == ")":
			depth--
		case t.kind == name && strings.HasSuffix(t.text, ".dataset") && !isOther(t.text): // a loader's
			ofData = true
		case t.kind == name:
			for _, part := range segmentsOf(t.text) {
				switch part {
				case "test", "val", "valid", "eval", "iterator":
					return 0, false
				case "loader", "dataloader", "batches":
					ofBatches = true
				case "dataset", "data", "train", "trainset", "ds", "x", "examples", "samples", "set":
					ofData = true
				}
			}
		}
	}
	if ofBatches {
		x, known := e.known[theBatches]
		return x, known
	}
	x, known := e.known[theCount]
	return x, known && ofData
}

// theBatches is the name under which the number of batches in an epoch is known to len().
const theBatches = "len(batches)"

// theCount is the name under which the dataset's size is known to len().
const theCount = "len()"

// memberOf begins the name under which what a name is given is known to those who ask for a member; NaN where it is
// given two values.
const memberOf = "."

// setByText begins the name under which it is known that the text sets an option.
const setByText = "set --"

// dashes begin the name under which the default of an option of the command line is known.
const dashes = "--"

// known notes every name that is given a number, so that others may refer to it.
func (r *reader) known() {
	r.numbers, r.stated = map[string]float64{}, map[string]bool{}
	if n := r.theSize(); n > 0 {
		r.numbers[theCount] = n
	}
	if r.loader > 0 {
		r.numbers[theBatches] = r.loader
	}
	for range 4 {
		r.options()
		r.overridden()
		before := len(r.numbers)
		for i := 0; i < len(r.in); i++ {
			if after, other := r.apart(i); other {
				i = after - 1
			} else if names, values := r.unpacked(i); len(names) > 0 {
				r.noteAll(names, values)
				i = values[0] - 1
			} else {
				r.noteAt(i)
			}
		}
		if len(r.numbers) == before {
			return
		}
	}
}

// noteAll notes the numbers that several names are given at once.
func (r *reader) noteAll(names []string, values []int) {
	for i, named := range names {
		if len(values) != len(names) {
			continue
		}
		if x, _, ok := r.value(values[i]); ok {
			r.bind(named, x, true)
		}
	}
}

// bind notes that a name is given a number, by a statement or by an argument, which may be of anything. A name to which
// statements give two numbers has none: the text does not show which of them counts where it is used.
func (r *reader) bind(named string, x float64, states bool) {
	was, twice := r.numbers[named]
	switch {
	case !twice || states && !r.stated[named]:
		r.numbers[named] = x
	case states && was != x:
		r.numbers[named] = math.NaN()
	}
	r.stated[named] = r.stated[named] || states
}

// noteAt notes the number that the name at a token is given, if it is.
func (r *reader) noteAt(at int) {
	t := r.in[at]
	if t.kind != name && t.kind != quoted || has(types, t.text) || !r.is(at+1, "=") && !r.is(at+1, ":") {
		return
	}
	x, after, ok := r.value(at + 2)
	if !ok || r.foreign(at) || r.refers(t.text, at+2, after) {
		return
	}
	if of := r.defined(at); of != "" {
		if given, known := r.givenTo(of, t.text, at); !known {
			return
		} else if len(given) > 0 {
			for _, x := range given {
				r.bind(t.text, x, true)
			}
			return
		}
		r.bind(t.text, x, true)
		return
	}
	configures, states := r.configures(at), r.begins(at) && r.enclosing(at) < 0
	if !configures && !states && !isField(t.text) {
		return // of a call that is of something else
	}
	r.bind(t.text, x, states)
	if !configures {
		return
	}
	switch was, twice := r.numbers[memberOf+t.text]; { // of a configuration, or of two
	case !twice:
		r.numbers[memberOf+t.text] = x
	case was != x:
		r.numbers[memberOf+t.text] = math.NaN()
	}
}

// defined is the function whose definition has a token as the name of an argument; empty where none has.
func (r *reader) defined(at int) string {
	if call := r.enclosing(at); call > 0 && r.name(call-1) == "def" {
		return r.name(call)
	}
	return ""
}

// configures reports whether a value at a token may be a member's of a configuration: a statement's, a dictionary's or an
// argument's of a call that makes one.
func (r *reader) configures(at int) bool {
	if r.begins(at) || r.in[at].kind == quoted {
		return true
	}
	return hasAny(configurations, segmentsOf(r.name(r.enclosing(at))))
}

// configurations are parts of names of what holds settings.
var configurations = strings.Fields("cfg config conf params hparams args arguments options hyperparameters namespace dict")

// types stand between a name and its value: lr: float = 0.1.
var types = []string{"int", "float", "str", "bool"}
