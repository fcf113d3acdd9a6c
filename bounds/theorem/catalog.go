package theorem

import "slices"

// Catalog lists every row in the order in which tables show it.
func Catalog() []*Theorem { return slices.Clone(catalog) }

var catalog = assuming(bestOfSeveral(forPeople(released(taught(atPositions([]*Theorem{
	Composition,
	OutputPerturbation,
	LastStep,
	ChienLi31,
	ChienLi37,
	ChienLi312,
	ChienLiA1,
	ChienLiA3,
	KongRibero22,
	KongRibero23,
	KongRiberoC3,
	YeShokri33,
	YeShokri42,
	YeShokri43,
	YeShokriD6,
	Chourasia,
	Feldman,
	Balle,
	AltschulerTalwar,
	BokSuAltschuler,
	Liang33,
	Liang34,
	LiangStrengthened,
	Shift,
	SampledShift,
	AveragedShift,
	AveragedReshuffled,
	FirstEpoch,
	SampledWindow,
	Contraction,
	Joint,
	Profile,
	OneStep,
	LinearAdversary,
	OscillatingAdversary,
	IntervalAdversary,
	ProjectedAdversary,
}))))))

// ByID returns the row of that name.
func ByID(id string) (*Theorem, bool) {
	for _, t := range catalog {
		if t.ID == id {
			return t, true
		}
	}
	return nil, false
}
