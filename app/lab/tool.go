// Package lab is what the laboratory's page says: its tools, what each asks of the
// engine, and the words and pictures of its answers. It knows nothing of a browser.
package lab

import (
	"encoding/json"
	"math"
	"slices"
	"strings"

	"lastiterate/app/form"
	"lastiterate/app/link"
	"lastiterate/app/number"
	"lastiterate/app/plot"
	"lastiterate/app/words"
	"lastiterate/bounds"
	"lastiterate/bounds/lab/sheet"
	"lastiterate/wasm/protocol"
)

// Kind is what a field holds.
type Kind int

const (
	Number Kind = iota
	Whole
	Yes
	Table // a CSV, pasted or from a file
	Lines // a few lines of text
	Run   // a link of the calculator
)

// Field is one input of a tool.
type Field struct {
	Name, Label, Symbol, Help string
	Kind                      Kind
	Default                   string
	Optional                  bool
	// Kept keeps the field from the engine: it is for the answer's links only.
	Kept bool
	// Setting says that the default is a usual choice, such as a confidence, and no number of an example.
	Setting bool
	// Example says that the default is the run of the tool's other defaults: another would
	// not fit them.
	Example bool
}

// Tool is one of the laboratory's.
type Tool struct {
	Name   string // in links
	Method string
	Title  string // what it is for
	Tab    string // one or two words
	Group  Group
	Lead   []string
	Fields []Field
	Slow   bool // computed when asked for, not at every stroke
	Asks   bool // the run's question is the tool's, too
	Proves bool // the answer is what theorems prove of the run, so that it may be restricted to some of them
	Source string
	// input changes what the fields say into what the method takes; nil takes them as they are.
	input func(values Values, input map[string]any) []Problem
	// used says whether a field matters beside the others; nil: all do.
	used func(values Values, name string) bool
	show func(values Values, result json.RawMessage) (View, error)
}

// Values are the texts of a tool's fields, by their names.
type Values map[string]string

// Problem is what is wrong with a field, in words.
type Problem struct{ Field, Message string }

// View is an answer.
type View struct {
	Answer string // the sentence with the number
	Wrong  bool   // the answer says that something cannot be
	Facts  []Fact
	Notes  []string
	Chart  *plot.Chart
	Below  *plot.Chart // a second chart, of other axes
	// Playing is shown in place of a chart, step by step.
	Playing *Playing
	Scale   []Mark // values of ε on one line
	Links   []Link // runs of the calculator
}

// Fact is a line of a small table.
type Fact struct{ Name, Value, Note string }

// Link opens a run in the calculator.
type Link struct{ Text, Fragment string }

// tools is filled when it is first asked for: a program that never asks, the
// calculator's, then holds nothing of them.
var tools []*Tool

// Tools are all of them, in the order of the page, group by group.
func Tools() []*Tool {
	if tools == nil {
		tools = []*Tool{
			auditTool(), tradeoffTool(), riskTool(), fitTool(),
			regressionTool(), hoelderTool(), dynamicsTool(),
			accountTool(), noiseTool(), operatorsTool(), utilityTool(), replayTool(),
		}
	}
	return tools
}

// ByName finds a tool.
func ByName(name string) *Tool {
	for _, t := range Tools() {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// Page is where the documentation says what the tool computes: the part whose heading is its tab, by the
// name that headings are given there.
func (t *Tool) Page() string {
	place := ""
	for _, r := range strings.ToLower(t.Tab) {
		switch {
		case r == ' ':
			place += "-"
		case r < 0x80:
			place += string(r)
		}
	}
	return "docs/laboratory.html#" + place
}

// field is the tool's field of a name, which it has.
func (t *Tool) field(name string) Field {
	return t.Fields[slices.IndexFunc(t.Fields, func(f Field) bool { return f.Name == name })]
}

// Defaults are the values that a tool opens with.
func (t *Tool) Defaults() Values {
	v := Values{}
	for _, f := range t.Fields {
		v[f.Name] = f.Default
	}
	return v
}

// Request is what the engine is asked, or what is wrong with the fields.
func (t *Tool) Request(v Values) (protocol.Request, []Problem) {
	q := protocol.Request{Method: t.Method, Progress: true}
	input := map[string]any{}
	var problems []Problem
	for _, f := range t.Fields {
		text := strings.TrimSpace(v[f.Name])
		if text == "" {
			if !f.Optional && f.Kind != Yes {
				problems = append(problems, Problem{f.Name, f.Label + " is missing"})
			}
			continue
		}
		switch f.Kind {
		case Number:
			x, err := number.Parse(text)
			if err != nil {
				problems = append(problems, Problem{f.Name, err.Error()})
				continue
			}
			input[f.Name] = protocol.Number(x)
		case Whole:
			x, err := number.ParseWhole(text)
			if err != nil {
				problems = append(problems, Problem{f.Name, err.Error()})
				continue
			}
			input[f.Name] = x
		case Yes:
			input[f.Name] = text == "yes"
		case Table, Lines:
			input[f.Name] = v[f.Name]
		case Run:
			s, fault := ReadRun(text)
			if fault == "" && !f.Kept {
				fault = t.askOf(&q, s)
			}
			if fault != "" {
				problems = append(problems, Problem{f.Name, fault})
			}
		}
	}
	if t.input != nil && len(problems) == 0 {
		problems = t.input(v, input)
	}
	if len(problems) > 0 {
		return q, problems
	}
	raw, err := json.Marshal(input)
	if err != nil {
		return q, []Problem{{"", "the fields cannot be written: " + err.Error()}}
	}
	q.Input = raw
	return q, nil
}

// askOf makes a request be about a run; fault says why the tool has no answer for it.
func (t *Tool) askOf(q *protocol.Request, s link.State) (fault string) {
	rows, why := t.covering(s)
	if why != "" {
		return why
	}
	q.Rows = rows
	q.Run, q.PublishedOnly = protocol.EncodeRun(s.Run), s.View.Only == link.OnlyPublished
	if t.Asks {
		q.Question = protocol.EncodeQuestion(s.Question)
	}
	return ""
}

// Show is the engine's answer in words and pictures.
func (t *Tool) Show(v Values, result json.RawMessage) (View, error) { return t.show(v, result) }

// ReadRun reads a link of the calculator, whole or from its "#" on; "opening" is
// the run that the calculator opens with. fault says what is wrong.
func ReadRun(text string) (s link.State, fault string) {
	s = link.State{Query: bounds.DefaultQuery()}
	if text == "opening" {
		return s, ""
	}
	if _, after, found := strings.Cut(text, "#"); found {
		text = after
	} else if _, after, found := strings.Cut(text, "?"); found {
		text = after
	}
	if !link.IsLink(text) {
		return s, "this is not a link of the calculator: copy one from its address bar, or write opening for its opening run"
	}
	s, problems := link.DecodeFrom(s, text)
	if len(problems) > 0 {
		return s, "the link cannot be read in full: " + problems[0].Message
	}
	if s.View.Blank != nil {
		return s, "the link does not describe the whole run: in the calculator, " + form.Needed(s.Run, s.View.Blank)
	}
	if _, unknown := words.Known(s.View.Differs); len(unknown) > 0 {
		return s, "the link cannot be read in full: " + unknown[0] + " is not a departure that is known here"
	}
	return s, ""
}

// runField is the field of a run.
func runField(help string, optional, kept bool) Field {
	f := Field{Name: "run", Label: "run of the calculator", Help: help, Kind: Run, Optional: optional, Kept: kept}
	if !optional || kept {
		f.Default = "opening"
	}
	return f
}

// read decodes a result.
func read[Result any](raw json.RawMessage) (r Result, err error) {
	err = json.Unmarshal(raw, &r)
	return r, err
}

// percent is a share in words; shares of attackers are rounded up, those that an
// attack showed down.
func percent(share float64, up bool) string {
	if up {
		return number.Up(100*share, 3) + " %"
	}
	return number.Down(100*share, 3) + " %"
}

// short is a number rounded up to six digits, without zeros at its end.
func short(x float64) string {
	text := number.Up(x, 6)
	if strings.Contains(text, ".") && !strings.Contains(text, "×") {
		text = strings.TrimRight(strings.TrimRight(text, "0"), ".")
	}
	return text
}

// value is the number in a field, NaN if it holds none.
func value(v Values, name string) float64 {
	x, err := number.Parse(strings.TrimSpace(v[name]))
	if err != nil {
		return math.NaN()
	}
	return x
}

// MaxTable is how large a file may be, in bytes, to be read.
const MaxTable = sheet.MaxBytes

// TooLong says that a file of so many bytes is larger than MaxTable; it need not be read.
func TooLong(bytes int) string { return sheet.TooLong(bytes).Error() }
