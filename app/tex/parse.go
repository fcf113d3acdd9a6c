package tex

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// MathML converts a formula to a math element; display is for a formula on a line of its own, not among words.
func MathML(formula string, display bool) (string, error) {
	p := &parser{src: formula}
	row, err := p.row("")
	if err != nil {
		return "", fmt.Errorf("tex: %w in %s", err, formula)
	}
	attributes := ""
	if display {
		attributes = ` display="block"`
	}
	return `<math xmlns="http://www.w3.org/1998/Math/MathML"` + attributes + `>` + mrow(row) + `</math>`, nil
}

// deepest is the largest depth of nested groups.
const deepest = 40

type parser struct {
	src   string
	pos   int
	depth int
}

// token is a command without its backslash, or a single character.
type token struct {
	text    string
	command bool
	at      int
}

// peek returns the next token, with blanks before it skipped; ok is false at the end.
func (p *parser) peek() (t token, ok bool) {
	rest := strings.TrimLeft(p.src[p.pos:], " \t\n")
	t.at = len(p.src) - len(rest)
	if rest == "" {
		return t, false
	}
	if rest[0] != '\\' {
		_, size := utf8.DecodeRuneInString(rest)
		t.text = rest[:size]
		return t, true
	}
	t.command = true
	n := 1
	for n < len(rest) && isLetter(rest[n]) {
		n++
	}
	if n == 1 { // a command of one sign, such as \, or \|
		_, size := utf8.DecodeRuneInString(rest[1:])
		n += size
	}
	t.text = rest[1:n]
	return t, true
}

// skip takes the token that peek returned.
func (p *parser) skip(t token) {
	p.pos = t.at + len(t.text)
	if t.command {
		p.pos++
	}
}

func (p *parser) next() (token, error) {
	t, ok := p.peek()
	if !ok {
		return t, fmt.Errorf("something is missing at the end")
	}
	p.skip(t)
	return t, nil
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }

// row reads up to and including the end token: "}", "right", or "" for the
// end of the formula.
func (p *parser) row(end string) ([]node, error) {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > deepest {
		return nil, fmt.Errorf("groups are nested more than %d deep", deepest)
	}
	var nodes []node
	for {
		t, ok := p.peek()
		switch {
		case !ok && end == "":
			return nodes, nil
		case !ok:
			return nil, fmt.Errorf("%s is missing at the end", end)
		case t.text == end && t.command == (end == "right"):
			p.skip(t)
			return nodes, nil
		}
		n, err := p.scripted()
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
	}
}

// scripted reads an element with its subscript and superscript.
func (p *parser) scripted() (node, error) {
	base, err := p.atom()
	if err != nil {
		return node{}, err
	}
	var sub, sup string
	for {
		t, ok := p.peek()
		if !ok || t.command || !strings.Contains("_^'", t.text) {
			break
		}
		p.skip(t)
		script := `<mo>′</mo>`
		if t.text != "'" {
			if script, err = p.argument(); err != nil {
				return node{}, err
			}
		}
		into := &sup
		if t.text == "_" {
			into = &sub
		}
		if *into != "" {
			return node{}, fmt.Errorf("a second %s at %d", t.text, t.at)
		}
		*into = script
	}
	return base.withScripts(sub, sup), nil
}

// argument reads a group in braces or a single element.
func (p *parser) argument() (string, error) {
	t, ok := p.peek()
	if ok && !t.command && t.text == "{" {
		p.skip(t)
		nodes, err := p.row("}")
		return mrow(nodes), err
	}
	if ok && !t.command && strings.Contains("_^'}&", t.text) {
		return "", fmt.Errorf("%s at %d where an argument should be", t.text, t.at)
	}
	if ok && !t.command && '0' <= t.text[0] && t.text[0] <= '9' {
		p.skip(t) // as in TeX, x^12 is x¹ followed by 2
		return element("mn", t.text), nil
	}
	n, err := p.atom()
	return n.markup, err
}

// words reads braces with plain text between them.
func (p *parser) words() (string, error) {
	t, err := p.next()
	if err != nil || t.command || t.text != "{" {
		return "", fmt.Errorf("{ is missing at %d", t.at)
	}
	end := strings.IndexAny(p.src[p.pos:], `{}\$`)
	if end < 0 || p.src[p.pos+end] != '}' {
		return "", fmt.Errorf("plain words and } are missing at %d", p.pos)
	}
	words := p.src[p.pos : p.pos+end]
	if !utf8.ValidString(words) || strings.ContainsFunc(words, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return "", fmt.Errorf("words at %d cannot be printed", p.pos)
	}
	p.pos += end + 1
	return words, nil
}
