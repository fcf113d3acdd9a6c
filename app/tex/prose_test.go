package tex

import (
	"strings"
	"testing"
)

func TestProse(t *testing.T) {
	for text, want := range map[string]string{
		"gives √2·L_η; so":      `gives <math xmlns="http://www.w3.org/1998/Math/MathML"><mrow><msqrt><mn>2</mn></msqrt><mspace width=".1667em"/><msub><mi>L</mi><mi>η</mi></msub></mrow></math>; so`,
		"μ = 2C/(bσ_DP), σ_DP²": `(b<math xmlns="http://www.w3.org/1998/Math/MathML"><msub><mi>σ</mi><mi mathvariant="normal">DP</mi></msub></math>), <math`,
		"clipped at S_g/2":      `<msub><mi>S</mi><mi>g</mi></msub>`,
		"α = 2, as it = was":    "α\u00a0=\u00a02, as it\u00a0=\u00a0was",
		"is 1.61: ε ≤ 0.2 at":   "is 1.61: ε\u00a0≤\u00a00.2 at",
		"s_n is < D/s_n":        `<msub><mi>s</mi><mi>n</mi></msub>`,
		"θ_c(j), c^(2j−2)/2":    `</math>(j), <math xmlns="http://www.w3.org/1998/Math/MathML"><msup><mi>c</mi><mrow><mn>2</mn><mi>j</mi><mo>−</mo><mn>2</mn></mrow></msup></math>/2`,
		"sum of e^{−ηmk/2}.":    `<mi>e</mi><mrow><mo form="prefix">−</mo><mi>η</mi>`,
		"is e^((α−1)ε(α)) here": `<mi>ε</mi><mo fence="true" stretchy="false">(</mo><mi>α</mi><mo fence="true" stretchy="false">)</mo></mrow></msup></math> here`,
	} {
		if got := Prose(text); got != want && !strings.Contains(got, want) {
			t.Errorf("%q is set as %s", text, got)
		}
	}
	for _, text := range []string{"strong_convexity and go_js", "_", "a_", "_a", "x__y", "L_ηx", "2^(3)", "c^2", "c^(2", "c^", "^(2)", "no < index & no name"} {
		if got := Prose(text); strings.Contains(got, "<") {
			t.Errorf("%q is set as %s", text, got)
		}
	}
}
