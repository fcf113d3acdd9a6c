// Package protocoltest holds what tests of several packages read and write to the
// schema of the protocol, and reads the messages of an engine.
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

// schemaFile is where the schema is, from the root of the repository.
const schemaFile = "wasm/protocol/schema.json"

// deepest is how many folders below the root a package may be.
const deepest = 6

// A Schema is what messages or an exported file must meet.
type Schema struct{ compiled *jsonschema.Schema }

// ReadSchema reads the schema, of which part names a definition, such as
// "#/$defs/export"; "" is all of it.
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

// Compile is the schema, or the part of it, of which raw is the text.
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

// Refuses says what of a JSON text does not meet the schema; nil if it does.
func (s Schema) Refuses(text string) error {
	value, err := jsonschema.UnmarshalJSON(strings.NewReader(text))
	if err != nil {
		return err
	}
	return s.compiled.Validate(value)
}

// Serve gives the requests to an engine that reads and writes lines, and returns
// its messages, the one that it is ready first. Every message must meet the schema
// and have the protocol's version.
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
		if err := schema.Refuses(scanner.Text()); err != nil {
			t.Errorf("%.300s…: %v", scanner.Text(), err)
		}
		messages = append(messages, m)
	}
	if err := scanner.Err(); err != nil {
		t.Fatal(err)
	}
	return messages
}
