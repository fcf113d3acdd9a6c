package house

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"
)

// documents are the files whose commands are run. Each must show at least one.
var documents = []string{"README.md", "wasm/protocol/README.md", "web/docs/tightness.md"}

// root is the folder of go.mod as seen from here.
const root = "../.."

// command is one "$ " line of a ```console block and what is said to follow.
type command struct {
	line   int // in the document, from 1
	text   string
	output string
}

// goesOn reports whether a command continues in the next line: after a
// backslash, after a pipe, or inside single quotes.
func goesOn(text string) bool {
	return strings.HasSuffix(text, "\\") || strings.HasSuffix(text, "|") || strings.Count(text, "'")%2 == 1
}

// commands finds the commands of a document.
func commands(document string) ([]command, error) {
	var found []command
	var current *command
	fence, inside := "", false
	for i, line := range strings.Split(document, "\n") {
		trimmed := strings.TrimSpace(line)
		switch {
		case fence == "" && strings.HasPrefix(trimmed, "```"):
			fence, inside, current = "```", trimmed == "```console", nil
		case fence != "" && trimmed == fence:
			if inside && current == nil {
				return nil, fmt.Errorf("line %d: a console block without a command", i+1)
			}
			fence, inside = "", false
		case !inside:
		case current != nil && goesOn(current.text):
			current.text += "\n" + line
		case strings.HasPrefix(line, "$ "):
			found = append(found, command{line: i + 1, text: strings.TrimPrefix(line, "$ ")})
			current = &found[len(found)-1]
		case current == nil:
			return nil, fmt.Errorf("line %d: output before any command: %q", i+1, line)
		default:
			current.output += line + "\n"
		}
	}
	if fence != "" {
		return nil, fmt.Errorf("the last block is not closed")
	}
	return found, nil
}

// pattern turns what a document shows into what the output must match. "…"
// stands for any text; alone in a line, for any lines.
func pattern(shown string) *regexp.Regexp {
	var b strings.Builder
	b.WriteString(`\A`)
	for line := range strings.Lines(strings.TrimRight(shown, "\n") + "\n") {
		line = strings.TrimRight(line, " \n")
		if line == "…" {
			b.WriteString(`(?s:.*\n)?`)
			continue
		}
		for i, part := range strings.Split(line, "…") {
			if i > 0 {
				b.WriteString(`.*`)
			}
			b.WriteString(regexp.QuoteMeta(part))
		}
		b.WriteString(`[ ]*\n`)
	}
	b.WriteString(`\z`)
	return regexp.MustCompile(b.String())
}

// Every command the documents show prints what they show.
func TestDocumentsTellTheTruth(t *testing.T) {
	for _, name := range documents {
		t.Run(filepath.ToSlash(name), func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(root, name))
			if err != nil {
				t.Fatal(err)
			}
			found, err := commands(string(text))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if len(found) == 0 {
				t.Fatalf("%s shows no command in a ```console block", name)
			}
			for _, c := range found {
				got := output(t, c.text)
				if !pattern(c.output).MatchString(got) {
					t.Errorf("%s:%d: $ %s\nprints\n%s\nthe document says\n%s", name, c.line, c.text, got, c.output)
				}
			}
		})
	}
}

// output is what a command prints, on either stream, in the root of the
// repository. How it ends is part of what a reader sees only if it says so.
func output(t *testing.T, text string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Minute)
	defer cancel()
	cmd := exec.CommandContext(ctx, "sh", "-c", text)
	cmd.Dir = root
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); ctx.Err() != nil {
		t.Fatalf("$ %s\ndoes not end: %v", text, err)
	}
	got := strings.TrimRight(out.String(), "\n")
	if got == "" {
		return ""
	}
	return got + "\n"
}

func TestCommandsAreFound(t *testing.T) {
	const document = "Text.\n\n```console\n$ echo a \\\n    b\na b\n$ echo 'c\nd' |\ncat\nc\nd\n```\n\n```sh\n$ not this\n```\n"
	got, err := commands(document)
	if err != nil {
		t.Fatal(err)
	}
	want := []command{{4, "echo a \\\n    b", "a b\n"}, {7, "echo 'c\nd' |\ncat", "c\nd\n"}}
	if !slices.Equal(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}
	for _, bad := range []string{"```console\nno command\n```\n", "```console\n```\n", "```console\n$ true\n"} {
		if _, err := commands(bad); err == nil {
			t.Errorf("%q was taken", bad)
		}
	}
}

func TestPattern(t *testing.T) {
	for _, c := range []struct {
		shown, got string
		want       bool
	}{
		{"a\n", "a\n", true},
		{"a\n", "a  \n", true},
		{"a\n", "ab\n", false},
		{"a\n", "a\nb\n", false},
		{"a\n…\n", "a\nb\nc\n", true},
		{"a\n…\nd\n", "a\nd\n", true},
		{"x = 1.2…\n", "x = 1.234\n", true},
		{"x = 1.2…\n", "x = 1.3\n", false},
		{"x…y\n", "x\ny\n", false},
		{"a.c\n", "abc\n", false},
	} {
		if got := pattern(c.shown).MatchString(c.got); got != c.want {
			t.Errorf("%q against %q: %v", c.shown, c.got, got)
		}
	}
}
