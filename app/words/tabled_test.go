package words

import (
	"testing"

	"lastiterate/wasm/protocol"
)

// Whole numbers have no decimals in a column, even if they have fewer than six digits. An upper bound that is slightly
// above a whole number is not rounded down to it.
func TestWholeNumbersInTables(t *testing.T) {
	for _, c := range []struct {
		epsilon      float64
		upper, lower string
	}{
		{36000, "36,000", "36,000"},
		{400, "400", "400"},
		{4, "4", "4"},
		{4.00000000001, "4.00001", "4"},
		{399.9999, "400", "399.999"},
		{0.2, "0.200000", "0.200000"},
		{12.5, "12.5000", "12.5000"},
		{3e8, "3.00000 × 10⁸", "3.00000 × 10⁸"},
	} {
		x := protocol.Number(c.epsilon)
		for side, want := range map[string]string{"upper": c.upper, "lower": c.lower} {
			if got := Value(protocol.Row{Epsilon: &x, Side: side}); got != want {
				t.Errorf("%s bound %v is %s, want %s", side, c.epsilon, got, want)
			}
		}
	}
}
