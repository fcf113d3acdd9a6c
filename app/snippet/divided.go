package snippet

import (
	"math"
	"strings"
)

// dividedAt notes a name that is shown to be the dataset's size by what it is divided by and what that makes:
// sample_rate = batch_size / N, steps_per_epoch = N // batch_size, steps = epochs * N // batch_size.
func (r *reader) dividedAt(at int) {
	named := r.name(at)
	if named == "" || !r.is(at+1, "=") {
		return
	}
	made, _ := fieldOf(named)
	passes := has(epochLengths, strings.ToLower(plain(named)))
	end, _ := r.skip(at + 2)
	for i := at + 2; i+2 < end; i++ {
		if field, _ := fieldOf(r.name(i)); field == "epochs" && made == "T" {
			passes = true
		}
	}
	for i := at + 2; i+2 < end; i++ {
		switch {
		case !r.is(i+1, "/") && !r.is(i+1, "//"):
		case made == "sample rate" && i == at+2 && i+3 == end && r.isBatch(i):
			r.divides(i + 2)
		case passes && r.isBatch(i+2):
			r.divides(i)
		}
	}
}

// divides notes the name at a token as that of the dataset's size, unless it has another meaning.
func (r *reader) divides(at int) {
	if at < len(r.in) && r.in[at].kind == numeral { // 60000 // batch_size
		if r.is(at-1, "*") || r.is(at-1, "/") {
			return
		}
		if x, ok := r.part(at, at+1); ok {
			r.size(at, at+1, x)
		}
		return
	}
	named := r.name(at)
	field, known := r.fieldOf(named)
	if named != "" && (!known || field == "n") && !has(segmentsOf(named), "batch") && !r.is(at+1, "(") {
		note(&r.sized, named)
	}
}

// isBatch reports whether the token is a name that means the batch size, one letter too.
//
//go:noinline
func (r *reader) isBatch(at int) bool {
	field, _ := fieldOf(r.name(at))
	return field == "b"
}

// epochLengths are what scripts call the number of steps of an epoch.
var epochLengths = strings.Fields("stepsperepoch batchesperepoch itersperepoch iterationsperepoch updatesperepoch " +
	"numbatches nbatches numstepsperepoch")

// isPass reports whether the number of batches that make a pass begins at a token: N // batch_size where that
// leaves out no example, or math.ceil(N / batch_size).
func (r *reader) isPass(at int) bool {
	end, _ := r.skip(at)
	rounded := r.called(at)
	if rounded == "ceil" || rounded == "int" || rounded == "floor" {
		at += 2
	}
	after, ok := r.lengthAt(at)
	ok = ok || at < len(r.in) && r.in[at].kind == numeral
	if !ok && !has(r.sized, r.name(at)) || !r.is(after, "/") && !r.is(after, "//") || !r.isBatch(after+1) ||
		after+2 < end && !r.is(after+2, ")") {
		return false
	}
	n, known := r.part(at, after)
	b, too := r.part(after+1, after+2)
	return rounded == "ceil" || known && too && n >= 1 && math.Mod(n, b) == 0
}

// part is the number that a part of an expression is.
func (r *reader) part(from, to int) (float64, bool) {
	e := evaluator{in: r.in[:to], at: from, known: r.numbers}
	return e.sum()
}
