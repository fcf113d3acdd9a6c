package bounds_test

import (
	"errors"
	"fmt"
	"testing"

	"lastiterate/bounds"
)

// testdata/peers.json holds values printed in the tests, tables and plotting
// code of other projects, each with its source, its inputs in the project's
// own convention and the project's own tolerance (absolute).
type peer struct {
	Source, Kind, Note  string
	Inputs              map[string]any
	Expected, Tolerance float64
}

// testdata/peers-coverage.json names for each of those values, by its place in
// peers.json, what meets it and how, or why nothing does.
type coverage struct {
	Entry int
	Kind  string
	By    string  // the row or function; empty where nothing can meet the value
	Meets string  // "equal", "at most", "within" or "near", see compare
	Off   float64 // for "near": how far the peer's value is allowed to be off
	Why   string  // for everything but "equal"
}

// num is the first input of these names.
func (p peer) num(names ...string) float64 {
	for _, n := range names {
		if v, ok := p.Inputs[n].(float64); ok {
			return v
		}
	}
	panic(fmt.Sprintf("peers.json: %s has no input %v", p.Kind, names))
}

func (p peer) text(name string) string { return fmt.Sprint(p.Inputs[name]) }

// TestPeers holds the table to its word: every entry is covered once or
// explained, by what the table names, and every covered one is computed.
func TestPeers(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	var peers []peer
	var table []coverage
	bounds.ReadJSON(t, "testdata/peers.json", &peers)
	bounds.ReadJSON(t, "testdata/peers-coverage.json", &table)
	if len(peers) != 158 {
		t.Fatalf("%d entries", len(peers))
	}
	seen := make([]int, len(peers))
	computed, explained := 0, 0
	for i, c := range table {
		if c.Entry < 0 || c.Entry >= len(peers) {
			t.Errorf("line %d is about entry %d, which does not exist", i, c.Entry)
			continue
		}
		p := peers[c.Entry]
		seen[c.Entry]++
		m, ok := functionMethods[p.Kind]
		if !ok {
			m, ok = rowMethods[p.Kind]
		}
		switch {
		case c.Kind != p.Kind:
			t.Errorf("entry %d is %q, the table says %q", c.Entry, p.Kind, c.Kind)
		case !ok && c.By == "" && c.Why != "":
			explained++
		case !ok:
			t.Errorf("entry %d (%s): no method, and no reason", c.Entry, p.Kind)
		case c.By != m.by || (c.Meets != "equal") != (c.Why != ""):
			t.Errorf("entry %d (%s): met by %s, the table says %q, %q, %q", c.Entry, p.Kind, m.by, c.By, c.Meets, c.Why)
		default:
			computed++
			if err := m.check(p, c); err != nil {
				t.Errorf("entry %d (%s %v): %v", c.Entry, p.Kind, p.Inputs, err)
			}
		}
	}
	for i, n := range seen {
		if n != 1 {
			t.Errorf("entry %d (%s) has %d lines", i, peers[i].Kind, n)
		}
	}
	t.Logf("%d computed, %d explained", computed, explained)
}

// method is how a kind of value is met.
type method struct {
	by    string
	check func(p peer, c coverage) error
}

// value is a method that computes the peer's value.
func value(by string, of func(p peer) (float64, error)) method {
	return method{by, func(p peer, c coverage) error {
		got, err := of(p)
		return errors.Join(err, p.compare(c, got))
	}}
}

// compare compares a computed value in the way that the table says:
//
//	equal    it is the peer's within the peer's tolerance
//	at most  the peer's value is an upper bound, and ours is not above it
//	within   the peer's value is the upper end of an interval that the peer
//	         states, and ours lies in it
//	near     the peer's value is known to be off by up to c.Off, which is more
//	         than its tolerance
func (p peer) compare(c coverage, got float64) error {
	lo, hi := p.Expected-p.Tolerance, p.Expected+p.Tolerance
	switch c.Meets {
	case "equal":
	case "at most":
		lo = 0
	case "within":
		lo -= 2 * p.num("eps_error") // from the estimate's upper to its lower end
	case "near":
		if !(c.Off > p.Tolerance) {
			return fmt.Errorf("off by %v is within the tolerance %v: say equal", c.Off, p.Tolerance)
		}
		lo, hi = p.Expected-c.Off, p.Expected+c.Off
	default:
		return fmt.Errorf("unknown relation %q", c.Meets)
	}
	if !(got >= lo && got <= hi) {
		return fmt.Errorf("%.16g, want %.16g ± %.2g (%s)", got, p.Expected, p.Tolerance, c.Meets)
	}
	return nil
}

// calibrated is a method for the smallest noise that meets a target: the loss,
// which falls with the noise, must be above the target at the lower end of the
// peer's tolerance and not at the upper end.
func calibrated(by, target string, loss func(p peer, sigma float64) (float64, error)) method {
	return method{by, func(p peer, c coverage) error {
		slack := p.Tolerance
		if c.Meets == "near" {
			slack = c.Off
		}
		below, err1 := loss(p, p.Expected-slack)
		above, err2 := loss(p, p.Expected+slack)
		if want := p.num(target); err1 != nil || err2 != nil || !(below >= want && above <= want) {
			return fmt.Errorf("the loss goes from %.9g to %.9g within %v of σ = %v, want %v between (%v, %v)",
				below, above, slack, p.Expected, want, err1, err2)
		}
		return nil
	}}
}
