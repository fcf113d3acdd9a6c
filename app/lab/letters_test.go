package lab

import (
	"strings"
	"testing"

	"lastiterate/app/tex"
)

// marked is a sentence with what is set in another face: letters between underscores, exponents between
// carets.
func marked(text string) string {
	var out strings.Builder
	for _, p := range Pieces(text) {
		mark := ""
		switch {
		case p.Letters:
			mark = "_"
		case p.Raised:
			mark = "^"
		}
		out.WriteString(mark + p.Text + mark)
	}
	return out.String()
}

func TestLettersOfFormulas(t *testing.T) {
	for _, c := range [][2]string{
		{"the λ of (λ/2)‖θ‖², added after clipping", "the _λ_ of (_λ_/2)‖_θ_‖², added after clipping"},
		{"The printed σ̄ is (Cλ̄/(2b))·√((1 + 4mE/(M+m))/(αε)).",
			"The printed _σ̄_ is (_Cλ̄_/(2_b_))·√((1 + 4_mE_/(_M_+_m_))/(_αε_))."},
		{"(L/2)(c²ᵀD² + dσ²(1 − c²ᵀ)/(1 − c²)) with c the factor",
			"(_L_/2)(_c_²ᵀ_D_² + _dσ_²(1 − _c_²ᵀ)/(1 − _c_²)) with _c_ the factor"},
		{"1 + ηβ₀, less the regulariser’s share", "1 + _ηβ_₀, less the regulariser’s share"},
		{"any two sequences of noisy L-Lipschitz maps", "any two sequences of noisy _L_-Lipschitz maps"},
		{"with the diameter D, or with the noise σ", "with the diameter _D_, or with the noise _σ_"},
		{"between 0 and the diameter D.", "between 0 and the diameter _D_."},
		{"L = 2^(2/3), λ = 1/3", "_L_ = 2^2/3^, _λ_ = 1/3"},
		{"ε̂ = 1.79", "_ε̂_ = 1.79"},
		// Words, initials and places in papers.
		{"Their Corollary C.2 names a learning rate", "Their Corollary C.2 names a learning rate"},
		{"by Lemma D.2 or D.3. A step", "by Lemma D.2 or D.3. A step"},
		{"Chien and Li’s Figure 2(a) (A.14), and 3(b)", "Chien and Li’s Figure 2(a) (A.14), and 3(b)"},
		{"a file of 10 MB, e.g. a CSV", "a file of 10 MB, e.g. a CSV"},
	} {
		if got := marked(c[0]); got != c[1] {
			t.Errorf("%s\nis set as %s\nwant      %s", c[0], got, c[1])
		}
	}
}

// Nothing of a sentence is lost, and no Latin letter of the tools' own sentences is taken for a part of a
// formula that is none of those which their formulas have.
func TestSentencesOfToolsKeepTheirLetters(t *testing.T) {
	const known = "C D E L M T b c d e h m n s v"
	set := 0
	for _, tool := range Tools() {
		view := View{}
		if !tool.Slow {
			view, _ = answered(t, tool, tool.Defaults())
		}
		sentences := append(append([]string{view.Answer}, tool.Lead...), view.Notes...)
		for _, f := range tool.Fields {
			sentences = append(sentences, f.Help)
		}
		for _, f := range view.Facts {
			sentences = append(sentences, f.Name, f.Value, f.Note)
		}
		var outside []string // of formulas between dollar signs
		for _, text := range sentences {
			for i, part := range strings.Split(text, "$") {
				if i%2 == 0 {
					outside = append(outside, part)
				}
			}
		}
		for _, text := range outside {
			whole := ""
			for _, p := range Pieces(text) {
				if p.Raised {
					whole += "^(" + p.Text + ")"
					continue
				}
				whole += p.Text
				if !p.Letters {
					continue
				}
				set++
				for _, r := range p.Text {
					if r < 0x80 && !strings.ContainsRune(known, r) {
						t.Errorf("%s: %c is set as mathematics in %q", tool.Name, r, text)
					}
				}
			}
			if whole != text {
				t.Errorf("%s: %q became %q", tool.Name, text, whole)
			}
		}
	}
	if set < 60 {
		t.Errorf("only %d letters are set as mathematics", set)
	}
}

// The formulas in the notes of every tool can be written as mathematics.
func TestFormulasAreMathematics(t *testing.T) {
	formulas := 0
	for _, tool := range Tools() {
		view, fault := answered(t, tool, tool.Defaults())
		if fault != nil {
			t.Fatal(tool.Name, fault)
		}
		for _, note := range view.Notes {
			for i, part := range strings.Split(note, "$") {
				if strings.ContainsAny(part, "√‖") && i%2 == 0 {
					t.Errorf("%s: a formula in running text: %s", tool.Name, part)
				}
				if i%2 == 0 {
					continue
				}
				formulas++
				if _, err := tex.MathML(part, false); err != nil {
					t.Errorf("%s: %s: %v", tool.Name, part, err)
				}
			}
			if strings.Count(note, "$")%2 != 0 {
				t.Errorf("%s: a formula does not end: %s", tool.Name, note)
			}
		}
		if view.Chart != nil && strings.ContainsAny(view.Chart.Title, "√‖^/") {
			t.Errorf("%s: the title of the chart is a formula: %s", tool.Name, view.Chart.Title)
		}
	}
	if formulas < 5 {
		t.Errorf("%d formulas", formulas)
	}
}
