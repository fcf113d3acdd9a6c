package snippet

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/source"
	"lastiterate/bounds/run"
)

// members reads a JSON object: one of ours, or a configuration.
func (r *reader) members(object map[string]any) {
	names := make([]string, 0, len(object))
	for member := range object {
		names = append(names, member)
	}
	slices.Sort(names)
	for _, named := range names {
		r.member(named, object[named])
	}
}

// member reads a member of a JSON object.
func (r *reader) member(named string, given any) {
	said := func(value string) string { return named + ": " + value }
	if f, ok := run.FieldByName(named); r.ours && ok && lexicon.OfSchedule(f.Name) {
		r.take(said(fmt.Sprint(given)), named, fmt.Sprint(given))
		return
	}
	if m, ok := lexicon.MarkOf(named, false); ok {
		if value, err := json.Marshal(given); err == nil && !lexicon.Off(string(value)) {
			r.hear(said(string(value)), m)
		}
		return
	}
	field, isNumber := lexicon.FieldOf(named)
	if len(named) == 1 && (source.Has(constants, field) || field == "radius") && !r.ours { // of a model, say
		isNumber = false
	}
	if named == "sigma" || named == "noise" {
		isNumber, field = named == "sigma", named
	}
	switch value := given.(type) {
	case map[string]any:
		if !lexicon.IsOther(named) {
			r.members(value)
		}
	case float64:
		if isNumber {
			r.number(said(run.FormatNumber(value)), field, value)
		} else if named != "v" && named != "id" {
			r.aside = append(r.aside, named)
		}
	case bool:
		if !r.flag(said(strconv.FormatBool(value)), named, strconv.FormatBool(value)) {
			r.aside = append(r.aside, named)
		}
	case string:
		m, adapts := lexicon.Optimiser(named, value)
		switch {
		case adapts:
			r.hear(said(value), m)
		case isNumber && value == "inf":
			r.number(said(value), field, math.Inf(1))
		case !r.flag(said(value), named, value):
			r.aside = append(r.aside, named)
		}
	}
}
