package tex

// letters are commands that stand for a variable or a constant.
var letters = map[string]string{
	"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ϵ", "varepsilon": "ε",
	"zeta": "ζ", "eta": "η", "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ",
	"mu": "μ", "nu": "ν", "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "tau": "τ", "upsilon": "υ",
	"phi": "ϕ", "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "ell": "ℓ",
}

// upright are letters and signs that are not set in italics.
var upright = map[string]string{
	"Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ", "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ",
	"Phi": "Φ", "Psi": "Ψ", "Omega": "Ω", "infty": "∞", "emptyset": "∅", "nabla": "∇", "partial": "∂",
	"ldots": "…", "dots": "…", "cdots": "⋯",
}

// operators are binary operators, with the blanks that MathML gives them.
var operators = map[string]string{
	"le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "ne": "≠", "neq": "≠", "lt": "<", "gt": ">",
	"ll": "≪", "gg": "≫", "approx": "≈", "sim": "∼", "equiv": "≡", "propto": "∝",
	"in": "∈", "notin": "∉", "subset": "⊂", "subseteq": "⊆", "cup": "∪", "cap": "∩", "setminus": "∖",
	"cdot": "⋅", "times": "×", "otimes": "⊗", "pm": "±", "mp": "∓", "ast": "∗", "star": "⋆", "circ": "∘",
	"to": "→", "leftarrow": "←", "mapsto": "↦", "Rightarrow": "⇒", "mid": "∣", "colon": ":",
}

// sums are large signs that take limits below and above.
var sums = map[string]string{"sum": "∑", "prod": "∏", "bigcup": "⋃", "bigcap": "⋂"}

// functions are set in upright letters; those with limits have their subscript below.
var functions = map[string]bool{ // whether with limits
	"min": true, "max": true, "inf": true, "sup": true, "lim": true, "Pr": true,
	"log": false, "ln": false, "exp": false, "sin": false, "cos": false, "tan": false, "tanh": false, "det": false,
}

// fences are brackets as commands.
var fences = map[string]string{
	"{": "{", "}": "}", "|": "‖", "lfloor": "⌊", "rfloor": "⌋", "lceil": "⌈", "rceil": "⌉",
	"langle": "⟨", "rangle": "⟩", "lvert": "|", "rvert": "|", "lVert": "‖", "rVert": "‖",
}

// opening and closing list the fences that open and those that close. Bars do both, and are in neither.
const (
	opening = "([{⌊⌈⟨"
	closing = ")]}⌋⌉⟩"
)

// spaces are in parts of an em.
var spaces = map[string]string{
	",": ".1667em", ":": ".2222em", ">": ".2222em", ";": ".2778em", "!": "-.1667em", " ": ".25em", "quad": "1em", "qquad": "2em",
}

// accents are set above a letter.
var accents = map[string]string{"bar": "¯", "hat": "^", "tilde": "~", "vec": "→", "overline": "‾", "dot": "˙"}

// alphabets change the letters A to Z into those of another face.
var alphabets = map[string]struct {
	first   rune
	special map[rune]rune // where the face's letters are not in a row
}{
	"mathbb":  {'𝔸', map[rune]rune{'C': 'ℂ', 'H': 'ℍ', 'N': 'ℕ', 'P': 'ℙ', 'Q': 'ℚ', 'R': 'ℝ', 'Z': 'ℤ'}},
	"mathcal": {'𝒜', map[rune]rune{'B': 'ℬ', 'E': 'ℰ', 'F': 'ℱ', 'H': 'ℋ', 'I': 'ℐ', 'L': 'ℒ', 'M': 'ℳ', 'R': 'ℛ'}},
}
