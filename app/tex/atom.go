package tex

import (
	"fmt"
	"strings"
	"unicode"
)

// atom reads one thing without scripts.
func (p *parser) atom() (node, error) {
	t, err := p.next()
	if err != nil {
		return node{}, err
	}
	if t.command {
		return p.command(t)
	}
	r := []rune(t.text)[0]
	switch {
	case t.text == "{":
		nodes, err := p.row("}")
		return node{markup: mrow(nodes)}, err
	case unicode.IsDigit(r) && r < 0x80:
		return node{markup: element("mn", t.text+p.digits())}, nil
	case unicode.IsLetter(r):
		return node{markup: element("mi", t.text)}, nil
	case t.text == "}":
		return node{}, fmt.Errorf("} at %d closes nothing", t.at)
	case strings.ContainsRune(opening, r):
		return node{markup: fence(t.text, false), kind: open}, nil
	case strings.ContainsRune(closing, r):
		return node{markup: fence(t.text, false), kind: closed}, nil
	case r == '|':
		return node{markup: fence(t.text, false)}, nil
	case r == '-':
		return node{markup: element("mo", "−"), kind: operator, sign: true}, nil
	case r == '+':
		return node{markup: element("mo", "+"), kind: operator, sign: true}, nil
	case r == '/':
		return node{markup: `<mo lspace="0" rspace="0">/</mo>`, kind: operator}, nil
	case r == '*':
		return node{markup: element("mo", "∗"), kind: operator}, nil
	case strings.ContainsRune("=<>,;:", r):
		return node{markup: element("mo", t.text), kind: operator}, nil
	case r == '.' || r == '!' || r == '…' || r == '∞':
		return node{markup: element("mi", t.text)}, nil
	}
	return node{}, fmt.Errorf("unknown sign %q at %d", t.text, t.at)
}

// digits reads the rest of a number: digits with at most one point inside.
func (p *parser) digits() string {
	n, point := p.pos, false
	for ; n < len(p.src); n++ {
		c := p.src[n]
		if c == '.' && !point && n+1 < len(p.src) && isDigit(p.src[n+1]) {
			point = true
		} else if !isDigit(c) {
			break
		}
	}
	rest := p.src[p.pos:n]
	p.pos = n
	return rest
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// command reads the arguments of a command and sets it.
func (p *parser) command(t token) (node, error) {
	name := t.text
	if s, ok := letters[name]; ok {
		return node{markup: element("mi", s)}, nil
	}
	if s, ok := upright[name]; ok {
		return node{markup: `<mi mathvariant="normal">` + s + `</mi>`}, nil
	}
	if s, ok := operators[name]; ok {
		return node{markup: element("mo", s), kind: operator}, nil
	}
	if s, ok := sums[name]; ok {
		return node{markup: element("mo", s), kind: prefix, limits: true}, nil
	}
	if limits, ok := functions[name]; ok {
		return function(name, limits), nil
	}
	if s, ok := fences[name]; ok {
		n := node{markup: fence(s, false)}
		switch {
		case strings.Contains(opening, s):
			n.kind = open
		case strings.Contains(closing, s):
			n.kind = closed
		}
		return n, nil
	}
	if width, ok := spaces[name]; ok {
		return node{markup: `<mspace width="` + width + `"/>`, kind: space}, nil
	}
	if s, ok := accents[name]; ok {
		under, err := p.argument()
		return node{markup: `<mover accent="true">` + under + element("mo", s) + `</mover>`}, err
	}
	if _, ok := alphabets[name]; ok {
		return p.alphabet(name)
	}
	switch name {
	case "frac", "tfrac", "dfrac", "binom":
		return p.fraction(name)
	case "sqrt":
		inner, err := p.argument()
		return node{markup: "<msqrt>" + inner + "</msqrt>"}, err
	case "left":
		return p.fenced()
	case "text":
		words, err := p.words()
		// MathML drops spaces at the ends.
		return node{markup: element("mtext", strings.ReplaceAll(words, " ", "\u00a0"))}, err
	case "mathrm":
		words, err := p.words()
		return node{markup: `<mi mathvariant="normal">` + Escape(words) + `</mi>`}, err
	case "operatorname":
		words, err := p.words()
		return function(words, false), err
	}
	return node{}, fmt.Errorf(`unknown command \%s at %d`, name, t.at)
}

func (p *parser) fraction(name string) (node, error) {
	over, err := p.argument()
	if err != nil {
		return node{}, err
	}
	under, err := p.argument()
	if err != nil {
		return node{}, err
	}
	markup := "<mfrac>" + over + under + "</mfrac>"
	switch name {
	case "binom":
		markup = "<mrow>" + fence("(", true) + `<mfrac linethickness="0">` + over + under + "</mfrac>" + fence(")", true) + "</mrow>"
	case "tfrac":
		markup = `<mstyle displaystyle="false">` + markup + "</mstyle>"
	case "dfrac":
		markup = `<mstyle displaystyle="true">` + markup + "</mstyle>"
	}
	return node{markup: markup}, nil
}

// fenced reads \left( … \right), whose brackets grow with their content.
func (p *parser) fenced() (node, error) {
	left, err := p.delimiter()
	if err != nil {
		return node{}, err
	}
	nodes, err := p.row("right")
	if err != nil {
		return node{}, err
	}
	right, err := p.delimiter()
	return node{markup: "<mrow>" + left + mrow(nodes) + right + "</mrow>", kind: group}, err
}

// delimiter reads a bracket after \left or \right; a full stop means no bracket.
func (p *parser) delimiter() (string, error) {
	t, err := p.next()
	if err != nil {
		return "", err
	}
	switch s, known := fences[t.text]; {
	case t.command && known:
		return fence(s, true), nil
	case !t.command && t.text == ".":
		return "", nil
	case !t.command && strings.Contains("()[]|", t.text):
		return fence(t.text, true), nil
	}
	return "", fmt.Errorf("%q at %d is no bracket", t.text, t.at)
}

// alphabet reads capital letters to be set in another face.
func (p *parser) alphabet(name string) (node, error) {
	words, err := p.words()
	if err != nil {
		return node{}, err
	}
	face := alphabets[name]
	var out strings.Builder
	for _, r := range words {
		if r < 'A' || r > 'Z' {
			return node{}, fmt.Errorf(`\%s{%s} has more than capital letters`, name, words)
		}
		s, special := face.special[r]
		if !special {
			s = face.first + r - 'A'
		}
		out.WriteString(element("mi", string(s)))
	}
	return node{markup: "<mrow>" + out.String() + "</mrow>"}, nil
}
