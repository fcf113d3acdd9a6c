package engine

import (
	"strings"
	"testing"

	"lastiterate/wasm/protocol/protocoltest"
)

// Every message of a session with each kind of request, answer and error must
// meet the schema, and so must the requests.
func TestMessagesMeetTheSchema(t *testing.T) {
	pause := partialPause
	partialPause = 0 // tell every part
	defer func() { partialPause = pause }()
	between := linesPause
	linesPause = 0
	defer func() { linesPause = between }()
	schema := protocoltest.ReadSchema(t, "")
	unbounded := strings.Replace(defaultRun, `"diameter":1`, `"diameter":"inf"`, 1)
	cyclic := strings.NewReplacer(`"n":5`, `"n":60`, `"full"`, `"reshuffle"`).Replace(defaultRun)
	good := []string{
		`{"v":1,"id":1,"method":"evaluate","progress":true,"run":` + defaultRun + `,"question":{"alpha":2}}`,
		`{"v":1,"id":1,"method":"evaluate","progress":true,"run":` + helplessRun + `,"question":{"delta":1e-5}}`,
		`{"v":1,"id":"two","method":"evaluate","run":` + unbounded + `,"question":{"delta":1e-5}}`,
		`{"v":1,"method":"evaluate","brief":true,"run":` + defaultRun + `,"question":{"delta":1e-5}}`,
		`{"v":1,"method":"evaluate","published_only":true,"run":` + defaultRun + `,"question":{"delta":1e-5}}`,
		`{"v":1,"method":"evaluate","run":` + cyclic + `,"question":{"delta":1e-5}}`,
		`{"v":1,"id":3,"method":"curve","progress":true,"run":` + defaultRun +
			`,"question":{"alpha":2},"parameter":"diameter","values":[0.1,"inf"]}`,
		`{"v":1,"id":3,"method":"curve","progress":true,"lines":true,"slow_values":2,"rows":["composition","shift"],"run":` + sampledRun +
			`,"question":{"delta":1e-5},"parameter":"T","values":[1,2,3,4]}`,
		`{"v":1,"id":4,"method":"solve","progress":true,"run":` + defaultRun + `,"field":"sigma","target":{"epsilon":1,"delta":1e-5}}`,
		`{"v":1,"id":5,"method":"solve","run":` + defaultRun + `,"field":"T","steps":"T","target":{"epsilon":2,"alpha":2}}`,
		`{"v":1,"id":6,"method":"figure","progress":true,"figure":"liang-1"}`,
		`{"v":1,"id":6,"method":"figure","progress":true,"lines":true,"figure":"liang-5"}`,
		`{"v":1,"id":6,"method":"figure","figure":"liang-4"}`,
		`{"v":1,"id":6,"method":"schedule","run":` + defaultRun + `,"row":"shift"}`,
		`{"v":1,"id":7,"method":"schedule","run":` + defaultRun + `,"row":"balle"}`,
		`{"v":1,"id":7,"method":"schedule","run":` + sampledRun + `,"row":"shift-sampled","question":{"alpha":2}}`,
		`{"v":1,"id":6,"method":"compare","progress":true,"runs":[{"label":"a","run":` + defaultRun + `,"question":{"alpha":2}},{"run":` +
			cyclic + `,"question":{"delta":1e-5}}]}`,
	}
	wrong := strings.Replace(defaultRun, `"eta":0.1`, `"eta":-1`, 1)
	for _, line := range good {
		if err := schema.Validate(line); err != nil {
			t.Errorf("request %s: %v", line, err)
		}
	}
	bad := []string{`{"v":1,"id":7,"method":"compare","runs":[{"label":"a","run":` + wrong + `,"question":{"alpha":2}}]}`, `}`, `{"v":2}`,
		`{"v":1,"id":4,"method":"evaluate","run":{},"question":{}}`, `{"v":1,"id":5,"method":"x"}`}
	seen := len(serve(t, append(good, bad...)...))
	if seen < len(good)+len(bad)+1 {
		t.Errorf("%d messages for %d requests", seen, len(good)+len(bad))
	}
}

// The schema must refuse what the engine refuses.
func TestSchemaRefuses(t *testing.T) {
	schema := protocoltest.ReadSchema(t, "")
	for _, line := range []string{
		`{"v":2,"method":"evaluate","run":` + defaultRun + `,"question":{"alpha":2}}`,
		`{"v":1,"method":"evaluate","run":` + strings.Replace(defaultRun, `"eta":0.1`, `"eta":-1`, 1) + `,"question":{"alpha":2}}`,
		`{"v":1,"method":"evaluate","run":` + strings.Replace(defaultRun, `,"strong_convexity":1`, ``, 1) + `,"question":{"alpha":2}}`,
		`{"v":1,"method":"evaluate","run":` + defaultRun + `,"question":{"alpha":2,"delta":0.1}}`,
		`{"v":1,"method":"curve","run":` + defaultRun + `,"question":{"alpha":2}}`,
		`{"v":1,"method":"schedule","run":` + defaultRun + `}`,
		`{"v":1,"method":"compare","run":` + defaultRun + `,"question":{"alpha":2}}`,
		`{"v":1,"method":"compare","run":` + defaultRun + `,"runs":[{"run":` + defaultRun + `,"question":{"alpha":2}}]}`,
		`{"v":1,"result":{"series":[]},"error":{"code":"failed"}}`,
	} {
		if schema.Validate(line) == nil {
			t.Errorf("the schema accepts %s", line)
		}
	}
}
