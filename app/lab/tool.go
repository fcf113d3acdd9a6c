// Package lab holds what the laboratory's page shows: its tools, the request that each makes
// to the engine, and the words and pictures of its answers. It does not depend on a browser.
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

// Kind is the kind of a field's content.
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
	// Fold is the heading that the field is folded under until it is used, with its neighbours of the same fold.
	Fold string
	// LinksOnly says that the field is not sent to the engine: only the answer's links use it.
	LinksOnly bool
	// Setting says that the default is a usual choice, such as a confidence, and not a value of the example.
	Setting bool
	// Example says that the default run is the tool's own example, which a button opens in place of the visitor's.
	Example bool
}

// Tool is a tool of the laboratory.
type Tool struct {
	Name   string // in links
	Method string // of the protocol
	Title  string // what the tool is for
	Tab    string // the label of its tab, a few words
	Group  Group
	Lead   []string // paragraphs above the answer
	Fields []Field
	Slow   bool   // computed when the visitor presses a button, not after every edit; its example is computed at once
	Asks   bool   // the engine also gets the question of the run's link
	Proves bool   // the answer rests on theorems about the run, and may be restricted to some of them
	Quick  bool   // of a run the engine has a weaker answer soon, which is shown until the whole one comes
	Source string // citations, for a line below the answer
	// input turns the map input, which contains the values of the fields, into the input of the method; nil if they are the
	// same.
	input func(values Values, input map[string]any) []Problem
	// used reports whether a field matters, given the values of the other fields; nil if all fields matter.
	used func(values Values, name string) bool
	// takes returns the values of other fields that belong to a run in place of the example's. A value that the run does not say is
	// empty.
	takes func(link.State) Values
	// show turns the engine's answer into what the page shows; see Show.
	show func(values Values, result json.RawMessage) (View, error)
}

// Values are the texts of a tool's fields, by their names.
type Values map[string]string

// Problem is a sentence about what is wrong with a field.
type Problem struct{ Field, Message string }

// View is an answer as the page shows it.
type View struct {
	Answer string // the sentence with the number
	Hidden string // why the picture of this run shows little, if an example's shows more
	// Quieter is then the same run with less noise, whose picture shows more.
	Quieter string
	Wrong   bool   // an attack contradicts the guarantee that was stated
	Head    string // above the facts, if their values need a word
	Facts   []Fact
	Notes   []string // how to read the answer
	Chart   *plot.Chart
	Below   *plot.Chart // a second chart, with different axes
	// Playing replaces the chart by one that is shown step by step.
	Playing *Playing
	Scale   []Mark // values of ε, or of ScaleOf, on one line
	ScaleOf string // the letter of the values on the line, if it is not ε
	Links   []Link // runs of the calculator
}

// Fact is a line of a small table.
type Fact struct{ Name, Value, Note string }

// Link opens a run in the calculator.
type Link struct{ Text, Fragment string }

// tools is filled by the first call of Tools, so that the linker leaves the tools out of a
// program that never calls it, such as the calculator's.
var tools []*Tool

// Tools lists all tools in the order of the page, group by group.
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

// ByName returns the tool of this name, or nil if there is none.
func ByName(name string) *Tool {
	for _, t := range Tools() {
		if t.Name == name {
			return t
		}
	}
	return nil
}

// Page is the address of the tool's documentation: the section of the laboratory's page whose heading is
// the tool's tab. The anchor is formed in the way in which that page forms its anchors.
func (t *Tool) Page() string {
	anchor := ""
	for _, r := range strings.ToLower(t.Tab) {
		switch {
		case r == ' ':
			anchor += "-"
		case r < 0x80:
			anchor += string(r)
		}
	}
	return "docs/laboratory.html#" + anchor
}

// field is the tool's field of this name, which must exist.
func (t *Tool) field(name string) Field {
	return t.Fields[slices.IndexFunc(t.Fields, func(f Field) bool { return f.Name == name })]
}

// Folds are the fields, each in a list of its own or with those that are folded under the same heading.
func (t *Tool) Folds() (lists [][]Field) {
	for _, f := range t.Fields {
		if n := len(lists); n > 0 && f.Fold != "" && lists[n-1][0].Fold == f.Fold {
			lists[n-1] = append(lists[n-1], f)
			continue
		}
		lists = append(lists, []Field{f})
	}
	return lists
}

// Defaults are the values that a tool opens with.
func (t *Tool) Defaults() Values {
	v := Values{}
	for _, f := range t.Fields {
		v[f.Name] = f.Default
	}
	return v
}

// Opens reports whether a slow tool is computed without a press of the button: at its own example, which takes seconds.
func (t *Tool) Opens(v Values) bool {
	return !t.Slow || Encode(t, v) == Encode(t, t.Defaults())
}

// Request returns the request to the engine. If it returns problems, some fields are wrong, and the request must not be
// sent.
func (t *Tool) Request(v Values) (protocol.Request, []Problem) {
	return t.request(v, map[string]any{})
}

// Requests are the requests whose answers are shown one after the other, each in place of the one before. The last is Request's.
func (t *Tool) Requests(v Values) (list []protocol.Request, problems []Problem) {
	q, problems := t.Request(v)
	if t.Quick && q.Run != nil {
		first, _ := t.request(v, map[string]any{"quick": true})
		list = append(list, first)
	}
	return append(list, q), problems
}

// request is the request with the fields added to the input.
func (t *Tool) request(v Values, input map[string]any) (protocol.Request, []Problem) {
	q := protocol.Request{Method: t.Method, Progress: true}
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
			x, err := number.ParseMeasure(text)
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
			if fault == "" && !f.LinksOnly {
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

// askOf writes a run into a request; fault says why the tool has no answer for the run.
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

// Show puts the engine's answer into words and pictures.
func (t *Tool) Show(v Values, result json.RawMessage) (View, error) { return t.show(v, result) }

// ReadRun reads a link of the calculator, whole or from its "#" on; "opening" stands for
// the run with which the calculator opens. fault says what is wrong with the link; it is empty if nothing is.
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

// runField returns a field for a run of the calculator.
func runField(help string, optional, linksOnly bool) Field {
	f := Field{Name: "run", Label: "run of the calculator", Help: help, Kind: Run, Optional: optional, LinksOnly: linksOnly}
	if !optional || linksOnly {
		f.Default = "opening"
	}
	return f
}

// read decodes a result.
func read[Result any](raw json.RawMessage) (r Result, err error) {
	err = json.Unmarshal(raw, &r)
	return r, err
}

// percent writes a share in percent with three digits. Upper bounds on an attacker's share are rounded up; shares
// that an attack has achieved are rounded down.
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
	x, err := number.ParseMeasure(strings.TrimSpace(v[name]))
	if err != nil {
		return math.NaN()
	}
	return x
}

// MaxTable is the largest size, in bytes, of a file that is read.
const MaxTable = sheet.MaxBytes

// TooLong is the error message for a file of this many bytes, which exceeds MaxTable.
func TooLong(bytes int) string { return sheet.TooLong(bytes).Error() }
