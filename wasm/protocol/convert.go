package protocol

import (
	"math"
	"strings"
	"unicode"
	"unicode/utf8"

	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/theorem"
)

// FromReport writes a report as the result of "evaluate".
func FromReport(p bounds.Report) Result {
	r := Result{
		Answer:        fromAnswer(p.Answer),
		Published:     fromAnswer(p.Published),
		Lower:         fromAnswer(p.Lower),
		LowerEstimate: fromAnswer(p.LowerEstimate),
		Contradiction: fromContradiction(p.Contradiction),
		Verdict:       Verdict{Helps: p.Verdict.Helps, BurnIn: p.Verdict.BurnIn, GivenUp: p.Verdict.GivenUp, Changes: []Change{}},
		Warnings:      append([]string{}, p.Warnings...),
		Statement:     p.Statement,
		Rows:          FromRows(p.Rows),
	}
	for _, c := range p.Verdict.Changes {
		r.Verdict.Changes = append(r.Verdict.Changes, Change{Field: c.Field, Value: c.Value, Epsilon: Number(c.Epsilon), Impractical: c.Impractical})
	}
	r.Verdict.Ordered = fromAnswer(p.Verdict.Ordered)
	return r
}

func fromAnswer(a *bounds.Answer) *Answer {
	if a == nil {
		return nil
	}
	return &Answer{Row: a.Row, Epsilon: Number(a.Epsilon), Certified: a.Certified}
}

func fromContradiction(c *bounds.Contradiction) *Contradiction {
	if c == nil {
		return nil
	}
	return &Contradiction{Upper: *fromAnswer(&c.Upper), Lower: *fromAnswer(&c.Lower)}
}

// FromPart writes what is known so far, and the ids of the rows to come.
func FromPart(p bounds.Report, pending []string, answered bool) Partial {
	return Partial{
		Rows: FromRows(p.Rows), Pending: pending, Contradiction: fromContradiction(p.Contradiction),
		Answer: fromAnswer(p.Answer), Published: fromAnswer(p.Published),
		Lower: fromAnswer(p.Lower), LowerEstimate: fromAnswer(p.LowerEstimate),
		Warnings: append([]string{}, p.Warnings...), Helps: p.Verdict.Helps, Answered: answered,
	}
}

// Brief leaves out of rows what they say whatever the run is and whoever has had
// one answer knows: source, formula with its symbols, and errata, more than half of an answer's
// length.
func Brief(rows []Row) {
	for i := range rows {
		rows[i].Source, rows[i].Formula, rows[i].Symbols, rows[i].Errata = nil, "", "", ""
	}
}

// FromRows writes rows, for results and for partial results.
func FromRows(rows []bounds.Row) []Row {
	out := make([]Row, len(rows))
	for i, row := range rows {
		out[i] = fromRow(row)
	}
	return out
}

func fromRow(row bounds.Row) Row {
	t := row.Theorem
	out := Row{
		ID: t.ID, Name: t.Name, Source: fromSource(t.Source), Side: string(t.Side), Status: string(t.Status), HiddenState: t.HiddenState,
		Applies: row.Applies, Hypotheses: make([]Hypothesis, len(row.Hypotheses)),
		Epsilon: optional(row.Epsilon), Mu: optional(row.Mu), Gap: optional(row.Gap), Certified: row.Certified,
		Optimum: fromChosen(row.Chosen), Note: joined(t.Note, row.Note), Errata: t.Errata,
		Formula: t.Formula, Symbols: t.Symbols, Substituted: row.Substituted, Schedule: row.Schedule,
	}
	for i, h := range row.Hypotheses {
		out.Hypotheses[i] = Hypothesis(h)
	}
	if row.Alpha != 0 && !math.IsNaN(row.Renyi) {
		out.RDP = &RDP{Alpha: Number(row.Alpha), Epsilon: Number(row.Renyi), Converted: optional(row.Converted), Mironov: optional(row.Mironov)}
	}
	if row.Err != nil {
		out.Failed = sentence(row.Err.Error())
		out.Note = joined(out.Note, sentence("No value was found: "+row.Err.Error()))
	}
	return out
}

// joined puts the run's note, as a sentence, after the theorem's.
func joined(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + " " + sentence(b)
}

// sentence gives a note a capital, unless it begins with a symbol, and a full
// stop. A word of one letter is a symbol, but for the article.
func sentence(note string) string {
	first, size := utf8.DecodeRuneInString(note)
	word, _, _ := strings.Cut(note, " ")
	if len(word) > size || word == "a" {
		note = string(unicode.ToUpper(first)) + note[size:]
	}
	if !strings.HasSuffix(note, ".") {
		note += "."
	}
	return note
}

func fromSource(s theorem.Source) *Source {
	return &Source{Authors: s.Authors, Title: s.Title, Year: s.Year, Where: s.Where, URL: s.URL, Key: s.Key, BibTeX: s.BibTeX()}
}

// fromChosen writes what was chosen under the names of an Optimum, nil for nothing.
func fromChosen(chosen []claim.Choice) *Optimum {
	if len(chosen) == 0 {
		return nil
	}
	out := &Optimum{}
	for _, c := range chosen {
		var all []Number
		for _, x := range c.Values {
			all = append(all, Number(x))
		}
		switch one := &all[0]; c.Name {
		case "tau":
			out.Tau = int(*one)
		case "window":
			out.Window = int(*one)
		case "p":
			out.P = unlessZero(one)
		case "beta":
			out.Beta = unlessZero(one)
		case "betas":
			out.Betas = all
		case "block":
			out.Block = int(*one)
		case "tail":
			out.Tail = int(*one)
		case "levels":
			out.Levels = all
		case "least":
			out.Least = one
		case "most":
			out.Most = one
		case "factor":
			out.Factor = one
		}
	}
	return out
}

func unlessZero(n *Number) *Number {
	if *n == 0 {
		return nil
	}
	return n
}

// FromCurve writes the series of a curve, and where it levels off, 0 for nowhere.
func FromCurve(series []bounds.Series, levelsOff int) CurveResult {
	out := CurveResult{Series: make([]Series, len(series)), LevelsOff: levelsOff}
	for i, s := range series {
		out.Series[i] = Series{Row: s.Row, Epsilon: make([]*Number, len(s.Epsilon)), Coarse: s.Coarse}
		for j, e := range s.Epsilon {
			out.Series[i].Epsilon[j] = optional(e)
		}
	}
	return out
}
