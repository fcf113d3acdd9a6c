package main

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"strings"
	"unicode/utf8"

	"lastiterate/app/link"
	"lastiterate/bounds"
	"lastiterate/wasm/engine"
	"lastiterate/wasm/protocol"
)

// hostileTexts replace a value, a name or a whole input.
var hostileTexts = []string{
	"", " ", "0", "-0", "-1", "1e999", "1e-999", "-1e30", "9007199254740993", "NaN", "inf", "-inf", "Infinity", "0x10", "1_000", "1,5", "٣",
	"１", "1e", "e1", "+1", ".", "1e+0000000000000001",
	"null", "true", "[]", "{}", `"`, `\`, "%", "%0", "%zz", "%00", "%ff", "&", "=", "#", "?", "~", "~~", ".1", ".5", "\x00", "\xff\xfe",
	"\u202e", "\ufeff", "𝜎", "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>",
	"javascript:alert(1)", "__proto__", "constructor", "../../etc/passwd", "=1+1", "@SUM(1)", "'; DROP TABLE runs; --", "${7*7}", "{{7*7}}",
	strings.Repeat("9", 400), strings.Repeat("w", 1000), strings.Repeat("[", 1000), strings.Repeat(`{"a":`, 1000),
	strings.Repeat("&eta=1", 300), strings.Repeat("\u0301", 300),
}

// aLink and theRequests are the inputs to corrupt.
const aLink = "v=1&n=60000&b=256&T=2000&eta=0.1&clip=1&sigma=0.01&noise=iterate&diameter=2&adjacency=replace&scheme=cyclic" +
	"&loss=strongly-convex&smoothness=1&strong_convexity=0.5&clipping=active&delta=1e-5" +
	"&steps=epochs&tab=sweep&sweep=eta&from=0.01&to=1&xscale=log&yscale=log&rows=composition~shift&open=shift&figure=chien-li-1a&lab=x" +
	"&seed=3&show=answer~chart&theme=dark&size=compact&report=all&differs=momentum&n.1=5&eta.1=0.3&label.1=other"

const aRun = `{"n":50,"b":5,"T":20,"eta":0.1,"clip":1,"sigma":1,"noise":"iterate","diameter":2,"adjacency":"replace","scheme":"cyclic",` +
	`"loss":"strongly-convex","smoothness":1,"strong_convexity":0.5,"clipping":"active"}`

var theRequests = []string{
	`{"v":1,"id":7,"method":"evaluate","rows":["composition","last-step"],"progress":true,"run":` + aRun + `,"question":{"delta":1e-5}}`,
	`{"v":1,"id":"a","method":"curve","rows":["composition"],"parameter":"T","values":[1,5,20],"slow_values":4,"run":` + aRun +
		`,"question":{"alpha":2}}`,
	`{"v":1,"id":8,"method":"schedule","row":"chien-li-3.1","run":` + aRun + `}`,
	`{"v":1,"id":9,"method":"compare","rows":["composition"],"runs":[{"label":"x","run":` + aRun + `,"question":{"delta":1e-5}}]}`,
	`{"v":1,"id":10,"method":"solve","rows":["composition"],"field":"sigma","target":{"epsilon":1,"delta":1e-5},"run":` + aRun + `}`,
}

// spoil changes a text a little: it cuts, doubles, swaps, or puts something hostile
// in the place of one part between the marks.
func spoil(r *rand.Rand, text, marks string) string {
	for range 1 + r.IntN(3) {
		if text == "" {
			return hostileTexts[r.IntN(len(hostileTexts))]
		}
		i, j := r.IntN(len(text)), r.IntN(len(text)+1)
		if i > j {
			i, j = j, i
		}
		switch r.IntN(6) {
		case 0:
			text = text[:i] + text[j:]
		case 1:
			text = text[:j] + text[i:]
		case 2:
			text = text[:i] + string(rune(r.IntN(0x3000))) + text[i:]
		case 3:
			b := []byte(text)
			b[i] ^= 1 << r.IntN(8)
			text = string(b)
		default:
			parts := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(marks, c) })
			if len(parts) > 0 {
				text = strings.Replace(text, parts[r.IntN(len(parts))], hostileTexts[r.IntN(len(hostileTexts))], 1)
			}
		}
	}
	return text
}

// links reads links. Whatever a link says, the state is one that can be written and
// read again, and problems repeat little.
func links(n int, seed uint64) (f findings) {
	r := rand.New(rand.NewPCG(seed, 1))
	base := link.State{Query: bounds.DefaultQuery()}
	try := func(text string) {
		f.tried++
		defer func() {
			if p := recover(); p != nil {
				f.fault("%.120q: %v", text, p)
			}
		}()
		s, problems := link.DecodeFrom(base, text)
		if wrong := link.Check(s); wrong != nil {
			f.fault("%.120q gives an invalid state: %v", text, wrong)
		}
		if again, wrong := link.DecodeFrom(base, link.Encode(s)); len(wrong) > 0 || link.Encode(again) != link.Encode(s) {
			f.fault("%.120q is written back as another state", text)
		}
		for _, p := range problems {
			if utf8.RuneCountInString(p.Value) > 200 || utf8.RuneCountInString(p.Name) > 200 {
				f.fault("%.120q: the message repeats too much of it", text)
			}
		}
	}
	for pair := range strings.SplitSeq(aLink, "&") {
		name, _, _ := strings.Cut(pair, "=")
		for _, hostile := range hostileTexts {
			try(strings.Replace(aLink, pair, name+"="+hostile, 1))
		}
	}
	for range n {
		try(spoil(r, aLink, "&=~"))
	}
	return f
}

// requests asks the engine. Every line gets one result or one error, which repeats
// little; none is the engine's own fault.
func requests(ctx context.Context, n int, seed uint64) (f findings) {
	r := rand.New(rand.NewPCG(seed, 2))
	try := func(line string) {
		f.tried++
		ends := 0
		engine.Handle(ctx, []byte(line), func(m protocol.Response) {
			text, err := json.Marshal(m)
			if err != nil {
				f.fault("%.120q: an answer that cannot be encoded: %v", line, err)
			}
			if m.Result != nil || m.Error != nil {
				ends++
			}
			if m.Error != nil && m.Error.Code == protocol.CodeFailed && strings.Contains(m.Error.Message, "failed on this request") {
				f.fault("%.120q: %.200s", line, text)
			}
			if m.Error != nil && strings.Contains(string(text), strings.Repeat("w", 201)) {
				f.fault("%.120q: the message repeats too much of it", line)
			}
		})
		if ends != 1 {
			f.fault("%.120q has %d answers", line, ends)
		}
	}
	made := map[string]bool{}
	once := func(line string) { // a request that lacks a part is the same again
		if !made[line] {
			made[line] = true
			try(line)
		}
	}
	for _, request := range theRequests {
		for _, hostile := range hostileTexts {
			once(hostile)
			for _, part := range []string{`"evaluate"`, `"composition"`, `50`, `0.1`, `"cyclic"`, `1e-5`, `"iterate"`,
				`{"delta":1e-5}`, aRun,
				`"T"`, `1,5,20`, `"sigma"`} {
				quoted, _ := json.Marshal(hostile)
				once(strings.Replace(request, part, string(quoted), 1))
				once(strings.Replace(request, part, hostile, 1))
			}
		}
	}
	for range n {
		if ctx.Err() != nil {
			return f
		}
		try(spoil(r, theRequests[r.IntN(len(theRequests))], `{}[]:,`))
	}
	return f
}
