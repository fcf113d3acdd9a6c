package session

import (
	"slices"
	"strings"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/snippet/preset"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/bounds/run"
)

// origin is a run that the visitor has not entered: the opening run or a preset, which the page fills in, or the run of a link.
type origin struct {
	preset string // its name; empty for the others
	link   string // the link that was followed; empty for the others
	run    link.State
}

// Begin shows a preset.
func (s *Session) Begin(p preset.Preset) { s.Do(state.Start{From: p.State(s.Model.State)}) }

// recognise notes whether the state, which did not come from an edit, is the opening run or a preset.
func (s *Session) recognise() {
	s.origin = nil
	if s.Embedded {
		return // the page around an embed has chosen the run
	}
	if s.Model.View.Assumed != nil {
		return // values read from a script may equal a preset's
	}
	known := origin{run: s.Base}
	for next := 0; !known.is(s.Model.State); next++ {
		if next == len(preset.All) {
			return
		}
		p := preset.All[next]
		known = origin{preset: p.Name, run: p.State(s.Base)}
	}
	s.origin = &known
}

// is reports whether a state equals the origin.
func (o origin) is(now link.State) bool {
	return now.Query == o.run.Query && slices.Equal(now.View.Differs, o.run.View.Differs)
}

// entered lists the fields whose values matter to the answer: those that differ from the origin, and those that do not (left).
// Iterations that follow from n and b count as the origin's epochs. The field except is left out.
func (s *Session) entered(except string) (entered, left []string) {
	now, before := s.Model.Run, s.origin.run.Run
	differs := s.Model.Departures()
	for _, name := range form.Names() {
		same := now.Get(name) == before.Get(name)
		switch name {
		case except, form.Epochs, form.Optimiser: // epochs are another form of T, and the optimiser is a departure
			continue
		case form.Delta, form.Alpha:
			if name == form.Alpha != s.Model.Question.Renyi() {
				continue
			}
			same = s.Model.Question == s.origin.run.Question
		case "T":
			if s.epochsFollow() {
				name = form.Epochs
			}
		case "b":
			if now.Scheme.UsesAll() {
				continue
			}
			same = same || before.Scheme.UsesAll() && now.B == now.N // b followed n
		}
		switch {
		case name == form.Epochs:
			left = append(left, name)
		case name != "T" && !form.Shown(now, name):
		case s.Model.View.IsBlank(name) && slices.Contains(differs.Lacking(), name):
		case !same || s.Model.View.IsBlank(name):
			entered = append(entered, name)
		case now.States(name) && !differs.Unused(now, name):
			left = append(left, name)
		}
	}
	return entered, left
}

// Stated is the form's state as a base for a pasted text: values that are still the opening run's or a preset's are blank, so
// that a text in which they are missing leaves them open. δ is the page's question, not a value of the run.
func (s *Session) Stated() link.State {
	base := s.Model.State
	if s.origin == nil || s.origin.link != "" {
		return base
	}
	entered, _ := s.entered("")
	own := func(name string) bool { return slices.Contains(entered, name) || base.View.IsBlank(name) }
	blank := slices.Clone(base.View.Blank)
	for _, f := range run.Fields() {
		follows := f.Name == "b" && base.Run.Scheme.UsesAll() && own("scheme")
		if link.CanBlank(f.Name) && base.Run.States(f.Name) && !own(f.Name) && !follows {
			blank = append(blank, f.Name)
		}
	}
	base.View.Blank = blank
	return base
}

// epochsFollow reports whether T has followed a change of n or b, so that the number of epochs is still the origin's.
func (s *Session) epochsFollow() bool {
	now, before := s.Model.State, s.origin.run
	return now.View.Steps == form.Epochs && before.View.Steps == form.Epochs && now.Run.T != before.Run.T &&
		now.Run.T == now.Run.InEpochsOf(before.Run).T
}

// Origin returns a tag for answers while some value of the run is still the page's own, and a sentence above the form that
// names this run, while nothing was entered.
func (s *Session) Origin() (tag, run string) {
	if s.origin == nil {
		return "", ""
	}
	entered, left := s.entered("")
	if len(left) == 0 {
		return "", ""
	}
	changed := len(entered) > 0
	switch {
	case s.origin.link != "" && !changed:
		return "", words.LinkRun(s.origin.whole())
	case s.origin.link != "":
		return "", ""
	case !changed:
		run = words.OriginRun(s.origin.preset)
	}
	return words.Origin(s.origin.preset, changed), run
}

// whole reports whether a link states every value of its run. Other values are the opening run's.
func (o origin) whole() bool {
	for part := range strings.SplitSeq(link.Encode(link.State{Query: o.run.Query}), "&") {
		if name, _, _ := strings.Cut(part, "="); !strings.Contains("&"+o.link, "&"+name+"=") {
			return false
		}
	}
	return true
}

// left says which values of the origin remain beside the entered ones.
func (s *Session) left(except string) string {
	if s.origin == nil {
		return ""
	}
	entered, left := s.entered(except)
	whose := words.Whose(s.origin.preset)
	if s.origin.link != "" {
		whose = words.OfLink(s.origin.whole())
	}
	return words.Left(s.Model.Query, whose, entered, left)
}

// negligible is the ε below which an answer is negligible.
const negligible = 1e-3

// Vanishing lists the values that make the answer negligible although they are the page's own, once others have been entered: n =
// 60,000 with the example's full batches and noise. It returns the remark about them, and the fields; nil if there are none.
func (s *Session) Vanishing() (remark string, fields []string) {
	answer := s.displayed.result.Answer
	if s.origin == nil || s.origin.link != "" || !s.answers() || answer == nil || float64(answer.Epsilon) >= negligible ||
		s.Subject().Empty() {
		return "", nil
	}
	entered, left := s.entered("")
	for _, name := range []string{"scheme", "b", "sigma"} {
		if len(entered) > 0 && slices.Contains(left, name) {
			fields = append(fields, name)
		}
	}
	return words.Vanishing(s.Model.Query, words.Whose(s.origin.preset), fields), fields
}

// beside holds the remarks beside an answer: a tag for whose run it is, and the values that were not entered.
type beside struct{ tag, assumed string }

// Beside returns the remarks beside the displayed answer; they belong to an older run if the answer does.
func (s *Session) Beside() (tag, assumed string) {
	if s.displayed.known && !s.answers() && s.Head() == nil {
		return s.beside.tag, s.beside.assumed
	}
	tag, _ = s.Origin()
	return tag, s.Assumed("")
}

// keepShown stores the remarks beside the answer, and its picture, before the state changes.
func (s *Session) keepShown() {
	s.beside.tag, s.beside.assumed = s.Beside()
	s.keepPicture()
}
