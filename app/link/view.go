package link

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"lastiterate/bounds/run"
)

// viewParam is one parameter of the view in a link. write returns its text, "" if it is not set. read sets it from a
// text, and returns "" or a sentence about what is wrong with the text.
type viewParam struct {
	name  string
	write func(View) string
	read  func(*View, string) string
}

// viewParams lists the parameters of the view in the order in which they are written.
var viewParams = []viewParam{
	choice("steps", func(v *View) *string { return &v.Steps }, "T", "epochs"),
	name("tab", func(v *View) *string { return &v.Tab }),
	sweep,
	name("plan", func(v *View) *string { return &v.Plan }),
	bound("from", func(v *View) *float64 { return &v.From }),
	bound("to", func(v *View) *float64 { return &v.To }),
	choice("xscale", func(v *View) *string { return &v.XScale }, "linear", "log"),
	choice("yscale", func(v *View) *string { return &v.YScale }, "linear", "log"),
	list("rows", MaxRows, func(v *View) *[]string { return &v.Rows }),
	name("open", func(v *View) *string { return &v.Open }),
	name("figure", func(v *View) *string { return &v.Figure }),
	name("lab", func(v *View) *string { return &v.Lab }),
	seed,
	list("show", maxShow, func(v *View) *[]string { return &v.Show }),
	choice("theme", func(v *View) *string { return &v.Theme }, "light", "dark", "auto"),
	name("size", func(v *View) *string { return &v.Size }),
	choice("report", func(v *View) *string { return &v.Report }, ReportAll),
	choice("only", func(v *View) *string { return &v.Only }, OnlyPublished),
	list("differs", maxDiffers, func(v *View) *[]string { return &v.Differs }),
	list("assumed", maxAssumed, func(v *View) *[]string { return &v.Assumed }),
}

// maxAssumed is the largest number of assumed fields that a link can list, more than a script can leave open.
const maxAssumed = 24

// maxDiffers is the largest number of departures from the run that a link can list.
const maxDiffers = 12

// maxShow is the largest number of parts that an embed can list.
const maxShow = 8

func choice(param string, field func(*View) *string, choices ...string) viewParam {
	return viewParam{
		name:  param,
		write: func(v View) string { return *field(&v) },
		read: func(v *View, text string) string {
			if !slices.Contains(choices, text) {
				return param + " must be one of " + strings.Join(choices, ", ")
			}
			*field(v) = text
			return ""
		},
	}
}

func name(param string, field func(*View) *string) viewParam {
	return viewParam{
		name:  param,
		write: func(v View) string { return *field(&v) },
		read: func(v *View, text string) string {
			if !isName(text) {
				return param + " must be a name of at most " + strconv.Itoa(MaxName) + " letters and digits"
			}
			*field(v) = text
			return ""
		},
	}
}

// isName reports whether text has the form of names of rows, tabs and tools: letters and digits, with marks between them.
func isName(text string) bool {
	if text == "" || len(text) > MaxName || !isAlphanumeric(text[0]) || !isAlphanumeric(text[len(text)-1]) {
		return false
	}
	for i := 0; i < len(text); i++ {
		if !isAlphanumeric(text[i]) && strings.IndexByte("-._", text[i]) < 0 {
			return false
		}
	}
	return true
}

// noneListed is the text of an empty list, which differs from no list.
const noneListed = "none"

func list(param string, most int, field func(*View) *[]string) viewParam {
	return viewParam{
		name: param,
		write: func(v View) string {
			if items := *field(&v); items == nil || len(items) > 0 {
				return strings.Join(items, "~")
			}
			return noneListed
		},
		read: func(v *View, text string) string {
			if text == noneListed {
				*field(v) = []string{}
				return ""
			}
			// Links written by hand may have commas.
			items := strings.Split(strings.ReplaceAll(text, ",", "~"), "~")
			if len(items) > most {
				return fmt.Sprintf("%s can list at most %d names", param, most)
			}
			for i, item := range items {
				if !isName(item) || item == noneListed {
					return param + " must be names joined by ~, or none"
				}
				if slices.Contains(items[:i], item) {
					return param + " lists " + item + " twice"
				}
			}
			*field(v) = items
			return ""
		},
	}
}

// bound is an end of the varied range; both ends are written once To is set.
func bound(param string, field func(*View) *float64) viewParam {
	return viewParam{
		name: param,
		write: func(v View) string {
			if v.To == 0 {
				return ""
			}
			return run.FormatNumber(*field(&v))
		},
		read: func(v *View, text string) string {
			x, message := decimal(text)
			if message == "" && (x < 0 || x > run.MaxMagnitude) {
				message = "must lie between 0 and 1e30"
			}
			if message != "" {
				return param + " " + message
			}
			*field(v) = x
			return ""
		},
	}
}

var sweep = viewParam{
	name:  "sweep",
	write: func(v View) string { return v.Sweep },
	read: func(v *View, text string) string {
		f, isField := run.FieldByName(text)
		if text != "alpha" && text != "delta" && (!isField || f.Kind == run.Choice) {
			return "sweep must be the name of a number, such as T, eta or delta"
		}
		v.Sweep = text
		return ""
	},
}

var seed = viewParam{
	name: "seed",
	write: func(v View) string {
		if v.Seed == 0 {
			return ""
		}
		return strconv.Itoa(v.Seed)
	},
	read: func(v *View, text string) string {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > run.MaxCount {
			return "seed must be a whole number from 1 to 1e12"
		}
		v.Seed = n
		return ""
	},
}
