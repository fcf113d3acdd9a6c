package picture

import "slices"

// Same reports whether two scenes are drawn alike. It compares answers and curves by their addresses, since nobody changes
// them. So it may call equal scenes different, but never different scenes equal.
func (s Scene) Same(o Scene) bool {
	v, w := s.View, o.View
	return v.Plan == w.Plan && v.From == w.From && v.To == w.To && v.XScale == w.XScale && v.YScale == w.YScale &&
		slices.Equal(v.Rows, w.Rows) && (v.Rows == nil) == (w.Rows == nil) &&
		s.Tab == o.Tab && s.Parameter == o.Parameter && s.Epochs == o.Epochs && s.Here == o.Here && s.Unfinished == o.Unfinished &&
		s.Waits == o.Waits &&
		s.Width == o.Width && s.Height == o.Height && s.Terse == o.Terse && s.From == o.From && s.To == o.To &&
		s.Run == o.Run && s.Question == o.Question &&
		s.Own == o.Own && sameBeside(s.Beside, o.Beside) &&
		s.Plan == o.Plan && one(s.At, o.At) && one(s.Curve.Series, o.Curve.Series) && one(s.Result.Rows, o.Result.Rows) &&
		s.Result.Answer == o.Result.Answer && s.Result.Published == o.Result.Published &&
		s.Result.Verdict.Helps == o.Result.Verdict.Helps && s.Result.Verdict.BurnIn == o.Result.Verdict.BurnIn
}

// one reports whether two slices are the same memory.
func one[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}
