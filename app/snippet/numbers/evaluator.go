package numbers

import (
	"math"
	"strings"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/source"
)

// deepest is the largest depth of nested brackets in a value.
const deepest = 50

// mostTerms is the largest number of terms in a value.
const mostTerms = 40

// evaluator computes the value after an equals sign: arithmetic with numbers and with names that the text gives numbers.
type evaluator struct {
	in    []source.Token
	all   []source.Token // all tokens of the text
	at    int
	known map[string]float64 // the numbers of names
	depth int
	terms int
}

//go:noinline
func (e *evaluator) peek() source.Token {
	if e.at >= 0 && e.at < len(e.in) {
		return e.in[e.at]
	}
	return source.Token{}
}

//go:noinline
func (e *evaluator) takes(signs ...string) (string, bool) {
	for _, s := range signs {
		if t := e.peek(); t.Kind == source.Sign && t.Text == s {
			e.at++
			return s, true
		}
	}
	return "", false
}

// sum computes a value with all terms that are added to it.
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

// atom reads a number, a name, a bracket, or one of the few functions that scripts apply to numbers.
func (e *evaluator) atom() (float64, bool) {
	t := e.peek()
	switch {
	case t.Kind == source.Numeral || t.Kind == source.Quoted:
		e.at++
		return e.literal(t)
	case t.Kind == source.Name:
		e.at++
		if _, call := e.takes("("); call {
			return e.function(t.Text)
		}
		x, known := e.known[t.Text]
		known = known && !math.IsNaN(x)
		if dot := strings.LastIndexByte(t.Text, '.'); !known && dot >= 0 { // args.batch_size, cfg.sigma
			if x, known = e.known[Option(t.Text[dot+1:])]; !known && len(t.Text) > dot+2 {
				x, known = e.known[Member(t.Text[dot+1:])]
			}
			known = known && !math.IsNaN(x)
		}
		if !known && (t.Text == "inf" || strings.HasSuffix(t.Text, ".inf")) {
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

// lines skips ends of lines, which mean nothing in brackets.
func (e *evaluator) lines() {
	for e.peek().Kind == source.Line {
		e.at++
	}
}

// extreme computes the largest or least of two or more numbers.
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

// length computes len(…) of the data set if its size is known, or of the training loader if the number of its batches is known.
// Other lists have another length.
func (e *evaluator) length() (float64, bool) {
	ofData, ofBatches := false, false
	for depth := 1; depth > 0 && e.at < len(e.in); e.at++ {
		t := e.in[e.at]
		switch {
		case t.Kind == source.Sign && t.Text == "(":
			depth++
		case t.Kind == source.Sign && t.Text == ")":
			depth--
		case t.Kind == source.Name && strings.HasSuffix(t.Text, ".dataset") && !lexicon.IsOther(t.Text): // the data set of a loader
			ofData = true
		case t.Kind == source.Name:
			for _, part := range source.Segments(t.Text) {
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
		x, known := e.known[Batches]
		return x, known
	}
	x, known := e.known[Examples]
	return x, known && ofData
}
