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

// sampleLink and sampleRequests are valid inputs, which the probe corrupts.
const sampleLink = "v=1&n=60000&b=256&T=2000&eta=0.1&clip=1&sigma=0.01&noise=iterate&diameter=2&adjacency=replace&scheme=cyclic" +
	"&loss=strongly-convex&smoothness=1&strong_convexity=0.5&clipping=active&delta=1e-5" +
	"&steps=epochs&tab=sweep&sweep=eta&from=0.01&to=1&xscale=log&yscale=log&rows=composition~shift&open=shift&figure=chien-li-1a&lab=x" +
	"&seed=3&show=answer~chart&theme=dark&size=compact&report=all&differs=momentum&n.1=5&eta.1=0.3&label.1=other"

const sampleRun = `{"n":50,"b":5,"T":20,"eta":0.1,"clip":1,"sigma":1,"noise":"iterate","diameter":2,"adjacency":"replace",` +
	`"scheme":"cyclic","loss":"strongly-convex","smoothness":1,"strong_convexity":0.5,"clipping":"active"}`

var sampleRequests = []string{
	`{"v":1,"id":7,"method":"evaluate","rows":["composition","last-step"],"progress":true,"run":` + sampleRun +
		`,"question":{"delta":1e-5}}`,
	`{"v":1,"id":"a","method":"curve","rows":["composition"],"parameter":"T","values":[1,5,20],"slow_values":4,"run":` + sampleRun +
		`,"question":{"alpha":2}}`,
	`{"v":1,"id":8,"method":"schedule","row":"chien-li-3.1","run":` + sampleRun + `}`,
	`{"v":1,"id":9,"method":"compare","rows":["composition"],"runs":[{"label":"x","run":` + sampleRun + `,"question":{"delta":1e-5}}]}`,
	`{"v":1,"id":10,"method":"solve","rows":["composition"],"field":"sigma","target":{"epsilon":1,"delta":1e-5},"run":` + sampleRun + `}`,
}

// spoil corrupts a text in one to three places: it removes or repeats a part, inserts a
// character, flips a bit, or puts a hostile text in the place of a part. Any character of
// separators ends a part.
func spoil(r *rand.Rand, text, separators string) string {
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
			parts := strings.FieldsFunc(text, func(c rune) bool { return strings.ContainsRune(separators, c) })
			if len(parts) > 0 {
				text = strings.Replace(text, parts[r.IntN(len(parts))], hostileTexts[r.IntN(len(hostileTexts))], 1)
			}
		}
	}
	return text
}

// mostRepeated is how many characters of the input an error message may repeat.
const mostRepeated = 200

// links reads the sample link with every value replaced by every hostile text, then n links corrupted
// at random. The state read from a link must be valid and survive being written and read again, and
// no problem may repeat more than mostRepeated characters of the link.
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
			if utf8.RuneCountInString(p.Value) > mostRepeated || utf8.RuneCountInString(p.Name) > mostRepeated {
				f.fault("%.120q: the message repeats too much of it", text)
			}
		}
	}
	for pair := range strings.SplitSeq(sampleLink, "&") {
		name, _, _ := strings.Cut(pair, "=")
		for _, hostile := range hostileTexts {
			try(strings.Replace(sampleLink, pair, name+"="+hostile, 1))
		}
	}
	for range n {
		try(spoil(r, sampleLink, "&=~"))
	}
	return f
}

// requests sends the engine the sample requests with every part replaced by every hostile text, then n
// requests corrupted at random. Each must get exactly one result or one error. The error may not be a
// crash of the engine, nor repeat more than mostRepeated characters of the request.
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
			if m.Error != nil && strings.Contains(string(text), strings.Repeat("w", mostRepeated+1)) {
				f.fault("%.120q: the message repeats too much of it", line)
			}
		})
		if ends != 1 {
			f.fault("%.120q has %d answers", line, ends)
		}
	}
	tried := map[string]bool{}
	once := func(line string) { // replacing a part that a request lacks gives the same request again
		if !tried[line] {
			tried[line] = true
			try(line)
		}
	}
	for _, request := range sampleRequests {
		for _, hostile := range hostileTexts {
			once(hostile)
			for _, part := range []string{`"evaluate"`, `"composition"`, `50`, `0.1`, `"cyclic"`, `1e-5`, `"iterate"`,
				`{"delta":1e-5}`, sampleRun,
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
		try(spoil(r, sampleRequests[r.IntN(len(sampleRequests))], `{}[]:,`))
	}
	return f
}
