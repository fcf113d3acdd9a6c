package words

import (
	"slices"
	"strconv"
	"strings"

	"lastiterate/app/form"
	"lastiterate/app/number"
	"lastiterate/bounds/claim"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// Up to listedLeft values that are still those of the origin are listed beside a number. Of more values, up to namedLeft, only
// the fields are named. Still more values are only counted.
const listedLeft, namedLeft = 4, 8

// Origin marks the answer for a run that the page filled in: a preset or, if preset is empty, the opening run.
func Origin(preset string, changed bool) string {
	switch {
	case preset == "" && changed:
		return ExampleChanged
	case preset == "":
		return ExampleAnswer
	case changed:
		return "Preset: " + preset + ", changed"
	}
	return "Preset: " + preset
}

// OriginRun says above the form which run the page has filled in.
func OriginRun(preset string) string {
	if preset == "" {
		return ExampleRun
	}
	return "A preset, until you enter your own values: " + preset + "."
}

// LinkRun says above the form that the run comes from a link, and was not entered here. If the link is incomplete, some values are
// the opening run's.
func LinkRun(whole bool) string {
	if whole {
		return "These values came with the link."
	}
	return "These values came with the link; those that it leaves out are the example’s."
}

// OfLink says whose the values of a link are.
func OfLink(whole bool) string {
	if whole {
		return "the link’s"
	}
	return "the link’s or the example’s"
}

// Whose says whose the values of an origin are: the preset’s or, if preset is empty, the example’s.
func Whose(preset string) string {
	if preset != "" {
		return "the preset’s"
	}
	return "the example’s"
}

// Left lists, beside a number, the values on which the answer depends that are still the origin's, once some others have been
// entered, and names the origin. It also says if the number of iterations follows from the origin's epochs. It is empty if all
// values, or none, are the origin's.
func Left(q claim.Query, whose string, entered, left []string) string {
	if len(entered) == 0 || len(left) == 0 {
		return ""
	}
	if len(left) <= listedLeft {
		return "Still " + whose + " — " + Values(q, left) + "."
	}
	yours := strconv.Itoa(len(entered)) + " values"
	if len(entered) <= 2 {
		yours = form.Missing(q.Run, entered)
	}
	follows := ""
	if slices.Contains(left, form.Epochs) {
		follows = " The number of iterations T = " + number.Plain(float64(q.Run.T)) + " follows."
	}
	named := ""
	if len(left) <= namedLeft {
		named = ": " + form.Missing(q.Run, left)
	}
	return "Entered: " + yours + "." + follows + " The other " + strconv.Itoa(len(left)) + " values are " + whose + named + "."
}

// Vanishing says, beside a negligible number, which values that nobody has entered make it so small; empty if there are no fields.
func Vanishing(q claim.Query, whose string, fields []string) string {
	if len(fields) == 0 {
		return ""
	}
	return "This ε is so small because of values that are still " + whose + " — " + Values(q, fields) + ". Enter yours: "
}

// Assumed says, beside a number, which values have been assumed, since the pasted text did not state them; empty if there are
// no fields.
func Assumed(q claim.Query, fields []string) string {
	if len(fields) == 0 {
		return ""
	}
	return "Assumed, not in your text — " + Values(q, fields) + "."
}

// AssumedInLink says the same about values that were assumed when the link was made.
func AssumedInLink(q claim.Query, fields []string) string {
	if len(fields) == 0 {
		return ""
	}
	return "Assumed when the link was made, not in its author’s script — " + Values(q, fields) + "."
}

// Values lists the values of fields, in few words.
//
//go:noinline
func Values(q claim.Query, fields []string) string {
	var parts []string
	for _, field := range fields {
		c := protocol.Change{Field: field, Value: q.Run.Get(field)}
		switch field {
		case form.Delta:
			c.Value = run.FormatNumber(q.Question.Delta)
		case form.Epochs:
			c.Value = run.FormatNumber(float64(q.Run.T) / float64(q.Run.EpochSteps()))
		}
		parts = append(parts, Miss(q.Run, c))
	}
	return strings.Join(parts, " · ")
}
