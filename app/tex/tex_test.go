package tex

import (
	"context"
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"lastiterate/bounds"
	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

func TestMathML(t *testing.T) {
	for formula, want := range map[string]string{
		`x`:                 `<mi>x</mi>`,
		`2\sigma`:           `<mrow><mn>2</mn><mi>σ</mi></mrow>`,
		`10^{-5}`:           `<msup><mn>10</mn><mrow><mo form="prefix">−</mo><mn>5</mn></mrow></msup>`,
		`a - 1.25`:          `<mrow><mi>a</mi><mo>−</mo><mn>1.25</mn></mrow>`,
		`x^12`:              `<mrow><msup><mi>x</mi><mn>1</mn></msup><mn>2</mn></mrow>`,
		`x_t^2`:             `<msubsup><mi>x</mi><mi>t</mi><mn>2</mn></msubsup>`,
		`x^2_t`:             `<msubsup><mi>x</mi><mi>t</mi><mn>2</mn></msubsup>`,
		`\alpha^*`:          `<msup><mi>α</mi><mo>∗</mo></msup>`,
		`m'`:                `<msup><mi>m</mi><mo>′</mo></msup>`,
		`\frac{1}{B}`:       `<mfrac><mn>1</mn><mi>B</mi></mfrac>`,
		`\tfrac12`:          `<mstyle displaystyle="false"><mfrac><mn>1</mn><mn>2</mn></mfrac></mstyle>`,
		`\binom{a}{2}`:      `<mrow><mo fence="true" stretchy="true">(</mo><mfrac linethickness="0"><mi>a</mi><mn>2</mn></mfrac><mo fence="true" stretchy="true">)</mo></mrow>`,
		`\sqrt{A}`:          `<msqrt><mi>A</mi></msqrt>`,
		`\sum_{i<B} i`:      `<mrow><munder><mo>∑</mo><mrow><mi>i</mi><mo>&lt;</mo><mi>B</mi></mrow></munder><mi>i</mi></mrow>`,
		`\sum_{k=1}^T`:      `<munderover><mo>∑</mo><mrow><mi>k</mi><mo>=</mo><mn>1</mn></mrow><mi>T</mi></munderover>`,
		`\left(x\right)`:    `<mrow><mo fence="true" stretchy="true">(</mo><mi>x</mi><mo fence="true" stretchy="true">)</mo></mrow>`,
		`\left. x \right|`:  `<mrow><mi>x</mi><mo fence="true" stretchy="true">|</mo></mrow>`,
		`\lfloor T \rfloor`: `<mrow><mo fence="true" stretchy="false">⌊</mo><mi>T</mi><mo fence="true" stretchy="false">⌋</mo></mrow>`,
		`\|x\|`:             `<mrow><mo fence="true" stretchy="false">‖</mo><mi>x</mi><mo fence="true" stretchy="false">‖</mo></mrow>`,
		`\text{if } x`:      "<mrow><mtext>if\u00a0</mtext><mi>x</mi></mrow>",
		`\log x`:            "<mrow><mi>log</mi><mo>\u2061</mo>" + thin + `<mi>x</mi></mrow>`,
		`\exp(x)`: "<mrow><mi>exp</mi><mo>\u2061</mo>" +
			`<mo fence="true" stretchy="false">(</mo><mi>x</mi><mo fence="true" stretchy="false">)</mo></mrow>`,
		`\operatorname{erfc} x`: "<mrow><mi>erfc</mi><mo>\u2061</mo>" + thin + `<mi>x</mi></mrow>`,
		`2\min_a a`: `<mrow><mn>2</mn>` + thin +
			`<munder><mo movablelimits="true" lspace="0" rspace="0">min</mo><mi>a</mi></munder>` + "<mo>\u2061</mo>" + thin +
			`<mi>a</mi></mrow>`,
		`x \le \infty`:             `<mrow><mi>x</mi><mo>≤</mo><mi mathvariant="normal">∞</mi></mrow>`,
		`a,\quad b`:                `<mrow><mi>a</mi><mo>,</mo><mspace width="1em"/><mi>b</mi></mrow>`,
		`\mathbb{E}\mathcal{N}`:    `<mrow><mrow><mi>𝔼</mi></mrow><mrow><mi>𝒩</mi></mrow></mrow>`,
		`\hat{x}`:                  `<mover accent="true"><mi>x</mi><mo>^</mo></mover>`,
		`x = -1`:                   `<mrow><mi>x</mi><mo>=</mo><mo form="prefix">−</mo><mn>1</mn></mrow>`,
		`\left(a\right) - (b) - c`: `<mrow><mrow><mo fence="true" stretchy="true">(</mo><mi>a</mi><mo fence="true" stretchy="true">)</mo></mrow><mo>−</mo><mo fence="true" stretchy="false">(</mo><mi>b</mi><mo fence="true" stretchy="false">)</mo><mo>−</mo><mi>c</mi></mrow>`,
		``:                         `<mrow></mrow>`,
	} {
		got, err := MathML(formula, false)
		want = `<math xmlns="http://www.w3.org/1998/Math/MathML">` + want + `</math>`
		if err != nil || got != want {
			t.Errorf("%s\n got %s, %v\nwant %s", formula, got, err, want)
		}
	}
}

func TestErrors(t *testing.T) {
	for formula, want := range map[string]string{
		`\foo`:                    `unknown command \foo at 0`,
		`x + \begin{cases}`:       `unknown command \begin at 4`,
		`x & y`:                   `unknown sign "&" at 2`,
		`\frac{1}`:                `missing at the end`,
		`{x`:                      `} is missing`,
		`x}`:                      `} at 1 closes nothing`,
		`\left( x`:                `right is missing`,
		`\left x \right)`:         `is no bracket`,
		`x \right)`:               `unknown command \right`,
		`x^`:                      `missing at the end`,
		`x^2^3`:                   `a second ^`,
		`x_^2`:                    `where an argument should be`,
		`^2`:                      `unknown sign "^"`,
		`\text{a $b$}`:            `plain words`,
		`\text x`:                 `{ is missing`,
		`\mathbb{x}`:              `capital letters`,
		`\`:                       `unknown command \`,
		strings.Repeat("{", 1000): `nested`,
	} {
		if got, err := MathML(formula, true); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %s, %v; want an error with %q", formula, got, err, want)
		}
	}
}

// Every formula of the catalogue can be set, with letters and with numbers.
func TestCatalogue(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	formulas := 0
	set := func(id, formula string) {
		if formula == "" {
			return
		}
		formulas++
		markup, err := MathML(formula, true)
		if err != nil {
			t.Errorf("%s: %v", id, err)
			return
		}
		wellFormed(t, markup)
	}
	for _, th := range catalog.All() {
		if th.Formula == "" {
			t.Errorf("%s has no formula", th.ID)
		}
		set(th.ID, th.Formula)
	}
	for _, scheme := range []run.Scheme{run.Full, run.Cyclic, run.ShuffleOnce, run.Reshuffle, run.WithoutReplacement, run.Poisson} {
		for _, q := range []claim.Question{{Alpha: 2}, {Delta: 1e-5}} {
			for _, scale := range []float64{1, 1e-9} { // numbers in scientific notation, too
				for _, loss := range []run.Class{run.StronglyConvex, run.Convex, run.Holder} {
					r := bounds.DefaultRun()
					r.N, r.B, r.T, r.Scheme, r.Loss = 60, 5, 13, scheme, loss
					r.Clip, r.Sigma, r.Diameter, r.Smoothness = r.Clip*scale, r.Sigma*scale, r.Diameter*scale, min(1, r.Smoothness)
					if scheme == run.Full {
						r.B = r.N
					}
					for _, row := range rowsOf(t, r, q) {
						set(row.Theorem.ID+" with numbers", row.Substituted)
					}
				}
			}
		}
	}
	if formulas < 500 {
		t.Errorf("only %d formulas", formulas)
	}
}

// rowsOf are the rows that Evaluate reports before it looks for a verdict, which asks about many other runs.
func rowsOf(t *testing.T, r run.Run, q claim.Question) (rows []bounds.Row) {
	t.Helper()
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	_, err := bounds.Evaluate(ctx, r, q, bounds.Settings{Partial: func(part bounds.Part) {
		if part.ToCome() == 0 && ctx.Err() == nil {
			report, _ := part.Report()
			rows = report.Rows
			stop()
		}
	}})
	if rows == nil || err != nil && !errors.Is(err, context.Canceled) {
		t.Fatalf("%v: %+v %+v", err, r, q)
	}
	return rows
}

func wellFormed(t *testing.T, markup string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(markup))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("%v in %s", err, markup)
		}
		if e, ok := token.(xml.StartElement); ok {
			for _, a := range e.Attr {
				if a.Name.Local == "style" || a.Name.Local == "class" {
					t.Errorf("<%s> has %s", e.Name.Local, a.Name.Local)
				}
			}
		}
	}
}

// Any text gives an error or a well-formed element, and the same each time.
func FuzzMathML(f *testing.F) {
	for _, th := range catalog.All() {
		f.Add(th.Formula)
	}
	f.Add(`\left\{ \hat{x}_t' \right. \,\| \mathrm{d} \operatorname{f}^2`)
	f.Fuzz(func(t *testing.T, formula string) {
		markup, err := MathML(formula, true)
		again, _ := MathML(formula, true)
		if markup != again {
			t.Errorf("%q differs from one time to the next", formula)
		}
		if err == nil {
			wellFormed(t, markup)
		}
	})
}

// A formula of several statements is set as so many elements, and nothing of it
// is lost; blanks within a statement do not cut it.
func TestDisplay(t *testing.T) {
	const begin = `<math xmlns="http://www.w3.org/1998/Math/MathML" display="block">`
	for formula, want := range map[string]int{
		`a = b`:               1,
		`a = b, \quad c = d`:  2,
		`a,\qquad b, \quad c`: 3,
		`a \quad b`:           1,
		`a = b = c`:           2,
		`a = \sum_{i=1}^{n} b_i, \quad c = d = e = f`: 4,
		`\left(a, \quad b\right)`:                     1,
		`\left\{a, \quad b\right\}, \quad c`:          2,
		`a_{i, \quad j}, \quad b \leftarrow c`:        2,
		`x, \quad \text{sampled: } y, \quad z`:        3,
	} {
		got, err := Display(formula)
		if n := strings.Count(got, begin); err != nil || n != want {
			t.Errorf("%s is set as %d elements, want %d: %v", formula, n, want, err)
		}
	}
	if _, err := Display(`a, \quad \foo`); err == nil || !strings.Contains(err.Error(), `\foo`) {
		t.Errorf("an unknown command: %v", err)
	}
	for _, th := range catalog.All() {
		whole, err := MathML(th.Formula, true)
		if err != nil {
			t.Fatal(err)
		}
		cut, err := Display(th.Formula)
		if err != nil {
			t.Fatal(err)
		}
		letters := func(set string) string {
			var out strings.Builder
			for d := xml.NewDecoder(strings.NewReader("<all>" + set + "</all>")); ; {
				token, err := d.Token()
				if errors.Is(err, io.EOF) {
					return out.String()
				}
				if err != nil {
					t.Fatal(err)
				}
				if words, ok := token.(xml.CharData); ok {
					out.Write(words)
				}
			}
		}
		if letters(cut) != letters(whole) {
			t.Errorf("%s: %s\nis not %s", th.ID, letters(cut), letters(whole))
		}
	}
}
