package run

// A Block is a number of consecutive steps, with those of the lowest and of the highest
// learning rate among them. Everything that follows the learning rate is between theirs.
type Block struct {
	From, Steps int
	Low, High   Step
}

const (
	// singleSteps is the length of a run up to which every step is a block of its own.
	singleSteps = 1 << 16
	// fineness is the part of the steps that are left of the run, or gone of the warm-up, that a
	// block has at most; so that the learning rates in it differ by 2/fineness at most,
	// relatively, but for drops by less than a thousandth.
	fineness = 1 << 12
	// smallDrop is a factor of a drop that may be within a block.
	smallDrop = 0.999
)

// Exact reports whether every block is one step.
func (s Steps) Exact() bool { return s.run.T <= singleSteps }

// Blocks are all steps, in their order: one by one where there are at most 65536 of
// them, otherwise in some ten thousand blocks that get longer towards the beginning. What is found
// of the worst of every block is an upper bound; floors must not be made of them.
func (s Steps) Blocks() []Block {
	var blocks []Block
	for t := 0; t < s.run.T; {
		n := s.blockFrom(t)
		first, last := s.At(t), s.At(t+n-1)
		b := Block{From: t, Steps: n, Low: first, High: last}
		if last.Eta < first.Eta {
			b.Low, b.High = last, first
		}
		blocks = append(blocks, b)
		t += n
	}
	return blocks
}

// blockFrom is the length of the block that begins with step t: the learning rate only rises
// in it, or only falls.
func (s Steps) blockFrom(t int) int {
	if s.Exact() {
		return 1
	}
	r := s.run
	n := max(1, (r.T-t)/fineness)
	switch {
	case t < r.Warmup:
		n = min(n, max(1, t/fineness), r.Warmup-t)
	case r.Schedule == StepFall && r.ScheduleFactor < smallDrop:
		n = min(n, r.ScheduleEvery-(t-r.Warmup)%r.ScheduleEvery)
	}
	return n
}
