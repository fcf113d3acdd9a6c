package snippet

import (
	"slices"
	"strings"

	"lastiterate/bounds/run"
)

// withoutImports leaves out the lines that only say where names come from.
func withoutImports(in []token) []token {
	var out []token
	for i := 0; i < len(in); {
		t := in[i]
		begins := t.kind == name && (i == 0 || in[i-1].kind == line)
		if !begins || t.text != "import" && !(t.text == "from" && i+2 < len(in) && in[i+2].text == "import") {
			out = append(out, t)
			i++
			continue
		}
		for depth := 0; i < len(in) && (in[i].kind != line || depth > 0); i++ {
			switch in[i].text {
			case "(":
				depth++
			case ")":
				depth--
			}
		}
	}
	return out
}

// apart is where a statement ends that is about other data than those trained on:
// test_loader = DataLoader(test_dataset, batch_size=1000).
func (r *reader) apart(at int) (after int, other bool) {
	t := r.in[at]
	if t.kind == name && (strings.HasSuffix(t.text, "add_argument") || strings.Contains(t.text, "DEFINE_")) && r.is(at+1, "(") {
		return r.closed(at + 2), true // options has read it
	}
	if t.text == "def" && isOther(r.name(at+1)) && hasAny([]string{"loader", "dataloader"}, segmentsOf(r.name(at+1))) {
		return r.block(at), true // def val_dataloader(self):
	}
	if share, _ := fieldOf(t.text); share == "share" {
		return at, false // it is held out of the data
	}
	if r.called(at) == "dataloader" && isOther(r.name(r.argument(at+2, 0, "dataset"))) {
		return r.closed(at + 2), true
	}
	if t.kind == name && r.begins(at) && r.is(at+1, ":") && r.ends(at+2) && isOther(t.text) { // eval: and what is indented below
		return r.block(at), true
	}
	if t.kind == quoted && r.is(at+1, ":") && isOther(t.text) { // {"val": DataLoader(…)}
		after, _ := r.skip(at + 2)
		return after, true
	}
	if t.kind != name || !r.is(at+1, "=") || at > 0 && r.in[at-1].kind != line {
		return at, false
	}
	if isOther(t.text) {
		after, _ := r.skip(at + 2)
		return after, true
	}
	return at, false
}

// block is the token after the block that a statement at a token begins.
func (r *reader) block(at int) int {
	column := r.in[at].column
	for at++; at < len(r.in) && !(r.begins(at) && r.in[at].kind != line && r.in[at].column <= column); at++ {
	}
	return at
}

// closed is the token after the bracket that closes one which opened just before.
func (r *reader) closed(at int) int {
	if at < 1 || at > len(r.in) {
		return len(r.in)
	}
	if len(r.ended) != len(r.in) {
		r.enclose()
	}
	return min(r.closing[at-1]+1, len(r.in))
}

// options notes what options of the command line are where it does not say them:
// parser.add_argument("--lr", default=0.1), flags.DEFINE_float("lr", 0.1, "").
func (r *reader) options() {
	for i, t := range r.in {
		if t.kind != name || !r.is(i+1, "(") {
			continue
		}
		defined := strings.Contains(t.text, "DEFINE_")
		if !defined && !strings.HasSuffix(t.text, "add_argument") {
			continue
		}
		var options []string
		end := r.closed(i + 2)
		for at := i + 2; at < end; at++ {
			in := r.in[at]
			long := in.kind == quoted && (defined || strings.HasPrefix(in.text, "--"))
			switch {
			case long && (options == nil || !defined && r.is(at+1, ",")): // "--wd", "--weight-decay"
				options = append(options, strings.TrimLeft(in.text, "-"))
				if defined && r.is(at+1, ",") {
					r.option(options[0], at+2)
				}
			case in.kind == name && in.text == "dest" && r.is(at+1, "=") && at+2 < end:
				options = append(options, r.in[at+2].text)
				r.sameOption(options)
			case options != nil && in.kind == name && in.text == "default" && r.is(at+1, "="):
				for _, option := range options {
					r.option(option, at+2)
				}
				r.hearOption(options[0], at+2)
			}
		}
	}
}

// overridden notes what the text sets options to: parse_args(["--sigma", "0.5"]), parser.set_defaults(sigma=0.5), and the
// command line itself, python train.py --sigma 0.5.
func (r *reader) overridden() {
	for i := range r.in {
		setAt := r.setAt(i)
		if setAt == nil {
			continue
		}
		end := r.commandEnd(i)
		if r.called(i) != "" {
			end = r.closed(i + 2)
		}
		for at := i; at < end; at++ {
			if named, value := setAt(at); named != "" {
				r.setOption(named, value)
			}
		}
	}
}

// setOption notes what the text sets an option to.
func (r *reader) setOption(named string, at int) {
	x, ok := r.part(at, min(at+1, len(r.in)))
	field, known := fieldOf(named)
	if !ok || x == 0 && r.defaults[field].set { // none beside one: --max_grad_norm 0, of the trainer
		return
	}
	r.numbers[dashes+plain(named)], r.numbers[setByText+plain(named)] = x, x
	if known && has(ofDefaults, field) {
		r.defaults[field] = defaulted{"--" + named, x, true}
	}
}

// setAt finds, in what begins at a token, the option that is set at another token, and where its value is; nil where what begins
// there sets none.
func (r *reader) setAt(at int) func(at int) (named string, value int) {
	switch called := r.called(at); {
	case strings.HasPrefix(called, "parse") && strings.HasSuffix(called, "args"):
		return func(at int) (string, int) {
			named, long := strings.CutPrefix(r.in[at].text, "--")
			if !long || r.in[at].kind != quoted || !r.is(at+1, ",") {
				return "", at
			}
			return named, at + 2
		}
	case called == "setdefaults":
		return func(at int) (string, int) {
			if !r.is(at+1, "=") {
				return "", at
			}
			return r.name(at), at + 2
		}
	case r.launches(at):
		return r.flagAt
	}
	return nil
}

// launches reports whether a command line begins at a token.
func (r *reader) launches(at int) bool {
	if !has(launchers, r.name(at)) {
		return false
	}
	first := r.lineOf(at)
	set := r.is(first+1, "=") && r.name(first) == strings.ToUpper(r.name(first)) // CUDA_VISIBLE_DEVICES=0 python train.py
	return first == at || r.is(at-1, "!") || r.is(at-1, "$") || set || has(prefixes, r.name(first))
}

// command hears what options of a command line mean that are no fields of a run, and returns where the line ends.
func (r *reader) command(at int) (next int) {
	next, r.launched = r.commandEnd(at), true
	for ; at < next; at++ {
		named, after := r.flagAt(at)
		if field, known := fieldOf(r.name(at)); named == "" && known && r.is(at+1, "=") && at+2 < next { // Hydra's sigma=0.5
			if x, ok := r.part(at+2, at+3); ok {
				r.number(text(r.in[at:at+3]), field, x)
			}
			continue
		}
		if named == "" {
			continue
		}
		value := ""
		if after < next {
			value = r.in[after].text
		}
		said := "--" + named + " " + value
		field, known := fieldOf(named)
		x, ok := r.part(after, min(after+1, len(r.in)))
		if m, marked := markOf(named, false); marked {
			if !off(value) && !(value == "1" && m.why == severalDevices) {
				r.hear(said, m)
			}
		} else if m, adapts := optimiser(named, value); adapts {
			r.hear(said, m)
		} else if set := r.defaults[field].set; known && ok && !set {
			r.number(said, field, x)
		}
	}
	return next
}

// commandEnd is where the command line ends that begins at a token; a backslash continues it.
func (r *reader) commandEnd(at int) int {
	for !r.ends(at) || r.is(at-1, "\\") && at < len(r.in) {
		at++
	}
	return at
}

// launchers begin a command line that trains, and prefixes may stand before them.
var (
	launchers = strings.Fields("python python3 torchrun accelerate deepspeed")
	prefixes  = strings.Fields("env nohup time srun sudo exec")
)

// flagAt is the option that two dashes begin at a token, --noise-multiplier, and the token at which its value begins.
func (r *reader) flagAt(at int) (named string, after int) {
	if !r.is(at, "-") || !r.is(at+1, "-") || r.name(at+2) == "" || r.in[at+2].from != r.in[at].from+2 {
		return "", at
	}
	named, after = r.name(at+2), at+3
	for r.is(after, "-") && r.name(after+1) != "" && r.in[after+1].from == r.in[after].from+1 {
		named, after = named+"-"+r.name(after+1), after+2
	}
	if r.is(after, "=") {
		after++
	}
	return named, after
}

// ofOptions reports whether a value is computed from an option whose default stands for it.
func (r *reader) ofOptions(from, to int) bool {
	return slices.ContainsFunc(r.in[from:min(to, len(r.in))], func(t token) bool {
		dot := strings.LastIndexByte(t.text, '.')
		if t.kind != name || dot < 0 {
			return false
		}
		_, direct := r.numbers[t.text]
		_, option := r.numbers[dashes+plain(t.text[dot+1:])]
		_, set := r.numbers[setByText+plain(t.text[dot+1:])]
		return option && !direct && !set
	})
}

// argumentDefault takes what the calls of a function give an argument that has a default; the default where they say nothing.
func (r *reader) argumentDefault(named, field string, at int, x float64) {
	of := r.defined(at)
	given, known := r.givenTo(of, named, at)
	switch {
	case len(given) == 0 && known:
		if _, option := r.defaults[field]; !option {
			r.defaults[field] = defaulted{named + " of " + of, x, false}
		}
	case known && !slices.ContainsFunc(given, func(y float64) bool { return y != given[0] }):
		r.number(named+" = "+run.FormatNumber(given[0])+" of "+of, field, given[0])
	case disputed[field] != "":
		r.blanks = append(r.blanks, disputed[field])
		r.leave(named+" = "+run.FormatNumber(x), "is a default that a call of "+of+" replaces: enter the value that counts")
	}
}

// givenTo are the numbers that calls of a function give the argument whose name is at a token of its definition, by its name or by
// its place. known is false where one gives it something else.
func (r *reader) givenTo(of, named string, at int) (given []float64, known bool) {
	const longest = 1000 // tokens of a definition
	place := 0
	for i := r.enclosing(at) + 2; i < at && at-i < longest; i++ {
		if r.is(i, ",") && r.bracket[i] == r.bracket[at] {
			place++
		}
	}
	if has([]string{"self", "cls"}, r.name(r.past(r.enclosing(at)+2))) {
		place--
	}
	if of == "__init__" { // whose class is called
		of = r.classOf(at)
	}
	calls := slices.Concat(r.tokensOf(of), r.tokensOf("."+of))
	for _, i := range calls[:min(len(calls), mostCalls)] {
		called := r.name(i)
		if !r.is(i+1, "(") || r.name(i-1) == "def" || r.name(i-1) == "class" || called != of && !strings.HasSuffix(called, "."+of) {
			continue
		}
		value := r.argument(i+2, -1, named)
		if value < 0 {
			value = r.argument(i+2, place, "")
		}
		if value < 0 {
			continue
		}
		x, after, ok := r.value(value)
		if !ok || !r.is(r.past(after), ",") && !r.is(r.past(after), ")") {
			return given, false
		}
		given = append(given, x)
	}
	return given, true
}

// classOf is the name of the class in which a token is; empty where it is in none.
func (r *reader) classOf(at int) string {
	for at = r.around(at); at >= 0; at = r.around(at) {
		if r.name(at) == "class" {
			return r.name(at + 1)
		}
	}
	return ""
}

// mostCalls is how many calls of a function are looked at.
const mostCalls = 50

// sameOption gives the last of an option's names the default that the others were given.
func (r *reader) sameOption(names []string) {
	last := names[len(names)-1]
	for _, named := range names {
		if x, known := r.numbers[dashes+plain(named)]; known {
			r.numbers[dashes+plain(last)] = x
		}
	}
}

// option notes the default of one.
func (r *reader) option(named string, at int) {
	if x, _, ok := r.value(at); ok {
		r.numbers[dashes+plain(named)] = x
		if field, known := fieldOf(named); known {
			r.defaults[field] = defaulted{"--" + named, x, false}
		}
	}
}

// hearOption hears an option whose default is a name: --lr-schedule, default "cos".
func (r *reader) hearOption(named string, at int) {
	if at >= len(r.in) || r.in[at].kind != quoted {
		return
	}
	value := strings.ToLower(r.in[at].text)
	if m, marked := markOf(named, false); marked && !off(value) {
		r.hear("--"+named+" = "+value+" (its default)", m)
	}
}

// defaulted is an option of the command line, and what it is where that does not say it.
type defaulted struct {
	named string
	x     float64
	set   bool // by the text: it is no default
}

// ofDefaults are the fields that options may say.
var ofDefaults = []string{"n", "b", "T", "epochs", "eta", "clip", multiplier, "delta"}

// targets reports whether the text trains for a target ε, from which the noise follows.
func (r *reader) targets() bool {
	return slices.ContainsFunc(r.in, func(t token) bool { return lastPart(t.text) == "makeprivatewithepsilon" })
}

// fallBack takes the defaults of options for fields that the text does not say otherwise.
// Each is said to be one, since the command line may have said something else.
func (r *reader) fallBack() {
	for _, field := range ofDefaults {
		if field == multiplier && r.targets() {
			continue
		}
		if d, ok := r.defaults[field]; ok && !r.says(field) && !(field == "T" && r.says("epochs")) &&
			!(field == multiplier && r.says("sigma")) {
			if d.set {
				r.number(d.named+" = "+run.FormatNumber(d.x), field, d.x)
				continue
			}
			r.number(d.named+" (its default)", field, d.x)
			r.defaulted = true
		}
	}
}
