package session

import (
	"lastiterate/app/picture"
	"lastiterate/app/words"
	"lastiterate/bounds/lab/tradeoff"
)

// profile is the privacy profile of the displayed answer if the attacker's tab has found it for the same run; otherwise nil.
func (s *Session) profile(of words.Subject) []tradeoff.EpsilonDelta {
	if !s.displayed.known || s.displayed.unfinished {
		return nil
	}
	found := func(d drawn) []tradeoff.EpsilonDelta {
		if d.of.tab != picture.Attack || d.dots || !d.of.fits(of.Query) {
			return nil
		}
		return picture.Scene{Parameter: d.of.parameter, Query: of.Query, Result: of.Result, At: d.of.at, Curve: d.curve}.Profile()
	}
	if on := s.displayed.drawn; on != nil {
		if points := found(*on); points != nil {
			return points
		}
	}
	for i := len(s.shelf) - 1; i >= 0; i-- {
		if points := found(s.shelf[i]); points != nil {
			return points
		}
	}
	return nil
}
