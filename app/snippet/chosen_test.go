package snippet

import (
	"slices"
	"strings"
	"testing"
)

// A batch that a loop draws is one of the schemes if its examples are drawn from all and are distinct.
func TestBatchesThatAreDrawn(t *testing.T) {
	const drawn = "without-replacement"
	for _, c := range []struct{ name, line, scheme, n, b, said string }{
		{"NumPy", "idx = rng.choice(N, b, replace=False)", drawn, "50000", "500", "rng.choice(N, b, replace=False)"},
		{"NumPy, of old", "idx = np.random.choice(N, size=b, replace=False)", drawn, "50000", "500", "np.random.choice(N, size=b, replace=False)"},
		{"NumPy, by places", "idx = np.random.choice(N, b, False)", drawn, "50000", "500", "np.random.choice(N, b, False)"},
		{"JAX", "idx = jax.random.choice(key, N, (b,), replace=False)", drawn, "50000", "500", "jax.random.choice(key, N, (b,), replace=False)"},
		{"JAX, by name", "idx = jax.random.choice(subkey, a=N, shape=(b,), replace=False)", drawn, "50000", "500", "jax.random.choice(subkey, a=N, shape=(b,), replace=False)"},
		{"of another number", "x = train[rng.choice(60_000, 256, replace=False)]", drawn, "", "256", "rng.choice(60_000, 256, replace=False)"},
		{"of all", "idx = rng.choice(len(x_train), b, replace=False)", drawn, "", "500", "rng.choice(len(x_train), b, replace=False)"},
		{"with replacement", "idx = rng.choice(N, b, replace=True)", "", "", "", ""},
		{"with replacement by default", "idx = rng.choice(N, b)", "", "", "", ""},
		{"JAX, with replacement by default", "idx = jax.random.choice(key, N, (b,))", "", "", "", ""},
		{"by weights", "idx = rng.choice(N, b, replace=False, p=w)", "", "", "", ""},
		{"of a part", "idx = rng.choice(members, b, replace=False)", "", "", "", ""},
		{"one example", "i = rng.choice(N)", "", "", "", ""},
		{"under a condition", "if fast: idx = rng.choice(N, b, replace=False)", "", "", "", ""},
	} {
		r := Read(opening(), "import numpy as np\nN = 50000\nb = 500\nT = 200\nfor t in range(T):\n    "+c.line+
			"\n    w = w - lr * (g + noise)\nlr = 0.1\nnoise_multiplier = 1.1\nmax_grad_norm = 1.0\n")
		of := func(field string) (value, said string) {
			if i := slices.IndexFunc(r.Taken, func(t Taken) bool { return t.Field == field }); i >= 0 {
				return r.Taken[i].Value, r.Taken[i].Said
			}
			return "", ""
		}
		scheme, said := of("scheme")
		n, _ := of("n")
		b, _ := of("b")
		if scheme != c.scheme || !strings.HasPrefix(said, clip(c.said)) || c.b != "" && b != c.b || c.n != "" && n != c.n {
			t.Errorf("%s: %s by %q, n = %s, b = %s", c.name, scheme, said, n, b)
		}
		if blank := r.State.View.IsBlank("scheme"); blank != (c.scheme == "") {
			t.Errorf("%s: the batches are left open: %v", c.name, blank)
		}
	}
	r := Read(opening(), "import numpy as np\nnum_train = 60000\npublic = rng.choice(60000, 256, replace=False)\nbatch_size = 500\n")
	if !r.State.View.IsBlank("scheme") {
		t.Errorf("a part that is drawn once is read as %s batches, want the scheme left open", r.State.Run.Scheme)
	}
}
