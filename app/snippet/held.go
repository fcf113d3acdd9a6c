package snippet

import (
	"math"
	"slices"
	"strconv"
	"strings"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// This file finds batches that make no step by themselves: the optimiser's step is in a branch, or after a statement that skips
// it.

var ofOptimisers = strings.Fields("opt optim optimizer optimiser")

// stepsAt reports whether the call at a token is a step of an optimiser: optimizer.step(), scaler.step(optimizer).
func (r *reader) stepsAt(at int) bool {
	called, named := r.Called(at), r.Name(at)
	if called != "step" && called != "applygradients" || !strings.Contains(named, ".") {
		return false
	}
	object := named[:strings.LastIndexByte(named, '.')]
	return source.HasAny(ofOptimisers, source.Segments(object)) || source.HasAny(ofOptimisers, source.Segments(r.Name(at+2))) ||
		slices.ContainsFunc(r.TokensOf(object), func(i int) bool {
			made := r.Called(i + 2)
			return r.Begins(i) && r.Is(i+1, "=") &&
				(made == "sgd" || source.Has(lexicon.Adaptives, made) || strings.HasSuffix(made, "optimizer"))
		})
}

// mostWithin is the largest depth of nested calls in which a step is searched for; mostLooks is the largest number of places
// examined.
const mostWithin, mostLooks = 3, 300

// look counts the places examined, and reports whether another may be examined. A text with too many places leaves the batch
// size open.
func (r *reader) look(at int) bool {
	if r.looks++; r.looks == mostLooks {
		r.held = true
		r.hear(r.Name(at)+"(…)", lexicon.Mark{Blank: "b", Why: lexicon.Undecided})
	}
	return r.looks < mostLooks
}

// heldBack finds the conditions on which it depends whether the call at a token runs for each batch, also in the functions that
// call its own function. Conditions around the loop over the batches do not count.
func (r *reader) heldBack(at, within int) {
	if !r.look(at) {
		return
	}
	conditions, def := r.Conditions(at)
	inner := r.Loop(at)
	outer := inner
	for l := inner; l >= 0; l = r.Loop(l) {
		r.leftOut("continue", l, at)
		if !r.countsEpochs(l) {
			outer = l
		}
	}
	for _, c := range conditions {
		if _, counts := r.remainderIn(c); counts || c[0] > outer {
			r.decides(c)
		}
	}
	if def < 0 || inner >= 0 || within == 0 {
		return
	}
	r.leftOut("return", def, at)
	named := r.Name(def + 1)
	calls := slices.Concat(r.TokensOf(named), r.TokensOf("."+named))
	for _, i := range calls[:min(len(calls), mostCalls)] {
		if called := r.Name(i); r.Is(i+1, "(") && i != def+1 && (called == named || strings.HasSuffix(called, "."+named)) {
			r.heldBack(i, within-1)
		}
	}
}

// leftOut finds the statements before a token that skip the rest of a loop or a function.
func (r *reader) leftOut(by string, block, before int) {
	for i := block; i < before; i++ {
		if r.Name(i) != by || !r.look(i) {
			continue
		}
		conditions, def := r.Conditions(i)
		inner := by == "continue" && r.Loop(i) == block || by == "return" && def == block
		for _, c := range conditions {
			if inner && c[0] > block {
				r.decides(c)
			}
		}
	}
}

// remainderIn is the divisor of a remainder in a condition, 0 if it is not known; counts is false if there is no remainder.
func (r *reader) remainderIn(c [2]int) (k float64, counts bool) {
	for i := c[0]; i < c[1]; i++ {
		if source.IsSign(r.Tokens[i], "%") {
			k, known := r.Part(i+1, min(i+2, len(r.Tokens))) // a remainder binds as tightly as a product
			if !known || k < 1 || k != math.Trunc(k) {
				return 0, true
			}
			r.defaulted = r.defaulted || r.ofOptions(i+1, i+2)
			return k, true
		}
	}
	return 0, false
}

// decides handles a condition on which a step of the optimiser depends, unless it only distinguishes training from testing or
// each of its branches makes a step. The divisor of a remainder is taken as the number of accumulated batches.
func (r *reader) decides(c [2]int) {
	k, counts := r.remainderIn(c)
	if k == 1 && !slices.ContainsFunc(r.Tokens[c[0]:c[1]], func(t source.Token) bool { return t.Text == "and" || t.Text == "not" }) {
		return
	}
	branches := r.Branches(c[0])
	if !counts && r.ofMode(c, branches) {
		return
	}
	if len(branches) > 0 && !slices.ContainsFunc(branches, func(at int) bool { return !r.hasStep(at, r.Block(at)) }) {
		return
	}
	end := min(c[1], len(r.Tokens))
	for end > c[0]+1 && (r.Is(end-1, ":") || r.Tokens[end-1].Kind == source.Line) {
		end--
	}
	said := r.Written(c[0], end)
	r.held = true
	if !counts {
		r.hear(said, lexicon.Mark{Blank: "b", Why: lexicon.Undecided})
		return
	}
	r.hear(said, lexicon.Mark{Blank: "b", Why: lexicon.Accumulates})
	if r.summed == 0 {
		r.summed = k
	}
}

// hasStep reports whether an optimiser makes a step between two tokens.
func (r *reader) hasStep(from, to int) bool {
	for i := from; i < min(to, len(r.Tokens)); i++ {
		if r.stepsAt(i) {
			return true
		}
	}
	return false
}

// ofMode reports whether a condition only distinguishes training from testing, or tests whether there is an optimiser. An else
// counts if the conditions before it do.
func (r *reader) ofMode(c [2]int, branches []int) bool {
	if r.Name(c[0]) == "else" {
		return len(branches) > 1 && !slices.ContainsFunc(branches[:len(branches)-1], func(at int) bool {
			return !r.ofMode([2]int{at, r.BodyOf(at)}, nil)
		})
	}
	return !slices.ContainsFunc(r.Tokens[c[0]:c[1]], func(t source.Token) bool {
		return t.Kind == source.Numeral || t.Kind == source.Name && slices.ContainsFunc(source.Segments(t.Text), func(part string) bool {
			return !source.Has(ofModes, part)
		})
	})
}

var ofModes = strings.Fields("if elif is not none name main self model net args train training phase mode split " +
	"optimizer optimiser optim opt")

// offerSums offers the batch size of a step if the text has the size of batches of which several make a step: the size before
// and after accumulation.
func (r *reader) offerSums() {
	b, known := r.values["b"]
	each, err := strconv.ParseFloat(b.Value, 64)
	if _, settled := r.offered["b"]; settled || !known || err != nil || r.kinds[lexicon.Accumulates]+r.kinds[lexicon.Undecided] == 0 ||
		slices.ContainsFunc(r.offers, func(o Offer) bool { return o.Field == "b" }) {
		return
	}
	if r.kinds[lexicon.Accumulates] == 0 {
		r.offer("b", b.Value, b.Said+" in each step")
		return
	}
	if r.summed > 1 {
		whole := run.FormatNumber(r.summed * each)
		text := b.Value + " × " + run.FormatNumber(r.summed) + " accumulated = " + whole
		n, _ := strconv.ParseFloat(r.values["n"].Value, 64)
		epochs, _ := strconv.ParseFloat(r.values["epochs"].Value, 64)
		if r.samples() && n >= 1 && epochs >= 1 && !r.says("T") {
			text += ", so that " + run.FormatNumber(epochs) + " epochs have " +
				run.FormatNumber(r.passes(epochs, n, r.summed*each, run.Poisson)) + " steps"
		}
		r.offer("b", whole, text)
	}
	r.offer("b", b.Value, b.Said+" after accumulation")
}

// accumulates reports whether batches are accumulated. Then b is at least each step's share of the data: where Opacus' loader has
// ⌈n/b⌉ batches of b examples, k of them make a step with probability k/⌈n/b⌉, which is at most kb/n but may be more than
// 1/⌈n/(kb)⌉.
func (r *reader) accumulates() bool { return r.held || r.accrued.Said != "" && r.accrued.Value != "1" }
