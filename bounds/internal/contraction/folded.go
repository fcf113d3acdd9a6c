package contraction

// folded are n ≥ 2 steps of a mirror. It is nil where there are none.
type folded struct {
	*mirror
	n     float64
	known [betas + 1]struct {
		theta, rest float64
		ok          bool
	}
}

func (x *mirror) fold(n float64) *folded {
	if x == nil || n < 2 {
		return nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	n = min(n, x.steps) // more steps mix no worse
	f := x.folds[n]
	if f == nil {
		f = &folded{mirror: x, n: n}
		x.folds[n] = f
	}
	return f
}

// at is theta at the share beta(i), which every order asks for again.
func (f *folded) at(i int) (theta, rest float64) {
	f.mu.Lock()
	defer f.mu.Unlock()
	k := &f.known[i]
	if !k.ok {
		k.theta, k.rest = f.left(f.n, beta(i))
		k.ok = true
	}
	return k.theta, k.rest
}

// bounded is at least the share of a divergence that is left, and 1 less that from
// below, by two bounds.
func (f *folded) bounded(beta, theta, rest float64) (float64, float64) {
	if f == nil {
		return theta, rest
	}
	t, r := f.theta(f.n, beta)
	return min(t, theta), max(r, rest)
}

// share is the place of the share beta(i) for which value is least, nearly.
func (f *folded) share(value func(i int) float64) int {
	best, least := betas, value(betas)
	for step := betas / 6; step > 0; step /= 2 {
		from, to := best-step, best+step
		if step == betas/6 {
			from, to = 0, betas
		}
		for i := max(0, from); i <= min(betas, to); i += step {
			if i != best {
				if v := value(i); v < least {
					best, least = i, v
				}
			}
		}
	}
	return best
}
