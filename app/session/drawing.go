package session

import (
	"slices"

	"lastiterate/app/engine"
	"lastiterate/app/picture"
	"lastiterate/app/state"
	"lastiterate/app/words"
	"lastiterate/wasm/protocol"
)

// drawn is the content of the picture: a curve, a schedule, or the reason why there is none.
type drawn struct {
	of    query
	curve protocol.CurveResult
	plan  *protocol.ScheduleResult
	why   string
	dots  bool // there are no lines yet, a dot stands for each
	rough bool // finer or more lines will follow

	beside []float64 // where the answer's line has values because pinned runs' lines do
}

// pictured is a picture as it was while it belonged to the form.
type pictured struct {
	on    *drawn
	about words.Subject
	scene picture.Scene
	left  []string
}

// last is the picture of the form before the latest change, nil if the displayed one belongs to the form. Its value, title and
// lines are those of the earlier form. It is removed if no bound covers the form's training.
func (s *Session) last() *pictured {
	if on := s.displayed.drawn; on == nil || s.displayed.last.on != on || s.fits() || s.isUncovered() {
		return nil
	}
	return &s.displayed.last
}

// isUncovered reports whether the form states something that no bound covers.
func (s *Session) isUncovered() bool {
	return s.Model.Departures().Coverage(s.Model.Run) == words.Nothing
}

// Plotted is the answer that belongs to the displayed picture.
func (s *Session) Plotted() words.Subject {
	if last := s.last(); last != nil {
		return last.about
	}
	return words.About(s.displayed.plottedOf.Query, s.displayed.plotted, s.Model.Departures())
}

// FirstPicture is the first paint's picture; empty where no bound covers the form's training.
func (s *Session) FirstPicture() string {
	if s.isUncovered() {
		return ""
	}
	return s.FirstChart
}

// Scene returns the content of the picture, and the reasons why pinned runs are left out. It changes nothing.
func (s *Session) Scene() (scene picture.Scene, left []string) {
	if last := s.last(); last != nil {
		return last.scene, last.left
	}
	return s.scene()
}

// keepPicture stores the picture of the form before the form changes.
func (s *Session) keepPicture() {
	if !s.fits() {
		return
	}
	scene, left := s.scene()
	s.displayed.last = pictured{s.displayed.drawn, s.Plotted(), scene, left}
}

func (s *Session) scene() (scene picture.Scene, left []string) {
	of := s.Plotted()
	scene = picture.Scene{View: s.View(), Tab: picture.TabOf(s.Model.View, s.Model.Run), Query: of.Query, Result: of.Result}
	on := s.displayed.drawn
	if on == nil {
		return scene, nil
	}
	scene.Tab, scene.Parameter, scene.At, scene.Curve, scene.Plan = on.of.tab, on.of.parameter, on.of.at, on.curve, on.plan
	scene.Epochs = on.of.epochs
	scene.Unfinished = on.dots || on.rough || s.drawing != nil && scene.Unseen() // the answer's line will follow
	scene.Beside, left = s.pinnedLines()
	scene.Own, _ = s.Model.PinnedAs()
	if here, ok := picture.Here(scene.Parameter, s.Model.Query); ok && scene.Tab.Handled() && !s.Model.View.IsBlank(scene.Parameter) {
		scene.Here = here
	}
	if text := scene.Apart(); text != "" {
		left = append(left, text)
	}
	return scene, left
}

// Drawing is the state of the picture.
type Drawing struct {
	Shown  bool   // the engine has answered for a picture
	Why    string // why the answer has nothing to draw
	Stale  bool   // the picture is of another run than the form's
	Err    string // why the engine's computation failed
	Count  Count
	Busy   bool // the engine is working on it
	Halted bool // the visitor has stopped the engine
	Coming bool // a newer answer or picture is expected
	Waits  bool // nothing is drawn before blank fields are filled
}

// Drawing returns the state of the picture.
func (s *Session) Drawing() Drawing {
	d := Drawing{Err: s.job.CurveErr, Count: s.count, Busy: s.drawing != nil, Halted: s.halted != nil, Waits: s.isWithheld()}
	d.Coming = d.Busy || s.job.Status == engine.Running
	on := s.displayed.drawn
	d.Stale = !(s.fits() || s.firstDrawn()) || !s.Model.Settled()
	if on == nil {
		if s.displayed.known && s.isUncovered() {
			d.Shown, d.Why = true, s.Subject().Refused()
		}
		return d
	}
	d.Shown, d.Why = true, on.why
	if lines, _ := s.pinnedLines(); d.Why == "" && len(lines) == 0 && !picture.Drawable(s.Plotted().Result) {
		d.Why = s.Plotted().Refused()
	}
	if d.Why == "" && !on.dots && !on.rough && s.drawing == nil {
		if scene, _ := s.Scene(); scene.Tab.Curved() {
			d.Why = scene.Empty()
		}
	}
	return d
}

// fits reports whether the displayed picture is of the state's run and tab.
func (s *Session) fits() bool {
	on := s.displayed.drawn
	return on != nil && s.along(on.of)
}

// along reports whether the picture of a query has the state's run, tab and axis.
func (s *Session) along(q query) bool {
	return q.fits(s.Model.Query) && q.tab == picture.TabOf(s.Model.View, s.Model.Run) &&
		(!q.tab.Curved() || q.parameter == picture.Parameter(s.Model.View, s.Model.Run) && q.epochs == s.inEpochs())
}

// drawn reports whether the displayed picture serves the state, and no finer one is expected.
func (s *Session) drawn() bool {
	if !s.Shows(state.ShowChart) {
		return true
	}
	return s.displayed.drawn != nil && s.displayed.fine && s.serves(s.displayed.drawn.of)
}

// serves reports whether the picture of a query has the state's run, axis and lines.
func (s *Session) serves(q query) bool {
	switch {
	case !s.along(q):
		return false
	case !q.tab.Curved():
		return q.row == picture.PlanRow(s.Model.View, s.Subject().Result)
	}
	return q.span == s.span() && (q.rivals || !s.withRivals()) &&
		!slices.ContainsFunc(s.wanted(), func(row string) bool { return !q.has(row) })
}

// Shows reports whether a part of the calculator is visible. The size of an embed decides, unless its link does.
func (s *Session) Shows(part string) bool {
	if !s.Embedded {
		return true
	}
	if s.FigureAlone() {
		return part == state.ShowFigure
	}
	if s.Model.View.Show == nil {
		return slices.Contains(state.EmbedParts(s.Model.View.Size), part)
	}
	return slices.Contains(s.Model.View.Show, part)
}
