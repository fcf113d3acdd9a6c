package snippet

import (
	"slices"
	"strconv"
	"strings"

	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// released is a statement about the release.
type released struct {
	said     string
	release  run.Release
	times    float64 // the number of steps or epochs between two releases, or the number of released iterates
	inEpochs bool
}

// aroundReleases are words beside a phrase about the release that are removed with it, since they mean nothing else.
const aroundReleases = "i we keep keeps kept a an the and with of in average averaged averages mean " +
	"is are save saves saved release releases released publish published model weights"

// releases finds phrases about the release, "a checkpoint every epoch" or "the average of the last 20 iterates", and removes
// them from the text, since their numbers mean nothing else.
func (r *reader) releases() {
	if r.code {
		return
	}
	for at := 0; at < len(r.Tokens); at++ {
		found, next := r.releaseAt(at)
		if found.release == "" {
			continue
		}
		for around := strings.Fields(aroundReleases); ; at-- {
			if !slices.Contains(around, r.Word(at-1)) {
				for slices.Contains(around, r.Word(next)) {
					next++
				}
				break
			}
		}
		found.said = source.Join(r.Tokens[at:next])
		r.release = found
		r.Tokens = slices.Delete(r.Tokens, at, next)
		return
	}
}

// releaseAt reads the phrase at a token, and returns the token after it.
func (r *reader) releaseAt(at int) (found released, next int) {
	switch word := r.Word(at); {
	case strings.HasPrefix(word, "checkpoint") || word == "model" && r.Word(at+1) == "saved":
		for next = at + 1; next < min(at+5, len(r.Tokens)); next++ {
			if w := r.Word(next); w == "every" || w == "each" || w == "per" {
				return r.spaced(run.EveryKth, next+1)
			}
		}
	case word == "last" && (r.Word(at-1) == "the" || r.Word(at-1) == "of"):
		announced := slices.ContainsFunc([]int{at - 1, at - 2, at - 3, at - 4}, func(i int) bool {
			w := r.Word(i)
			return strings.HasPrefix(w, "average") || w == "mean" || strings.HasPrefix(w, "releas")
		})
		if announced {
			return r.spaced(run.LastIterates, at+1)
		}
	case (word == "all" || word == "every") && (r.Word(at+1) == "iterates" || r.Word(at+1) == "iterate"):
		return released{release: run.AllIterates}, at + 2
	}
	return found, at
}

// spaced reads a number of steps or epochs; without a number it is 1.
func (r *reader) spaced(release run.Release, at int) (found released, next int) {
	found = released{release: release, times: 1}
	if x, after, ok := r.Value(at); ok {
		found.times, at = x, after
	}
	switch r.Word(at) {
	case "epoch", "epochs", "pass", "passes":
		found.inEpochs = true
	case "step", "steps", "iteration", "iterations", "iterate", "iterates", "update", "updates", "model", "models", "weight", "weights":
	default:
		return released{}, at
	}
	return found, at + 1
}

// sayRelease takes the stated release, for a run of n examples in batches of b.
func (r *reader) sayRelease(n, b float64, scheme run.Scheme) {
	found := r.release
	if found.release == "" {
		return
	}
	every := found.times
	if found.inEpochs {
		switch {
		case !(n >= 1 && b >= 1 && n <= run.MaxCount):
			r.leave(found.said, "cannot be counted in steps without the dataset size and the batch size")
			return
		case b > n:
			r.leave(found.said, "cannot be counted in steps: the batch size "+run.FormatNumber(b)+" is above the dataset size "+
				run.FormatNumber(n))
			return
		}
		every *= float64(run.Run{N: int(n), B: int(b), Scheme: scheme}.EpochSteps())
	}
	r.take(found.said, "release", string(found.release))
	if found.release != run.AllIterates {
		r.take(found.said, "every", strconv.FormatFloat(every, 'f', -1, 64))
	}
}
