//go:build e2e

package browsertest

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"lastiterate/wasm/engine"
	"lastiterate/wasm/protocol"
)

// agreement is how far a number computed in the browser may be from the same
// number computed natively: amd64's exponential is assembly and differs from
// WebAssembly's in its last places.
const agreement = 1e-12

// The engine in the browser and the engine of this test give the same
// answers: every number to 1e-12, certified ones to the bit, every word exactly.
func TestBrowserAgreesWithNative(t *testing.T) {
	t.Parallel()
	requests := agreementRequests()
	p := visit(t, openingRun)
	text, err := json.Marshal(requests)
	if err != nil {
		t.Fatal(err)
	}
	answers := eval[[]string](p, fmt.Sprintf(`new Promise((resolve, reject) => {
		const requests = %s, answers = [];
		const worker = new Worker(lastIterate.worker);
		worker.onerror = (e) => reject(e.message);
		worker.onmessage = ({data}) => {
			if (!data.includes('"ready"')) answers.push(data);
			if (answers.length === requests.length) { worker.terminate(); resolve(answers); return; }
			worker.postMessage(requests[answers.length]);
		};
		worker.postMessage({exec: lastIterate.exec, module: lastIterate.module});
	})`, text))
	for i, request := range requests {
		var native string
		engine.Handle(t.Context(), []byte(request), func(m protocol.Response) {
			b, err := json.Marshal(m)
			if err != nil {
				t.Fatal(err)
			}
			native = string(b)
		})
		if !strings.Contains(native, `"result"`) {
			t.Errorf("%s\nhas no result: %s", request, native)
			continue
		}
		if difference := differ("", decoded(t, native), decoded(t, answers[i])); difference != "" {
			t.Errorf("%s\n%s", request, difference)
		}
	}
}

// agreementRequests asks about every class of loss, with and without a domain,
// for both kinds of question, and about a curve. Of the twelve runs with a question a
// change asks about six, any two of these in every combination, and -weekly about all.
func agreementRequests() []string {
	losses := []string{
		`"loss":"smooth","smoothness":1.3,"clipping":"active"`,
		`"loss":"convex","smoothness":0.7,"clipping":"never"`,
		`"loss":"strongly-convex","smoothness":2,"strong_convexity":0.3,"clipping":"never"`,
	}
	var requests []string
	for i, loss := range losses {
		for j, diameter := range []string{"0.8", `"inf"`} {
			for k, question := range []string{`{"alpha":3.7}`, `{"delta":1e-6}`} {
				if (i+j+k)%2 != 0 && !*weekly {
					continue
				}
				run := fmt.Sprintf(`{"n":11,"b":11,"T":%d,"eta":0.17,"clip":1.9,"sigma":0.83,"noise":"iterate","diameter":%s,"adjacency":"replace","scheme":"full",%s}`,
					17+40*i+300*j, diameter, loss)
				id := 100*i + 10*j + k
				requests = append(requests,
					fmt.Sprintf(`{"v":1,"id":%d,"method":"evaluate","run":%s,"question":%s}`, id, run, question),
					fmt.Sprintf(`{"v":1,"id":%d,"method":"curve","run":%s,"question":%s,"parameter":"T","values":[1,2,5,10,60,200]}`, 1000+id,
						run, question))
			}
		}
	}
	return requests
}

func decoded(t *testing.T, text string) any {
	t.Helper()
	var value any
	if err := json.Unmarshal([]byte(text), &value); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return value
}

// tolerance is the agreement asked of the number at a path. Where a search
// came to rest is known to half the digits of what it found there: the minimum
// is flat.
func tolerance(path string) float64 {
	if strings.Contains(path, ".rdp.") || strings.Contains(path, ".optimum.") {
		return math.Sqrt(agreement)
	}
	return agreement
}

// differ says where two JSON values differ, or nothing.
func differ(path string, a, b any) string {
	switch a := a.(type) {
	case float64:
		if b, ok := b.(float64); ok && (a == b || math.Abs(a-b) <= tolerance(path)*max(math.Abs(a), math.Abs(b))) {
			return ""
		}
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			break
		}
		// A certified value is the same to the bit.
		if a["certified"] == true && a["epsilon"] != b["epsilon"] {
			return fmt.Sprintf("at %s.epsilon natively %v, in the browser %v, and certified", path, a["epsilon"], b["epsilon"])
		}
		for key := range a {
			if d := differ(path+"."+key, a[key], b[key]); d != "" {
				return d
			}
		}
		return ""
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			break
		}
		for i := range a {
			if d := differ(fmt.Sprintf("%s[%d]", path, i), a[i], b[i]); d != "" {
				return d
			}
		}
		return ""
	default:
		if a == b {
			return ""
		}
	}
	return fmt.Sprintf("at %s natively %v, in the browser %v", path, a, b)
}

func TestDiffer(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		a, b string
		same bool
	}{
		{`1`, `1.0000000000001`, true}, {`1`, `1.00000000001`, false}, {`0`, `1e-300`, false},
		{`[1,2]`, `[1]`, false}, {`{"a":1}`, `{"b":1}`, false}, {`{"a":[1,"x"]}`, `{"a":[1,"x"]}`, true},
		{`{"epsilon":1,"certified":true}`, `{"epsilon":1.0000000000000002,"certified":true}`, false},
		{`{"epsilon":1,"certified":false}`, `{"epsilon":1.0000000000000002,"certified":false}`, true},
		{`"1.2"`, `"1.3"`, false}, {`null`, `1`, false}, {`null`, `null`, true},
	} {
		if got := differ("", decoded(t, c.a), decoded(t, c.b)); (got == "") != c.same {
			t.Errorf("%s and %s: %q", c.a, c.b, got)
		}
	}
}
