// Package catalog lists every theorem of the calculator. A row that is added to the list appears in
// the table, the chart, the links and the tests. The rows are in the packages below
// bounds/internal/row; each names its paper or its note.
package catalog

import (
	"slices"

	"lastiterate/bounds/internal/row/attained"
	"lastiterate/bounds/internal/row/composition"
	"lastiterate/bounds/internal/row/extend"
	"lastiterate/bounds/internal/row/forgetting"
	"lastiterate/bounds/internal/row/ordered"
	"lastiterate/bounds/internal/row/paper"
	"lastiterate/bounds/internal/row/sampled"
	"lastiterate/bounds/internal/row/window"
	"lastiterate/bounds/theorem"
)

// All lists every row in the order in which tables show it.
func All() []*theorem.Theorem { return slices.Clone(all) }

// all are the rows with what package extend adds to every row: each of its functions adds hypotheses, so the page
// shows more of them than a row's own list has.
var all = extend.Assuming(extend.BestOfSeveral(extend.ForPeople(extend.Released(extend.Taught(extend.AtPositions([]*theorem.Theorem{
	composition.Composition,
	composition.Shuffled,
	ordered.OutputPerturbation,
	ordered.LastStep,
	paper.ChienLi31,
	paper.ChienLi37,
	paper.ChienLi312,
	paper.ChienLiA1,
	paper.ChienLiA3,
	paper.KongRibero22,
	paper.KongRibero23,
	paper.KongRiberoC3,
	paper.YeShokri33,
	paper.YeShokri42,
	paper.YeShokri43,
	paper.YeShokriD6,
	paper.Chourasia,
	paper.Feldman,
	paper.Balle,
	paper.AltschulerTalwar,
	paper.BokSuAltschuler,
	paper.ChienWang,
	paper.Liang33,
	paper.Liang34,
	paper.LiangStrengthened,
	ordered.Shift,
	sampled.SampledShift,
	sampled.AveragedShift,
	ordered.AveragedReshuffled,
	forgetting.FirstEpoch,
	forgetting.ShiftShuffled,
	window.Sampled,
	window.Shuffled,
	window.Shift,
	forgetting.Contraction,
	forgetting.Joint,
	forgetting.Profile,
	attained.OneStep,
	attained.ShuffleFloor,
	attained.LinearAdversary,
	attained.OscillatingAdversary,
	attained.IntervalAdversary,
	attained.ProjectedAdversary,
}))))))

// ByID returns the row with that id.
func ByID(id string) (*theorem.Theorem, bool) {
	for _, t := range all {
		if t.ID == id {
			return t, true
		}
	}
	return nil, false
}
