// Package protocoltest helps the tests of several packages to validate texts against the
// protocol's schema and to exchange messages with an engine.
package protocoltest

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"lastiterate/wasm/protocol"
)

// schemaFile is the path of the schema from the root of the repository.
const schemaFile = "wasm/protocol/schema.json"

// deepest is the greatest depth of a package's folder below the root.
const deepest = 6

// A Schema is a JSON Schema, of the engine's messages or of an exported file.
type Schema struct{ compiled *jsonschema.Schema }

// ReadSchema reads the protocol's schema. part names one of its definitions, such as
// "#/$defs/export"; "" means all of it.
func ReadSchema(t testing.TB, part string) Schema {
	t.Helper()
	name := schemaFile
	raw, err := os.ReadFile(name)
	for range deepest {
		if !errors.Is(err, fs.ErrNotExist) {
			break
		}
		name = filepath.Join("..", name)
		raw, err = os.ReadFile(name)
	}
	if err != nil {
		t.Fatal(err)
	}
	return Compile(t, raw, part)
}

// Compile compiles the text of a schema, or the definition in it that part names.
func Compile(t testing.TB, raw []byte, part string) Schema {
	t.Helper()
	document, err := jsonschema.UnmarshalJSON(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	compiler := jsonschema.NewCompiler()
	if err := compiler.AddResource("schema.json", document); err != nil {
		t.Fatal(err)
	}
	compiled, err := compiler.Compile("schema.json" + part)
	if err != nil {
		t.Fatal(err)
	}
	return Schema{compiled}
}

// Validate returns an error that says where a JSON text does not match the schema.
func (s Schema) Validate(text string) error {
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return s.compiled.Validate(value)
}

// Serve sends the requests to an engine that reads and writes lines, and returns
// its messages, beginning with "ready". The test fails if a message does not match the schema
// or does not have the protocol's version.
func Serve(t testing.TB, engine func(io.Reader, io.Writer) error, requests ...string) []protocol.Response {
	t.Helper()
	schema := ReadSchema(t, "")
	var out bytes.Buffer
	if err := engine(strings.NewReader(strings.Join(requests, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	var messages []protocol.Response
	scanner := bufio.NewScanner(&out)
	scanner.Buffer(nil, 1<<24)
	for scanner.Scan() {
		var m protocol.Response
		if err := json.Unmarshal(scanner.Bytes(), &m); err != nil {
			t.Fatalf("%v: %s", err, scanner.Text())
		}
		if m.V != protocol.Version {
			t.Errorf("a message of version %d: %s", m.V, scanner.Text())
		}
		if err := schema.Validate(scanner.Text()); err != nil {
			t.Errorf("%.300s…: %v", scanner.Text(), err)
		}
		messages = append(messages, m)
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return messages
}
