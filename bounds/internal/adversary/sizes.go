package adversary

// Sizes lists the numbers of other examples that a Poisson batch may hold, if it holds each of n with probability part/whole.
// Each size has its probability and the amounts that its examples add to the excess and the shift of a step, if each adds the
// given amounts. beyond is an upper bound on the probability of the omitted sizes. out is nil if there are too many sizes.
func Sizes(n, part, whole int, excess, shift float64) (out []BatchSize, beyond float64) {
	const (
		most = 300   // sizes
		rare = 1e-22 // relative to the likeliest size's probability: sizes with less are left out
	)
	mode := min(n, int((float64(n)+1)*float64(part)/float64(whole)))
	odds := float64(part) / float64(whole-part)
	if part >= whole { // every batch holds them all
		return []BatchSize{{1, float64(n) * excess, float64(n) * shift}}, 0
	}
	// Terms are computed by their ratios from the likeliest on. The sum of at most 300 has a relative error below 10⁻¹³.
	// Beyond the last one the ratios fall, so a geometric series bounds the omitted terms.
	add := func(from, to, step int) {
		for k, w := from, 1.0; k != to; k += step {
			next := float64(n-k) / float64(k+1) * odds
			if step < 0 {
				next = float64(k) / (float64(n-k+1) * odds)
			}
			if k != mode || step > 0 {
				out = append(out, BatchSize{w, float64(k) * excess, float64(k) * shift})
			}
			if w *= next; !(w > rare) {
				beyond += w / max(1e-3, 1-next)
				return
			}
			if len(out) > most {
				return
			}
		}
	}
	add(mode, n+1, 1)
	add(mode, -1, -1)
	if len(out) > most {
		return nil, 0
	}
	sum := 0.0
	for _, s := range out {
		sum += s.Weight
	}
	for i := range out {
		out[i].Weight /= sum
	}
	return out, 2 * beyond
}
