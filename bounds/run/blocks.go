package run

import "lastiterate/bounds/internal/mutants"

// A Block is a number of consecutive steps, with the lowest and the highest learning rate among them.
// Every quantity that is monotone in the learning rate lies between its values at these two.
type Block struct {
	From, Steps int
	Low, High   float64
}

const (
	// singleSteps is the length of a run up to which every step is a block of its own.
	singleSteps = 1 << 15
	// A block has at most 1/fineness of the steps that remain in the run and, in the warm-up, of those before it. So the
	// learning rates in a block differ by at most 2/fineness relatively, apart from drops by less than a thousandth.
	fineness = 1 << 11
	// smallDrop is the least factor of a drop that a block may contain.
	smallDrop = 0.999
)

// Exact reports whether every block is one step.
func (s Steps) Exact() bool { return s.run.T <= singleSteps && !coarse() }

// coarse reports whether a fault needs long blocks to be seen.
func coarse() bool { return mutants.FirstOfBlock.On() || mutants.FloorOfBlocks.On() }

// longest is the largest number of steps of a block before or after which there are this many steps.
func longest(beside int) int {
	if coarse() {
		return max(1, beside/4)
	}
	return max(1, beside/fineness)
}

// Blocks returns all steps in their order: one by one if there are at most 32768, otherwise in some ten thousand blocks,
// which are longer at the beginning. The worst step of every block gives an upper bound; a floor must not be computed from
// blocks.
func (s Steps) Blocks() []Block {
	blocks := make([]Block, 0, min(s.run.T, singleSteps))
	for t := 0; t < s.run.T; {
		n := s.blockFrom(t)
		first := s.run.Eta * s.Share(t)
		last := first
		if n > 1 {
			last = s.run.Eta * s.Share(t+n-1)
		}
		blocks = append(blocks, Block{t, n, min(first, last), max(first, last)})
		t += n
	}
	return blocks
}

// BlocksHolding returns the blocks of the steps before a deletion, whose data hold the differing example.
func (s Steps) BlocksHolding() []Block {
	blocks := s.Blocks()
	for n, b := range blocks {
		if b.From >= s.run.Holding() {
			return blocks[:n]
		}
	}
	return blocks
}

// blockFrom is the length of the block that begins with step t. In a block the learning rate only rises or only falls, and
// the differing example is not deleted.
func (s Steps) blockFrom(t int) int {
	if s.Exact() {
		return 1
	}
	r := s.run
	n := longest(r.T - t)
	if end := r.Holding(); t < end {
		n = min(n, end-t)
	}
	switch {
	case t < r.Warmup:
		n = min(n, longest(t), r.Warmup-t)
	case r.Schedule == StepFall && r.ScheduleFactor < smallDrop:
		n = min(n, r.ScheduleEvery-(t-r.Warmup)%r.ScheduleEvery)
	}
	return n
}
