package snippet

import (
	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/source"
)

// walks reports whether a loop whose variable has no meaning of its own, for e in range(50), trains on all batches of a loader
// in each round: for batch in loader, or in enumerate(loader). A loop that makes another model in each round does not count.
func (r *reader) walks(at int) bool {
	if len(r.Name(at+1)) != 1 && r.Name(at+1) != "ep" || r.Called(at+3) != "range" {
		return false
	}
	for i := r.HeadEnd(at); i < min(r.Block(at), len(r.Tokens)); i++ {
		called := r.Called(i)
		switch {
		case r.Name(i) == "for" && r.Begins(i):
			return r.Around(i) == at && r.trainsIn(i) && r.overLoader(i)
		case called != "" && !isLower(r.Name(i)), called == "init", called == "makeprivate":
			return false
		}
	}
	return false
}

// overLoader reports whether a loop goes through the training loader: nothing else is after its in.
func (r *reader) overLoader(at int) bool {
	end := r.HeadEnd(at)
	for at < end && r.Name(at) != "in" {
		at++
	}
	at++
	if called := r.Called(at); called == "enumerate" || called == "tqdm" {
		at, end = at+2, r.Closed(at+2)-1
	}
	parts := source.Segments(r.Name(at))
	return source.HasAny([]string{"loader", "dataloader"}, parts) && !lexicon.IsOther(r.Name(at)) && at+1 == end
}
