package main

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"lastiterate/app/plot/style"
	"lastiterate/bounds"
	"lastiterate/web/docs"
	"lastiterate/web/headers"
	"lastiterate/web/parts"
)

// assets are the files whose names get the hash of their content, by the key
// with which pages refer to them.
var assets = map[string]string{
	"head":       "head.js",
	"boot":       "boot.js",
	"worker":     "worker.js",
	"offline":    "offline.js",
	"recall":     "recall.js",
	"icon":       "icon.svg",
	"icon-touch": "icons/icon-180.png",
	"icon-192":   "icons/icon-192.png",
	"icon-512":   "icons/icon-512.png",
}

// pages are the files that refer to the assets and keep their names.
var pages = []string{"index.html", "404.html", "manifest.webmanifest", serviceWorker}

// serviceWorker lists the files of the build, so it is written after the others.
const serviceWorker = "sw.js"

// The laboratory's page. It has a folder of its own, and names other files relative to that.
const (
	labSource = "lab.html"
	labStyle  = "lab.css"
	labPage   = "lab/index.html"
)

// schemaFile is where the schema of messages and of exported results is
// published; exported files name it.
const schemaFile = "schema.json"

// assemble returns every file of the site by its path. The site works at any
// address; base is the path that the page for unknown addresses links to, since that
// page cannot know at which depth it is served.
func assemble(ctx context.Context, t tree, base string) (map[string][]byte, error) {
	sources, err := t.webSources()
	if err != nil {
		return nil, err
	}
	id, err := t.buildID(ctx, sources)
	if err != nil {
		return nil, err
	}
	numbers, err := t.numbersID(ctx)
	if err != nil {
		return nil, err
	}
	program, err := t.compile(ctx, calculator, id)
	if err != nil {
		return nil, err
	}
	labProgram, err := t.compile(ctx, laboratory, id)
	if err != nil {
		return nil, err
	}
	support, err := os.ReadFile(filepath.Join(t.goroot, "lib", "wasm", "wasm_exec.js"))
	if err != nil {
		return nil, fmt.Errorf("the support script of Go for WebAssembly: %w", err)
	}
	paint, err := firstPaint(ctx)
	if err != nil {
		return nil, fmt.Errorf("the default run: %w", err)
	}

	files := map[string][]byte{}
	values := map[string]string{
		"build":        id,
		"base":         base,
		"program-size": strconv.Itoa(len(program)),

		"lab-program-size": strconv.Itoa(len(labProgram)),

		"policy":  headers.Meta(),
		"version": bounds.Version,
		"numbers": numbers,

		"first-paint":  paint.page,
		"first-answer": paint.answer,
		"opening":      paint.link,

		"opening-epsilon": paint.epsilon,
	}
	add := func(key, name string, content []byte) {
		hashed := hashedName(name, content)
		files[hashed] = content
		values[key], values[key+"-integrity"], values[key+"-sum"] = hashed, docs.Integrity(content), sha256Text(content)
	}
	add("program", "app.wasm", program)
	add("lab-program", "lab.wasm", labProgram)
	add("lab-style", "lab.css", withoutComments(sources[labStyle]))
	add("exec", "wasm_exec.js", support)
	font, err := t.addFonts(ctx, files, values)
	if err != nil {
		return nil, err
	}
	add("style", "style.css", slices.Concat([]byte(font), joinStyles(sources)))
	for key, name := range assets {
		content := sources[name]
		if path.Ext(name) == ".js" {
			content = withoutRemarks(content)
		}
		if key == "boot" {
			content = withProgram(sources, content)
		}
		add(key, name, content)
	}
	for key, name := range embedScripts {
		content := sources[name]
		if key == "engine-frame" {
			content = withProgram(sources, content)
		}
		add(key, key+".js", content)
	}
	if err := addEmbeds(files, sources, values); err != nil {
		return nil, err
	}
	shipped, err := parts.Shipped(ctx, t.root)
	if err != nil {
		return nil, err
	}
	if err := t.addDocs(files, docs.Site{Style: values["style"], Icon: values["icon"], Policy: headers.Meta()}, shipped); err != nil {
		return nil, err
	}
	page, err := fill(string(sources[labSource]), values)
	if err != nil {
		return nil, fmt.Errorf("web/%s: %w", labSource, err)
	}
	files[labPage] = []byte(page)
	for _, name := range pages {
		if name == serviceWorker {
			values["offline-files"], values["offline-others"] = offlineFiles(files)
			sources[name] = withoutRemarks(sources[name])
		}
		page, err := fill(string(sources[name]), values)
		if err != nil {
			return nil, fmt.Errorf("web/%s: %w", name, err)
		}
		files[name] = []byte(page)
	}
	files[schemaFile], err = os.ReadFile(filepath.Join(t.root, "wasm", "protocol", "schema.json"))
	if err != nil {
		return nil, err
	}
	files[withdrawnFile], err = t.withdrawn(id)
	if err != nil {
		return nil, err
	}
	files[sumsFile] = sums(files)
	names := sortedKeys(files)
	files[headers.NetlifyFile] = []byte(headers.Netlify(base, names))
	files[headers.VercelFile] = []byte(headers.Vercel(base, names))
	files[headers.ApacheFile] = []byte(headers.Apache(base))
	files[headers.CaddyFile] = []byte(headers.Caddy(base))
	files[headers.NginxFile] = []byte(headers.Nginx(base))
	return files, nil
}

// webSources reads the hand-written files of web that become part of the site.
func (t tree) webSources() (map[string][]byte, error) {
	names := slices.Concat(pages, slices.Collect(maps.Values(assets)), embedSources, []string{labSource, labStyle, programScript})
	styles, err := filepath.Glob(filepath.Join(t.root, "web", "styles", "*.css"))
	if err != nil {
		return nil, err
	}
	if len(styles) == 0 {
		return nil, errors.New("web/styles has no style sheet")
	}
	for _, s := range styles {
		names = append(names, path.Join("styles", filepath.Base(s)))
	}
	// The charts' colours belong to the package that draws them.
	sources := map[string][]byte{"styles/60-plot.css": []byte(style.Sheet)}
	for _, name := range names {
		content, err := os.ReadFile(filepath.Join(t.root, "web", filepath.FromSlash(name)))
		if err != nil {
			return nil, err
		}
		sources[name] = content
	}
	return sources, nil
}

// joinStyles concatenates the style sheets in the order of their names.
func joinStyles(sources map[string][]byte) []byte {
	var joined []byte
	for _, name := range sortedKeys(sources) {
		if strings.HasPrefix(name, "styles/") {
			joined = append(joined, withoutComments(sources[name])...)
		}
	}
	return joined
}

// withoutComments drops a style sheet's comments, indentation and empty
// lines. Compression does the rest better than a minifier would.
func withoutComments(css []byte) []byte {
	var kept strings.Builder
	rest := string(css)
	for {
		before, comment, found := strings.Cut(rest, "/*")
		kept.WriteString(before)
		if !found {
			break
		}
		_, rest, _ = strings.Cut(comment, "*/")
	}
	var lines strings.Builder
	for line := range strings.Lines(kept.String()) {
		if line = strings.TrimSpace(line); line != "" {
			lines.WriteString(line)
			lines.WriteByte('\n')
		}
	}
	return []byte(lines.String())
}

// withoutRemarks drops a script's comment lines and indentation, since every visit
// downloads them. No script of ours has a string of several lines, where they would
// mean something else; a test checks this.
func withoutRemarks(script []byte) []byte {
	var lines strings.Builder
	for line := range strings.Lines(string(script)) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "//") {
			lines.WriteString(line)
			lines.WriteByte('\n')
		}
	}
	return []byte(lines.String())
}

// programScript is what the scripts that fetch a program have in common.
const programScript = "program.js"

// withProgram puts programScript in front of a script that fetches a program. The braces keep the names of
// both out of the global scope.
func withProgram(sources map[string][]byte, script []byte) []byte {
	return slices.Concat([]byte("\"use strict\";\n{\n"), withoutRemarks(sources[programScript]), script, []byte("}\n"))
}

// hashedName is the path of a file whose name changes with its content.
func hashedName(name string, content []byte) string {
	sum := sha256.Sum256(content)
	ext := path.Ext(name)
	return "assets/" + strings.TrimSuffix(path.Base(name), ext) + "-" + hex.EncodeToString(sum[:8]) + ext
}

// sha256Text is the SHA-256 in base64, which our own scripts compare.
func sha256Text(content []byte) string {
	sum := sha256.Sum256(content)
	return base64.StdEncoding.EncodeToString(sum[:])
}

// fill replaces every {{key}} of a page by its value. An unknown placeholder is
// an error.
func fill(page string, values map[string]string) (string, error) {
	var filled strings.Builder
	for {
		before, rest, found := strings.Cut(page, "{{")
		filled.WriteString(before)
		if !found {
			return filled.String(), nil
		}
		key, after, closed := strings.Cut(rest, "}}")
		if !closed {
			return "", fmt.Errorf("unclosed placeholder: {{%.20s", rest)
		}
		value, known := values[key]
		if !known {
			return "", fmt.Errorf("unknown placeholder {{%s}}", key)
		}
		filled.WriteString(value)
		page = after
	}
}

func sortedKeys(m map[string][]byte) []string {
	return slices.Sorted(maps.Keys(m))
}
