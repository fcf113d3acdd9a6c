package snippet

import (
	"slices"
	"strings"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/source"
)

// readMarks notes the features of the code that fields cannot state. The arguments of averages are not read as settings, nor are
// those of schedules, which may have fields.
func (r *reader) readMarks() {
	for i := 0; i < len(r.Tokens); i++ {
		if after, own := r.skips[i]; own {
			i = after - 1
			continue
		}
		if r.Launches(i) { // command reads this
			i = r.CommandEnd(i) - 1
			continue
		}
		named, ok := r.nameToMark(i)
		if !ok {
			continue
		}
		called := r.Is(i+1, "(")
		m, ok := lexicon.MarkOf(named, called)
		if !ok && r.Tokens[i].Kind == source.Quoted {
			m, ok = lexicon.Optimiser("optimizer", named)
		}
		if !ok || r.kinds[m.Why] > 0 && lexicon.OfMarked(named, called) {
			continue
		}
		if called && (m.Schedules() || m.Departs == "averaging") {
			i = r.hearCall(i, named, m) - 1
			continue
		}
		if m.Departs == "averaging" && r.Is(i+1, "=") && r.Called(i+2) == "dict" { // the decay of an average
			r.skips[i+2] = r.Closed(i + 4)
		}
		if m.Blank == "T" && (r.isEpoch(i+2) || r.isPass(i+2) || r.Begins(i) && r.quotient(i+2)) {
			note(&r.perEpoch, named)
		}
		if said, used := r.use(named, i+1, m); used && !(m.Blank == "T" && source.Has(r.perEpoch, named)) {
			r.hear(said, m)
		}
	}
}

// nameToMark returns the name at i, unless the text shows that the feature is not used, or a schedule was read from the name.
// Optimisers are named in quotation marks too.
func (r *reader) nameToMark(i int) (named string, ok bool) {
	t := r.Tokens[i]
	if t.Kind == source.Quoted { // optim="adamw_torch", optimizer: "Adam"
		first, _, _ := strings.Cut(strings.ToLower(t.Text), "_")
		if strings.HasPrefix(first, "ada") && source.Has(lexicon.Adaptives, first) {
			return first, true
		}
		if !(r.Is(i-1, "=") || r.Is(i-1, ":")) || i < 2 {
			return "", false
		}
		_, ok := lexicon.Optimiser(r.Tokens[i-2].Text, t.Text)
		return t.Text, ok
	}
	isName := t.Kind == source.Name && !r.foreign(i)
	switch before := r.Tokens[max(i-1, 0)].Text; {
	case !isName, r.planned(i) != nil, source.LastPart(t.Text) == "everykschedule", // of MultiSteps: how many batches make a step
		source.Has(numbersOnly, t.Text) && r.Is(i+1, "="),
		strings.HasSuffix(t.Text, "param_groups") && !r.setsRate(), i > 0 && (before == "no" || before == "without"):
		return "", false
	case i > 0 && t.Text == "decay" && before == "weight":
		return "weight_decay", true
	}
	return t.Text, true
}

// numbersOnly are names of optimisers that mean a number if they are given a value.
var numbersOnly = []string{"lamb", "lion", "lars"}

// setsRate reports whether the text gives a parameter group a learning rate; otherwise it only prints it.
func (r *reader) setsRate() bool {
	for i, t := range r.Tokens {
		if t.Kind == source.Quoted && t.Text == "lr" && r.Is(i+1, "]") && r.Is(i+2, "=") != r.Is(i+3, "=") {
			return true
		}
	}
	return false
}

// hearCall handles the call of a schedule or an average at i, and returns the place after it. An argument may state the kind of
// an average: AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.999)).
func (r *reader) hearCall(i int, named string, m lexicon.Mark) (after int) {
	after = r.Closed(i + 2)
	for _, argument := range r.Tokens[i:after] {
		if own, marked := lexicon.MarkOf(argument.Text, false); marked && argument.Kind == source.Name && own.Departs == m.Departs {
			m = own
		}
	}
	r.skips[i] = after
	if of, apart := lexicon.VariesApart(r.Name(i - 2)); apart && r.Is(i-1, "=") { // clip_schedule = cosine_decay_schedule(…)
		m.Of = of
	}
	r.hear(named+"(…)", m)
	return after
}

// use returns the text that shows how a marked name is used, from the token after it on.
func (r *reader) use(named string, at int, m lexicon.Mark) (said string, used bool) {
	switch {
	case r.Is(at, "("):
		return named + "(…)", m.Why != lexicon.SeveralProcesses || !r.inOneProcess(at+1)
	case r.Is(at, "=") && !r.Is(at+1, "="), r.Is(at, ":"):
		_, value := r.Skip(at + 1)
		if value == "" { // for group in optimizer.param_groups:
			return named, true
		}
		if at+1 < len(r.Tokens) && r.Is(at+2, "(") {
			if _, marked := lexicon.MarkOf(r.Tokens[at+1].Text, true); marked {
				return "", false // a call is read by itself
			}
		}
		x, _, ok := r.Value(at + 1)
		return named + " = " + value, !lexicon.Off(value) && !(ok && (x == 0 || x == 1 && (source.Has([]string{"world_size",
			"lr_decay"}, named) ||
			m.Why == lexicon.SeveralDevices)))
	case at < len(r.Tokens) && r.Tokens[at].Kind == source.Numeral:
		return named + " " + r.Tokens[at].Text, !lexicon.Off(r.Tokens[at].Text) && !(r.Tokens[at].Text == "1" &&
			m.Why == lexicon.SeveralDevices)
	}
	return named, true
}

// inOneProcess reports whether the program trains in one process, or its batch size is that of all processes: the call with the
// token among its arguments says so, or the command that starts the program.
func (r *reader) inOneProcess(at int) bool {
	if r.Name(r.Argument(at, -1, "split_batches")) == "True" {
		return true
	}
	return slices.ContainsFunc(r.TokensOf("num_processes"), func(i int) bool {
		if r.Is(i+1, "=") {
			i++
		}
		return i+1 < len(r.Tokens) && r.Tokens[i+1].Text == "1"
	})
}

// depart ticks a departure, unless it is ticked already or empty.
func (r *reader) depart(id string) {
	if id != "" && !source.Has(r.differs, id) {
		r.differs = append(r.differs, id)
	}
}

// sameOptimiser reports whether two parts of a text name the same adaptive method; the longest name in each counts: AdamW(…),
// "adamw".
func sameOptimiser(said, other string) bool {
	longest := func(text string) (named string) {
		for _, a := range lexicon.Adaptives {
			if strings.Contains(source.Plain(text), a) && len(a) > len(named) {
				named = a
			}
		}
		return named
	}
	named := longest(said)
	return named != "" && named == longest(other)
}

// mostOfAKind is the largest number of names of one mark that are listed.
const mostOfAKind = 3

// hear applies a mark.
func (r *reader) hear(said string, m lexicon.Mark) {
	_, settled := r.offered[m.Blank]
	if _, byEpochs := r.offered["epochs"]; m.Departs == "" && (settled || byEpochs && m.Blank == "T") {
		return // the mark only asked for the one number
	}
	r.depart(m.Departs)
	for field := range strings.FieldsSeq(m.Blank) {
		r.blanks = append(r.blanks, field)
	}
	r.shares(said, m)
	heard := Left{Said: clip(said), Why: m.Why, Departs: m.Departs}
	if m.Departs == "schedule" {
		if heard.Why = r.hearSchedule(said, m); m.Of != "" && m.Of != lexicon.OfRate {
			heard.Departs = ""
		} else if _, apart := lexicon.VariesApart(said); apart {
			heard.Departs = ""
		}
		if m.Of == lexicon.OfNoise || lexicon.Varies(said) == lexicon.OfNoise { // the text has the largest noise, or none
			r.blanks = append(r.blanks, "sigma")
		}
	}
	if r.kinds == nil {
		r.kinds = map[string]int{}
	}
	again := func(l Left) bool {
		return l == heard || m.Departs == "adam" && l.Why == m.Why && sameOptimiser(l.Said, said)
	}
	if r.kinds[m.Why] < mostOfAKind && !slices.ContainsFunc(r.unheard, again) {
		r.kinds[m.Why]++
		r.unheard = append(r.unheard, heard)
	}
}
