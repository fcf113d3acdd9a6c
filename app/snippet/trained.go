package snippet

import "strings"

// findTrained finds what the loader loads that trains: the one that is made private, or all that are not
// of other data.
func (r *reader) findTrained() {
	private := ""
	for i := 0; i < len(r.in); i++ {
		if after, other := r.apart(i); other {
			i = after - 1
			continue
		}
		first := r.argument(i+2, 0, "dataset")
		data := r.name(first)
		switch key := r.called(i); {
		case r.begins(i) && r.is(i+1, "="): // N = len(train_dataset)
			if after, ok := r.lengthAt(i + 2); ok && r.ends(after) {
				note(&r.lengths, r.name(i))
			}
		case key == "makeprivate" || key == "makeprivatewithepsilon":
			private = r.name(r.argument(i+2, -1, "data_loader"))
		case has(parted, key) && data != "" && !has(r.targetsOf(i), data):
			note(&r.parted, data)
		case key == "dataloader" && data != "":
			loader := r.targetOf(i, r.closed(i+2))
			if r.is(first+1, "(") {
				data = loadedBy + loader
			}
			note(&r.loaders, loader)
			note(&r.loaded, data)
		}
	}
	for i, loader := range r.loaders {
		if loader == private || !has(r.loaders, private) {
			note(&r.trained, r.loaded[i])
			note(&r.trained, loader+".dataset")
			r.named = r.named || !strings.HasPrefix(r.loaded[i], loadedBy)
		}
	}
}

// note adds a name to a list.
//
//go:noinline
func note(list *[]string, named string) { *list = append(*list, named) }

// argument is the token at which an argument begins, of a call whose arguments begin at a token: the one of
// that name, or the one in that place; negative where there is none.
func (r *reader) argument(at, place int, named string) int {
	for count := 0; ; count++ {
		at = r.past(at)
		switch {
		case at >= len(r.in) || r.is(at, ")"):
			return -1
		case r.is(at+1, "="):
			if r.name(at) == named {
				return at + 2
			}
		case count == place:
			return at
		}
		end, _ := r.skip(at)
		if at = r.past(end); !r.is(at, ",") {
			return -1
		}
		at++
	}
}

// past is the first token from here on that is no end of a line.
//
//go:noinline
func (r *reader) past(at int) int {
	for at >= 0 && at < len(r.in) && r.in[at].kind == line {
		at++
	}
	return at
}

// name is the name at a token; empty where there is none.
//
//go:noinline
func (r *reader) name(at int) string {
	if at < 0 || at >= len(r.in) || r.in[at].kind != name {
		return ""
	}
	return r.in[at].text
}

// called is the last part of the name that is called at a token, without marks and in lower case.
//
//go:noinline
func (r *reader) called(at int) string {
	if !r.is(at+1, "(") {
		return ""
	}
	return lastPart(r.name(at))
}

// ends reports whether a line ends before a token.
//
//go:noinline
func (r *reader) ends(at int) bool { return at >= len(r.in) || r.in[at].kind == line }

// begins reports whether a token is the first of its line.
//
//go:noinline
func (r *reader) begins(at int) bool { return at <= 0 || r.in[at-1].kind == line }

// lineOf is the first token of the line that has a token.
func (r *reader) lineOf(at int) int {
	for !r.begins(at) {
		at--
	}
	return at
}

// conditional reports whether a token is under a condition, so that the text does not show whether it is run.
func (r *reader) conditional(at int) bool {
	for at = r.around(at); at >= 0; at = r.around(at) {
		if has([]string{"if", "elif", "else", "except"}, r.name(at)) && r.name(at+1) != "__name__" {
			return true
		}
	}
	return false
}

// targetOf is the name that the call from a token to another is given to, or the loader's argument that it is;
// empty where it is given to none, and notAlone where the call is not all that is given.
func (r *reader) targetOf(at, end int) string { return r.target(at, end, 1) }

// target is targetOf of a call that may be within so many loaders.
func (r *reader) target(at, end, within int) string {
	before := r.before(at)
	if r.is(before, "=") && r.name(before-1) == "dataset" {
		before = r.before(before - 1)
	}
	switch {
	case r.called(before-1) == "dataloader" && within > 0:
		return loadedBy + r.target(before-1, r.closed(before+1), within-1)
	case !r.ends(end):
	case r.begins(at):
		return ""
	case r.is(at-1, "=") && r.begins(at-2):
		return r.name(at - 2)
	}
	return notAlone
}

// notAlone is no name.
const notAlone = "val"

// before is the last token before one that is no end of a line; negative where there is none.
func (r *reader) before(at int) int {
	for at--; at >= 0 && r.in[at].kind == line; at-- {
	}
	return at
}

// loadedBy begins the target of a call that is an argument of a loader, whose name follows.
const loadedBy = "loaded by "

// targetsOf are the names that what a call returns is unpacked to: train_set, val_set = random_split(…).
func (r *reader) targetsOf(at int) (targets []string) {
	if !r.is(at-1, "=") {
		return nil
	}
	for at--; at >= 0 && r.in[at].kind != line; at-- {
		if named := r.name(at); named != "" {
			targets = append([]string{named}, targets...)
		}
	}
	return targets
}

// trains reports whether the training uses the data of a name: its loader has them, or where no loader is in the
// text, their name says so.
func (r *reader) trains(data string) bool {
	switch {
	case has(r.trained, data):
		return true
	case isOther(data), has(r.parted, data), r.named:
		return false
	}
	return data == "" || hasAny([]string{"train", "trainset", "training"}, segmentsOf(data)) ||
		has([]string{"ds", "dataset", "data"}, strings.ToLower(data))
}

// isOther reports whether a name is of other data than those trained on.
//
//go:noinline
func isOther(named string) bool { return hasAny(others, segmentsOf(named)) }

var others = []string{"test", "val", "valid", "validation", "eval", "testloader", "testset", "testing", "valloader", "valset",
	"validloader", "evalloader", "evalset", "dev", "holdout", "va", "te", "probe", "public", "pretrain"}

// hasAny reports whether one list of names has one of another.
//
//go:noinline
func hasAny(list, of []string) bool {
	for _, named := range of {
		if has(list, named) {
			return true
		}
	}
	return false
}
