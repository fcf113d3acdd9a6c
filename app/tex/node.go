package tex

import "strings"

// kind decides the blanks between neighbours.
type kind int

const (
	ordinary kind = iota
	operator      // relation, sign, separator
	prefix        // a sum or a named function: stands before its argument
	open
	closed
	group // in growing brackets
	space
)

// node is an element of a row, as markup.
type node struct {
	markup string
	kind   kind
	limits bool // scripts go below and above if there is room
	named  bool // a function with a name: needs a thin blank before its argument
	sign   bool // + or −, which may be the sign of the next element
}

var escaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// Escape escapes text for markup, also in an attribute.
func Escape(s string) string { return escaper.Replace(s) }

func element(name, text string) string { return "<" + name + ">" + Escape(text) + "</" + name + ">" }

// fence is a bracket; only those of \left and \right grow.
func fence(s string, grows bool) string {
	if grows {
		return `<mo fence="true" stretchy="true">` + Escape(s) + `</mo>`
	}
	return `<mo fence="true" stretchy="false">` + Escape(s) + `</mo>`
}

// function is a named function. Among operators only mo can have limits.
func function(name string, limits bool) node {
	n := node{kind: prefix, limits: limits, named: true}
	switch {
	case limits:
		n.markup = `<mo movablelimits="true" lspace="0" rspace="0">` + Escape(name) + `</mo>`
	case len(name) == 1:
		n.markup = `<mi mathvariant="normal">` + Escape(name) + `</mi>`
	default:
		n.markup = element("mi", name)
	}
	return n
}

// withScripts adds subscripts and superscripts.
func (n node) withScripts(sub, sup string) node {
	under, over, both := "msub", "msup", "msubsup"
	if n.limits {
		under, over, both = "munder", "mover", "munderover"
	}
	name := ""
	switch {
	case sub == "" && sup == "":
		return n
	case sup == "":
		name = under
	case sub == "":
		name = over
	default:
		name = both
	}
	n.markup = "<" + name + ">" + n.markup + sub + sup + "</" + name + ">"
	if n.kind == operator {
		n.kind = ordinary
	}
	return n
}

const thin = `<mspace width=".1667em"/>`

// mrow joins elements into one, with the blanks that MathML does not add itself.
func mrow(nodes []node) string {
	if len(nodes) == 1 {
		return nodes[0].markup
	}
	var b strings.Builder
	b.WriteString("<mrow>")
	for i, n := range nodes {
		before, after := operator, operator // at the ends
		if i > 0 {
			before = nodes[i-1].kind
		}
		if i+1 < len(nodes) {
			after = nodes[i+1].kind
		}
		operand := before == ordinary || before == closed || before == group
		if n.named && operand {
			b.WriteString(thin)
		}
		if n.sign && !operand && strings.HasPrefix(n.markup, "<mo>") {
			n.markup = `<mo form="prefix">` + strings.TrimPrefix(n.markup, "<mo>")
		}
		b.WriteString(n.markup)
		if n.named && i+1 < len(nodes) {
			b.WriteString("<mo>\u2061</mo>") // function application
			if after == ordinary || after == prefix {
				b.WriteString(thin)
			}
		}
	}
	b.WriteString("</mrow>")
	return b.String()
}
