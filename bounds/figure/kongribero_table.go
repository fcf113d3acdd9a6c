package figure

import (
	"math"

	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
)

// kongRiberoTableRun is the setting of Figure 1 with a convex loss on a domain of
// diameter 0.05, where the table's two terms for a bounded domain cross.
var kongRiberoTableRun = changed(kongRiberoRun, func(r *run.Run) {
	r.Loss, r.Smoothness, r.Diameter = run.Convex, 1, 0.05
})

func tableClipped(r *run.Run) { r.Clipping = run.ClippingActive }

// perPass is an entry of Table 2 that grows with the passes E = T/1000: each·E.
func perPass(each float64) func(T float64) float64 {
	return func(T float64) float64 { return each * T / 1000 }
}

// tableLocal is the first row of Table 2, the same in both columns; tableComposition is the bound
// computed beside it.
var (
	tableLocal       = PlottedLine{ID: "local", Name: "Table: [14, Theorem 3.1]", Formula: perPass(1)}
	tableComposition = PlottedLine{ID: "composition", Name: "Composition", Row: "composition", Ours: true}
)

// tablePaper returns the lines of the paper's own three rows of Table 2, each with the theorem behind it, and of our shift row.
// last is the entry for the last step; never and clipped are the entries per pass without and with clipping.
func tablePaper(last, never, clipped float64) []PlottedLine {
	return []PlottedLine{
		{ID: "ours-1", Name: "Table: last step", Formula: func(float64) float64 { return last }},
		{ID: "2.2", Name: "Theorem 2.2", Row: "kong-ribero-2.2", Ours: true},
		{ID: "ours-2", Name: "Table: never clipped", Formula: perPass(never)},
		{ID: "2.3", Name: "Theorem 2.3", Row: "kong-ribero-2.3", Ours: true},
		{ID: "ours-3", Name: "Table: clipped", Formula: perPass(clipped)},
		{ID: "2.3-clipped", Name: "Theorem 2.3, clipped", Row: "kong-ribero-2.3", Ours: true, With: tableClipped},
		{ID: "shift", Name: "Shift optimum", Row: "shift", Ours: true},
	}
}

// tableLast is the paper's row for the last step, α/σ²·(cD + ηC/b)², at α = 2.
func tableLast(c float64) float64 { return 2e10 * (c*0.05 + 1e-5) * (c*0.05 + 1e-5) }

// kongRiberoTable2 is the convex column of Table 2 at α = 2, where ηC/(bσ) = 1 and
// ηQ/σ = 10. The table leaves out constants; here each is 1.
var kongRiberoTable2 = Figure{
	ID: "kong-ribero-table-2", Paper: "Kong and Ribero 2025", Number: "Table 2", URL: kongRiberoURL,
	Span:  [2]float64{0.002, 5.01e7},
	Title: "its convex column and the theorems",
	Query: claim.Query{Run: kongRiberoTableRun, Question: claim.Question{Alpha: 2}}, Values: []float64{1000, 10_000, 100_000}, LogY: true,
	Lines: append([]PlottedLine{
		tableLocal, tableComposition,
		{ID: "pabi", Name: "Table: [17, Theorem 35]", Formula: perPass(0.2)},
		{ID: "feldman", Name: "Feldman et al.", Row: "feldman", Ours: true},
		{ID: "bounded", Name: "Table: [2, Theorem 3.1]", Formula: func(T float64) float64 { return 200 * min(T/1e6, 0.05) }},
	}, tablePaper(tableLast(1), 0.002, 100)...),
	Checks: []Check{
		{"local", 100_000, 100, 6, "αE/2·(ηC/(σb))², first row of the table"},
		{"pabi", 100_000, 20, 6, "αE/B·(ηQ/σ)²"},
		{"bounded", 10_000, 2, 6, "α(ηQ/σ)²·min{E/B, D/(Qηn)}, the first term"},
		{"bounded", 100_000, 10, 6, "the same, the second term"},
		{"ours-1", 100_000, 50_020_002, 8, "α/σ²·(D + ηC/b)²"},
		{"ours-2", 100_000, 0.2, 6, "αE/B·(ηC/(bσ))²"},
		{"ours-3", 100_000, 10_000, 6, "αEθ(B)·(ηC/σ)² with θ(B) = ½ at L = √2"},
		{"composition", 100_000, 400, 6, "αEs²/(2σ²) with s = 2ηC/b"},
		{"2.2", 100_000, 25_020_004, 8, "α/(2σ²)·(D + 2ηC/b)², equation (16) at m = 0"},
		{"2.3", 100_000, 8.8, 6, "4α(ηC/(bσ))²·(1 + E/B), equation (19) at m = 0"},
		{"2.3-clipped", 100_000, 408, 6, "4α(ηC/(bσ))²·(1 + Eθ(B)), equation (17) with θ(B) = ½"},
	},
	Seen: "The table compares how bounds grow and states no bounds: its entries leave out constants, and those of Theorem 2.3 lack " +
		"the term that remains after one pass. So “Table: never clipped” is 0.2 after a hundred passes where the theorem gives 8.8; " +
		"“Table: clipped” is 10,000 where it gives 408, since the table does not divide by b there.",
	Setting: kongRiberoSetting + "M = 1, m = 0, Q = C, D = 0.05 and α = 2 are chosen here. The table’s entries are taken with the " +
		"constant 1.",
	Open: "The table prints formulas and no numbers. Its entries “numerical procedure” cannot be compared with ours, and [2, " +
		"Theorem 3.1] is for sampled batches, so no row is computed for it here.",
}

// tableWeak is L_λ = √(1 + 2λm[1 + m/(2(M + m))]) at λ = 10⁻⁵, m = 10 and M = 1000.
var tableWeak = math.Sqrt(1 + 2e-4*(1+10.0/2020))

// tableShare is θ_L(1000) of Table 2, L^{2·999}/Σ_{i<1000} L^{2i}.
func tableShare(l float64) float64 { return (1 - 1/(l*l)) / (1 - math.Pow(l, -2000)) }

// kongRiberoTable2Weak is the nonconvex column of Table 2, drawn in the same way. An entry that refers to the convex column
// differs from the entry there by L_λ.
var kongRiberoTable2Weak = Figure{
	ID: "kong-ribero-table-2-weak", Paper: "Kong and Ribero 2025", Number: "Table 2", URL: kongRiberoURL,
	Span:   [2]float64{0.22, 5.01e7},
	Title:  "its nonconvex column and the theorems",
	Query:  claim.Query{Run: changed(kongRiberoRun, func(r *run.Run) { r.Diameter = 0.05 }), Question: claim.Question{Alpha: 2}},
	Values: []float64{1000, 10_000, 100_000}, LogY: true,
	Lines: append([]PlottedLine{tableLocal, tableComposition}, tablePaper(tableLast(tableWeak), 200*tableShare(tableWeak),
		200*tableShare(math.Sqrt2*tableWeak))...),
	Checks: []Check{
		{"ours-1", 100_000, 50_030_053.5, 9, "α/σ²·(L_λD + ηC/b)²"},
		{"ours-2", 100_000, 22.0747503, 9, "αEθ(B)·(ηC/σ)² with θ(B) = 0.001103738 at L = L_λ"},
		{"ours-3", 100_000, 10_002.0095, 9, "the same with θ(B) = 0.500100475 at L = √2·L_λ"},
		{"2.2", 100_000, 25_025_030.8, 9, "α/(2σ²)·(L_λD + 2ηC/b)², equation (16)"},
		{"2.3", 100_000, 8.88299001, 9, "4α(ηC/(bσ))²·(1 + Eθ(B)), equation (19)"},
		{"2.3-clipped", 100_000, 408.08038, 9, "the same with L = √2·L_λ, equation (17)"},
	},
	Seen: "Weak convexity costs little here: over the 1000 steps of a pass θ grows from 0.001 to 0.0011 at m = 10. Again the table " +
		"and the theorems differ: “Table: never clipped” lacks the division by b and the term that remains after one pass, and is " +
		"22 after a hundred passes where the theorem gives 8.9.",
	Setting: kongRiberoSetting + "m = 10, M = 1000, D = 0.05 and α = 2 are chosen here. The table’s entries are taken with the constant " +
		"1, as in its convex column.",
	Open: "The table prints formulas and no numbers. Its entry “numerical procedure” cannot be compared with ours.",
}
