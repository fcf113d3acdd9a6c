package session

import "slices"

// mostShelved is the largest number of finished pictures that are kept: every tab of two runs.
const mostShelved = 16

// shelve keeps a finished picture, so that it can be shown at once when its tab is opened again.
func (s *Session) shelve(d drawn) {
	s.shelf = slices.DeleteFunc(s.shelf, func(old drawn) bool { return old.sameAxes(d) })
	if s.shelf = append(s.shelf, d); len(s.shelf) > mostShelved {
		s.shelf = slices.Delete(s.shelf, 0, 1)
	}
}

// sameAxes reports whether a picture replaces another: they have the same run, tab and range, perhaps with other lines.
func (d drawn) sameAxes(o drawn) bool {
	return d.of.tab == o.of.tab && d.of.parameter == o.of.parameter && d.of.span == o.of.span && d.of.row == o.of.row &&
		d.of.epochs == o.of.epochs && d.of.fits(o.of.Query)
}

// reopen displays the finished picture of the state, if there is one and it is not displayed. Only the lines that it lacks are
// requested.
func (s *Session) reopen() {
	if s.dragging || !s.hasAllRows() || s.drawn() {
		return
	}
	i := slices.IndexFunc(s.shelf, func(d drawn) bool {
		return s.along(d.of) && (d.of.tab.Curved() && d.of.span == s.span() || s.serves(d.of))
	})
	if on := s.displayed.drawn; i < 0 || on != nil && s.displayed.fine && on.sameAxes(s.shelf[i]) {
		return
	}
	if s.drawing != nil && !s.dropSketch() {
		s.client.Cancel()
	}
	s.halted = nil
	s.showPicture(s.shelf[i])
}
