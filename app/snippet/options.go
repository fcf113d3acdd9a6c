package snippet

import (
	"slices"
	"strconv"
	"strings"

	"lastiterate/app/snippet/lexicon"
	"lastiterate/app/snippet/numbers"
	"lastiterate/app/snippet/source"
)

// options notes the defaults of command-line options: parser.add_argument("--lr", default=0.1), flags.DEFINE_float("lr", 0.1,
// "").
func (r *reader) options() {
	r.shorts = map[string]string{}
	for i, t := range r.Tokens {
		if t.Kind != source.Name || !r.Is(i+1, "(") {
			continue
		}
		defined := strings.Contains(t.Text, "DEFINE_")
		if !defined && !strings.HasSuffix(t.Text, "add_argument") {
			continue
		}
		var options []string
		end, short := r.Closed(i+2), ""
		for at := i + 2; at < end; at++ {
			in := r.Tokens[at]
			long := in.Kind == source.Quoted && (defined || strings.HasPrefix(in.Text, "--"))
			switch {
			case in.Kind == source.Quoted && !defined && len(in.Text) == 2 && in.Text[0] == '-':
				short = in.Text
			case long && (options == nil || !defined && r.Is(at+1, ",")): // "--wd", "--weight-decay"
				options = append(options, strings.TrimLeft(in.Text, "-"))
				r.shorts[short] = options[0]
				if defined && r.Is(at+1, ",") {
					r.option(options[0], at+2)
				}
			case in.Kind == source.Name && in.Text == "dest" && r.Is(at+1, "=") && at+2 < end:
				options = append(options, r.Tokens[at+2].Text)
				r.sameOption(options)
			case options != nil && in.Kind == source.Name && in.Text == "default" && r.Is(at+1, "="):
				for _, option := range options {
					r.option(option, at+2)
				}
				r.hearOption(options[0], at+2)
			}
		}
	}
}

// overridden notes the values that the text gives options: parse_args(["--sigma", "0.5"]), parser.set_defaults(sigma=0.5), and
// the command line itself, python train.py --sigma 0.5.
func (r *reader) overridden() {
	for i := range r.Tokens {
		setAt := r.setAt(i)
		if setAt == nil {
			continue
		}
		end := r.CommandEnd(i)
		if r.Called(i) != "" {
			end = r.Closed(i + 2)
		}
		for at := i; at < end; at++ {
			if named, value := setAt(at); named != "" {
				if long, short := r.shorts[named]; short {
					named = long
				}
				if named[0] != '-' {
					r.setOption(named, value)
				}
			}
		}
	}
}

// setOption notes the value that the text gives an option.
func (r *reader) setOption(named string, at int) {
	x, ok := r.Part(at, min(at+1, len(r.Tokens)))
	broken, _ := r.Broken(at, min(at+1, len(r.Tokens)), true)
	field, known := lexicon.FieldOf(named)
	if !ok || broken != "" || x == 0 && r.defaults[field].set { // a 0 beside another value: --max_grad_norm 0, of the trainer
		return
	}
	r.Numbers[numbers.Option(named)], r.Numbers[numbers.SetOption(named)] = x, x
	if known && source.Has(ofDefaults, field) {
		r.defaults[field] = defaulted{"--" + named, x, true}
	}
}

// setAt returns a function that finds the option set at a token and the token of its value; nil if the expression at the given
// token sets no options.
func (r *reader) setAt(at int) func(at int) (named string, value int) {
	switch called := r.Called(at); {
	case strings.HasPrefix(called, "parse") && strings.HasSuffix(called, "args"):
		return func(at int) (string, int) {
			named, long := strings.CutPrefix(r.Tokens[at].Text, "--")
			if !long || r.Tokens[at].Kind != source.Quoted || !r.Is(at+1, ",") {
				return "", at
			}
			return named, at + 2
		}
	case called == "setdefault" && strings.HasSuffix(r.Name(at), "set_default"): // FLAGS.set_default("sigma", 0.5)
		return func(at int) (string, int) {
			if r.Tokens[at].Kind != source.Quoted || !r.Is(at-1, "(") || !r.Is(at+1, ",") {
				return "", at
			}
			return r.Tokens[at].Text, at + 2
		}
	case called == "setdefaults":
		return func(at int) (string, int) {
			if !r.Is(at+1, "=") {
				return "", at
			}
			return r.Name(at), at + 2
		}
	case r.Launches(at):
		return r.FlagAt
	}
	return nil
}

// command reads the options of a command line that are not fields of a run, and returns the end of the line.
func (r *reader) command(at int) (next int) {
	next, r.launched = r.CommandEnd(at), r.launched || !r.OptionsAlone(at)
	for ; at < next; at++ {
		named, after := r.FlagAt(at)
		field, known := lexicon.FieldOf(r.Name(at))
		if named == "" && known && r.Is(at+1, "=") && at+2 < next && !r.Is(at-1, "-") {
			r.override(field, at)
			continue
		}
		if named == "" {
			continue
		}
		value := ""
		if after < next {
			value = r.Tokens[after].Text
		}
		said := "--" + named + " " + value
		if long, short := r.shorts[named]; short {
			named = long
		} else if named[0] == '-' {
			if _, err := strconv.ParseFloat(value, 64); err != nil { // python -m train
				continue
			}
			r.leave(named+" "+value, "is an option of one letter, which the text does not define: enter it in the form")
			continue
		}
		field, known = lexicon.FieldOf(named)
		x, ok := r.Part(after, min(after+1, len(r.Tokens)))
		if m, marked := lexicon.MarkOf(named, false); marked {
			if !lexicon.Off(value) && !(value == "1" && m.Why == lexicon.SeveralDevices) {
				r.hear(said, m)
			}
		} else if m, adapts := lexicon.Optimiser(named, value); adapts {
			r.hear(said, m)
		} else if why, end := r.Broken(after, min(after+1, len(r.Tokens)), true); known && why != "" {
			r.withhold("--"+named+" "+r.Written(after, end), field, why)
		} else if known && r.refuse("--"+named+" ", field, after, after+2) {
			continue
		} else if set := r.defaults[field].set; known && ok && !set {
			r.number(said, field, x)
		}
	}
	return next
}

// override reads Hydra's sigma=0.5; sigma=0.5,1 means a run for each.
func (r *reader) override(field string, at int) {
	said := source.Join(r.Tokens[at : at+3])
	if x, ok := r.Part(at+2, at+3); r.Is(at+3, ",") {
		r.changes(field, said+", …")
	} else if ok {
		r.number(said, field, x)
	}
}

// ofOptions reports whether a value is computed from an option for which its default is used.
func (r *reader) ofOptions(from, to int) bool {
	return slices.ContainsFunc(r.Tokens[from:min(to, len(r.Tokens))], func(t source.Token) bool {
		dot := strings.LastIndexByte(t.Text, '.')
		if t.Kind != source.Name || dot < 0 {
			return false
		}
		_, direct := r.Numbers[t.Text]
		_, option := r.Numbers[numbers.Option(t.Text[dot+1:])]
		_, set := r.Numbers[numbers.SetOption(t.Text[dot+1:])]
		return option && !direct && !set
	})
}

// sameOption gives the last of an option's names the default of the others.
func (r *reader) sameOption(names []string) {
	last := names[len(names)-1]
	for _, named := range names {
		if x, known := r.Numbers[numbers.Option(named)]; known {
			r.Numbers[numbers.Option(last)] = x
		}
	}
}

// option notes the default of an option.
func (r *reader) option(named string, at int) {
	if x, _, ok := r.Value(at); ok {
		r.Numbers[numbers.Option(named)] = x
		if field, known := lexicon.FieldOf(named); known {
			r.defaults[field] = defaulted{"--" + named, x, false}
		}
	}
}

// hearOption handles an option whose default is a name: --lr-schedule, default "cos".
func (r *reader) hearOption(named string, at int) {
	if at >= len(r.Tokens) || r.Tokens[at].Kind != source.Quoted {
		return
	}
	value := strings.ToLower(r.Tokens[at].Text)
	if m, marked := lexicon.MarkOf(named, false); marked && !lexicon.Off(value) {
		r.hear("--"+named+" = "+value+" (its default)", m)
	}
}
