package snippet

import "strings"

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
			r.defaults[field] = defaulted{"--" + named, x}
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
}

// fallBack takes the defaults of options for fields that the text does not say otherwise.
// Each is said to be one, since the command line may have said something else.
func (r *reader) fallBack() {
	for _, field := range []string{"n", "b", "T", "epochs", "eta", "clip", multiplier, "delta"} {
		if d, ok := r.defaults[field]; ok && !r.says(field) && !(field == "T" && r.says("epochs")) &&
			!(field == multiplier && r.says("sigma")) {
			r.number(d.named+" (its default)", field, d.x)
			r.defaulted = true
		}
	}
}
