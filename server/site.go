package main

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"mime"
	"path"
	"slices"
	"strings"

	"lastiterate/web/headers"
)

// encodings are the precompressed forms the build writes beside a file, best
// first, by the suffix of their names.
var encodings = []struct{ name, suffix string }{
	{"br", ".br"},
	{"gzip", ".gz"},
}

// variant is one encoding of a file: what is sent, and the tag that names
// exactly these bytes.
type variant struct {
	encoding string // "" for the file as it is
	body     []byte
	etag     string
}

// file is one path of the site in every encoding that was built.
type file struct {
	contentType string
	cache       string    // the Cache-Control of its answers
	variants    []variant // in order of preference; the last is the file as it is
}

// site is every file by its path, without the leading slash.
type site map[string]*file

// loadSite reads a built site into memory. Names that start with a dot, and
// headers written for hosts, are for whoever serves the site, not for its visitors.
func loadSite(fsys fs.FS) (site, error) {
	s := site{}
	err := fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(path.Base(name), ".") || slices.Contains(headers.Written, name) ||
			isVariant(name) {
			return err
		}
		f, err := loadFile(fsys, name)
		if err != nil {
			return err
		}
		s[name] = f
		return nil
	})
	if err != nil {
		return nil, err
	}
	for _, name := range []string{indexPage, notFoundPage} {
		if s[name] == nil {
			return nil, fmt.Errorf("the site has no %s", name)
		}
	}
	return s, nil
}

// read rejects whatever cannot be read to its end: reading a pipe would wait, and
// a device has no end. A link counts as its target.
func read(fsys fs.FS, name string) ([]byte, error) {
	info, err := fs.Stat(fsys, name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is no regular file (its mode is %v): a site is made of files", name, info.Mode())
	}
	return fs.ReadFile(fsys, name)
}

func isVariant(name string) bool {
	for _, e := range encodings {
		if strings.HasSuffix(name, e.suffix) {
			return true
		}
	}
	return false
}

func loadFile(fsys fs.FS, name string) (*file, error) {
	f := &file{
		contentType: contentType(name),
		cache:       headers.Cache(name),
	}
	if f.contentType == "" {
		return nil, fmt.Errorf("%s: no content type is known for this ending", name)
	}
	for _, e := range encodings {
		body, err := read(fsys, name+e.suffix)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		f.variants = append(f.variants, newVariant(e.name, body))
	}
	body, err := read(fsys, name)
	if err != nil {
		return nil, err
	}
	f.variants = append(f.variants, newVariant("", body))
	return f, nil
}

func newVariant(encoding string, body []byte) variant {
	sum := sha256.Sum256(body)
	tag := hex.EncodeToString(sum[:12])
	if encoding != "" {
		tag += "-" + encoding
	}
	return variant{encoding: encoding, body: body, etag: `"` + tag + `"`}
}

// contentType does not ask the host's tables first: they differ between
// machines, and a wrong type for .js or .wasm stops the page.
func contentType(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".wasm":
		return "application/wasm"
	case ".svg":
		return "image/svg+xml"
	case ".webmanifest":
		return "application/manifest+json"
	case ".png":
		return "image/png"
	case ".json":
		return "application/json"
	case ".otf":
		return "font/otf"
	case ".ttf":
		return "font/ttf"
	case ".ts":
		return "text/plain; charset=utf-8" // types for programmers; browsers run none
	case ".md", ".txt":
		return "text/plain; charset=utf-8"
	}
	return mime.TypeByExtension(path.Ext(name))
}
