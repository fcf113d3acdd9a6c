package lab

import (
	"cmp"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"

	"lastiterate/app/link"
)

// MaxLink is the greatest length of a link of the laboratory, in bytes of the text after "#". A field
// that would make the link longer is left out, and the link names it.
const MaxLink = 8000

// without is the parameter in which a link lists the fields that it leaves out.
const without = "without"

// maxRead is the length in bytes above which a link is not read. It is four times MaxLink: older links wrote each character of
// a table as three bytes, and the rest is for the other fields.
const maxRead = 4 * MaxLink

// Encode writes a tool and its fields as the text after "#", in the order of the fields. Every
// field is written, so that a later default changes no old link; only an empty field with an
// empty default is left out.
func Encode(t *Tool, v Values) string {
	text, left := encode(t, v)
	if left == nil {
		return text
	}
	return text + "&" + without + "=" + strings.Join(left, ",")
}

// LeftOut returns the names of the fields that are too long for a link.
func LeftOut(t *Tool, v Values) []string {
	_, left := encode(t, v)
	return left
}

// encode writes the fields that fit, and returns the names of the fields that do not.
func encode(t *Tool, v Values) (text string, left []string) {
	room := MaxLink - len("&"+without+"=")
	for _, f := range t.Fields {
		room -= len(f.Name) + 1
	}
	var b strings.Builder
	b.WriteString("v=1&lab=" + t.Name)
	for _, f := range t.Fields {
		text := v[f.Name]
		if text == "" && f.Default == "" {
			continue
		}
		part := text // escaping never shortens a text, so one that is too long already is not escaped
		if len(part) <= room-b.Len() {
			part = "&" + f.Name + "=" + url.QueryEscape(text)
		}
		if len(part) > room-b.Len() {
			left = append(left, f.Name)
			continue
		}
		b.WriteString(part)
	}
	return b.String(), left
}

// Decode reads a link. If it names no known tool, t is the first tool. The problems are sentences about
// what was not understood or is missing.
func Decode(text string) (t *Tool, v Values, problems []string) {
	t = Tools()[0]
	if len(text) > maxRead {
		return t, t.Defaults(), []string{fmt.Sprintf("this link is %d bytes long and was not read: this page reads at most %d",
			len(text), maxRead)}
	}
	if text == "" {
		return t, t.Defaults(), nil
	}
	query, problems := pairs(text)
	if version := query.Get("v"); version != "1" {
		problems = append(problems, "this link is not version 1, the only one that this page knows; it was read as far as possible")
	}
	if name := query.Get("lab"); name != "" {
		if named := ByName(name); named != nil {
			t = named
		} else {
			problems = append(problems, "there is no tool "+clipped(name)+" here")
		}
	}
	v = t.Defaults()
	own := "" // the run of a tool that takes only numbers of it
	for _, name := range sorted(query) {
		if len(query[name]) > 1 {
			problems = append(problems, clipped(name)+" is given twice; the first was used")
		}
		if name == "v" || name == "lab" || name == without {
			continue
		}
		if !slices.ContainsFunc(t.Fields, func(f Field) bool { return f.Name == name }) {
			switch {
			case name != "run":
				problems = append(problems, "unknown parameter "+clipped(name)+", ignored")
			case t.takes == nil:
				problems = append(problems, "this tool takes no run: the link’s is not used")
			default:
				own = strings.TrimSpace(query.Get(name))
				if _, fault := ReadRun(own); fault != "" {
					problems = append(problems, "the link’s run is not used: "+fault)
				}
			}
			continue
		}
		v[name] = query.Get(name)
	}
	// Values that the link does not state are those of its run, not the example's.
	if s, fault := ReadRun(cmp.Or(own, RunOf(t, v))); fault == "" {
		for name, belongs := range t.With(s) {
			if !query.Has(name) {
				v[name] = belongs
			}
		}
	}
	for name := range strings.SplitSeq(query.Get(without), ",") {
		if i := slices.IndexFunc(t.Fields, func(f Field) bool { return f.Name == name }); i >= 0 && !query.Has(name) {
			v[name] = "" // the default is not what the link's author had typed
			label := t.Fields[i].Label
			problems = append(problems, "the field “"+label+"” was too long for the link, which omits it: fill it in again")
		}
	}
	return t, v, problems
}

// pairs returns the parts of a link that can be read, and a sentence about each part that cannot.
func pairs(text string) (query url.Values, problems []string) {
	query = url.Values{}
	for part := range strings.SplitSeq(text, "&") {
		rawName, rawValue, _ := strings.Cut(part, "=")
		name, nameErr := url.QueryUnescape(rawName)
		value, valueErr := url.QueryUnescape(rawValue)
		switch {
		case part == "":
		case nameErr != nil || valueErr != nil || !utf8.ValidString(name+value):
			problems = append(problems, clipped(strings.ToValidUTF8(part, "\uFFFD"))+" was left out: "+link.EscapeFault(nameErr, valueErr))
		default:
			query.Add(name, value)
		}
	}
	return query, problems
}

func sorted(query url.Values) []string {
	names := make([]string, 0, len(query))
	for name := range query {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

// clipped quotes a name from a link for a sentence, shortened to at most 40 characters.
func clipped(name string) string {
	if runes := []rune(name); len(runes) > 40 {
		name = string(runes[:39]) + "…"
	}
	return "“" + name + "”"
}
