package run

// Order says what is known about the steps whose batches hold the differing example. Most theorems ask for
// it rather than for the scheme's name. Schemes of one order may differ in how they draw batches, so a new scheme has
// no theorems until their proofs have been checked for it (bounds/internal/row/extend/taught.go).
type Order string

const (
	KnownOrder  Order = "known"  // it is known which steps use the differing example
	SecretOrder Order = "secret" // every epoch uses it at most once, at a secret place that is the same for the whole run
	FreshOrder  Order = "fresh"  // every epoch uses it at most once, at a secret place that is drawn anew every epoch
	Drawn       Order = "drawn"  // every step draws its batch in secret, independently of the other steps
)

// Known reports whether it is known which steps use the differing example.
func (o Order) Known() bool { return o == KnownOrder }

// Secret reports whether every example is used at most once per epoch, in a secret order.
func (o Order) Secret() bool { return o == SecretOrder || o == FreshOrder }

// Sampled reports whether each batch is drawn independently.
func (o Order) Sampled() bool { return o == Drawn }

// Order is what is known about the order of the batches.
func (s Scheme) Order() Order {
	switch s {
	case Full, Cyclic:
		return KnownOrder
	case ShuffleOnce:
		return SecretOrder
	case Reshuffle, Allocation:
		return FreshOrder
	case WithoutReplacement, Poisson:
		return Drawn
	}
	panic(Unknown(s))
}

// Known reports whether it is known which steps use the differing example.
func (s Scheme) Known() bool { return s.Order().Known() }

// Secret reports whether every example is used at most once per epoch, in a secret order.
func (s Scheme) Secret() bool { return s.Order().Secret() }

// Sampled reports whether each batch is drawn independently.
func (s Scheme) Sampled() bool { return s.Order().Sampled() }

// UsesAll reports whether every step uses all n examples, so that n = b.
func (s Scheme) UsesAll() bool { return s == Full }

// FixedSize reports whether every batch holds exactly b examples. In other schemes b is the mean size,
// and the sum of a batch's gradients is divided by b whatever its size.
func (s Scheme) FixedSize() bool {
	switch s {
	case Full, Cyclic, ShuffleOnce, Reshuffle, WithoutReplacement:
		return true
	case Poisson, Allocation:
		return false
	}
	panic(Unknown(s))
}

// InPasses reports whether the run goes through the data batch by batch, so that an epoch
// leaves out the n mod b examples that fill no batch.
func (s Scheme) InPasses() bool {
	switch s {
	case Cyclic, ShuffleOnce, Reshuffle:
		return true
	case Full, WithoutReplacement, Poisson, Allocation:
		return false
	}
	panic(Unknown(s))
}

// ByLossDistributions reports whether composition, for which all iterates are public, uses privacy loss
// distributions at a δ, which takes long for many steps.
func (s Scheme) ByLossDistributions() bool {
	switch s {
	case WithoutReplacement, Poisson, Allocation:
		return true
	case Full, Cyclic, ShuffleOnce, Reshuffle:
		return false
	}
	panic(Unknown(s))
}

// Order is what is known about the order of the run's batches.
func (r Run) Order() Order { return r.Scheme.Order() }
