package words

import (
	"math"
	"strings"
	"testing"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

func given(x float64) *protocol.Number { n := protocol.Number(x); return &n }

// The sentence takes the least of what the answer proves: ε with δ, its Rényi
// divergence, the smallest μ of the proved rows; nothing else of other rows counts.
func TestAttacker(t *testing.T) {
	row := func(id string, epsilon float64) protocol.Row {
		return protocol.Row{ID: id, Side: "upper", Status: "proved", Applies: true, Epsilon: given(epsilon)}
	}
	say := func(q claim.Question, rows ...protocol.Row) string {
		r := protocol.Result{Answers: protocol.Answers{Answer: &protocol.Answer{Row: rows[0].ID, Epsilon: *rows[0].Epsilon}, Rows: rows}}
		attack := About(claim.Query{Run: run.Run{}, Question: q}, r, nil).Attacker()
		if attack.Tighter != strings.Contains(attack.Said, "guessing") {
			t.Errorf("%q: to be tightened: %v", attack.Said, attack.Tighter)
		}
		return strings.ReplaceAll(attack.Said+attack.Rarer, "\u00a0", " ") + "."
	}
	delta, order := claim.Question{Delta: 0.00123}, claim.Question{Alpha: 2}
	point := row("a", math.Log(2))
	gaussian, wrong, lower := row("b", 5), row("c", 5), row("d", 0)
	gaussian.Mu = given(0.1)
	wrong.Status, wrong.Mu = "not-valid", given(0.001)
	lower.Side, lower.Mu = "lower", given(0.001)
	failed := row("e", 0)
	failed.Failed, failed.Mu = "no convergence", given(0.001)
	renyi := row("a", 9)
	renyi.RDP = &protocol.RDP{Alpha: 2, Epsilon: protocol.Number(math.Log(1.01))}
	const none = "This bound does not rule out an attack that identifies every member."
	for _, c := range []struct{ got, want string }{
		// 2x + δ.
		{say(delta, point), "At a 1 % false-positive rate an attack identifies at most 2.13 % of members, by ε and δ alone (guessing: 1 %); at 0.1 %: 0.324 %."},
		{say(delta, point, wrong, lower, failed),
			"At a 1 % false-positive rate an attack identifies at most 2.13 % of members, by ε and δ alone (guessing: 1 %); at 0.1 %: 0.324 %."},
		// Φ(Φ⁻¹(0.01) + 0.1) = 0.012995 by Python's statistics.NormalDist.
		{say(delta, point, gaussian), "At a 1 % false-positive rate an attack identifies at most 1.30 % of members, by μ (guessing: 1 %); at 0.1 %: 0.140 %."},
		// x + √(0.01·x(1 − x)) at order 2.
		{say(delta, renyi), "At a 1 % false-positive rate an attack identifies at most 2.00 % of members, by the Rényi guarantee (guessing: 1 %); at 0.1 %: 0.417 %."},
		{say(order, row("a", math.Log(1.01))), "At a 1 % false-positive rate an attack identifies at most 2.00 % of members, by the Rényi guarantee (guessing: 1 %); at 0.1 %: 0.417 %."},
		{say(delta, row("a", math.Inf(1))), none},
		{say(delta, row("a", 30)), none},
	} {
		if c.got != c.want {
			t.Errorf("%q, want %q", c.got, c.want)
		}
	}
	if got := (Subject{Query: claim.Query{Question: delta}}).Attacker(); got.Said != "" {
		t.Errorf("without an answer it says %q", got.Said)
	}
	contradicted := protocol.Result{Answers: protocol.Answers{Answer: &protocol.Answer{Row: "a", Epsilon: 1}, Rows: []protocol.Row{point},
		Contradiction: &protocol.Contradiction{}}}
	if got := (Subject{Query: claim.Query{Question: delta}, Result: contradicted}).Attacker(); got.Said != "" {
		t.Errorf("of rows that contradict each other it says %q", got.Said)
	}
}

// After a deletion the sentence is about examples that were deleted, and about no member. Where an example is replaced, there are no
// members to identify.
func TestAttackerIsAboutTheNeighbours(t *testing.T) {
	for _, c := range []struct {
		adjacency run.Adjacency
		after     int
		most, all string
	}{
		{run.AddRemove, 0, "an attack identifies at most 2.", "identifies every member"},
		{run.ZeroOut, 20, " of deleted examples, by", "identifies every deleted example"},
		{run.Replace, 0, "an attack notices a replaced example at most 2.", "always notices a replaced example"},
		{run.Replace, 20, "an attack notices a replacement of the deleted example at most ", "always notices a replacement of the deleted"},
	} {
		for epsilon, want := range map[float64]string{0.7: c.most, 40: c.all} {
			s := about(result())
			s.Run.Adjacency, s.Run.After, s.Result.Answer, s.Result.Rows = c.adjacency, c.after, answerOf("a", epsilon), nil
			if got := s.Attacker().Said; !strings.Contains(got, want) || strings.Contains(got, "member") != strings.Contains(want+c.all, "member") {
				t.Errorf("%s, %d steps after a deletion, at ε = %v it says %q", c.adjacency, c.after, epsilon, got)
			}
		}
	}
}
