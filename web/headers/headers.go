// Package headers is what every answer of the site says besides its content:
// the policies that keep a page to its own origin and out of other people's
// frames. The server sends them; the build writes them down for static hosts.
package headers

import (
	"slices"
	"strings"
)

// Header is one line.
type Header struct{ Name, Value string }

// policy is the content security policy of every answer but for who may frame
// it. A worker takes its policy from the answer that carried its script, so it
// is not for pages alone.
//
// 'wasm-unsafe-eval' is what compiling WebAssembly needs; it allows no eval.
var policy = []string{
	"default-src 'none'",
	"script-src 'self' 'wasm-unsafe-eval'",
	"style-src 'self'",
	"img-src 'self' data: blob:",
	"font-src 'self'",
	"connect-src 'self'",
	"worker-src 'self'",
	"frame-src 'self'", // the embed, in the dialog that shares it and in the documentation
	"manifest-src 'self'",
	"base-uri 'none'",
	"form-action 'none'",
	"object-src 'none'",
	// No text becomes code or markup but by these policies, in browsers that know
	// Trusted Types: those of boot.js and of the worker, and that of offline.js.
	"require-trusted-types-for 'script'",
	"trusted-types last-iterate last-iterate-offline",
}

var common = []Header{
	{"Cross-Origin-Opener-Policy", "same-origin"},
	{"Cross-Origin-Embedder-Policy", "require-corp"},
	{"Cross-Origin-Resource-Policy", "cross-origin"},
	// Not even another origin of the same site shares memory with our pages.
	{"Origin-Agent-Cluster", "?1"},
	{"X-Content-Type-Options", "nosniff"},
	{"Referrer-Policy", "no-referrer"},
	{"Permissions-Policy", "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()"},
}

// Frameable are the pages that other sites may show in a frame, by their path
// without the leading slash. Nothing else may be framed.
var Frameable = []string{"embed", "embed.html", "embed/", "embed/index.html", "embed/engine.html", "embed/engine"}

// ForOthers are the scripts that pages of other sites load, and their types. A
// module is fetched with CORS, which the answer has to allow.
var ForOthers = []string{"embed.js", "engine.js", "engine.d.ts"}

// For returns the headers of the file or address at name, a path without the
// leading slash. Errors have those of an unknown name.
func For(name string) []Header {
	if slices.Contains(Frameable, name) {
		return append(slices.Clone(common), framing("*"))
	}
	lines := append(slices.Clone(common), framing("'none'"), Header{"X-Frame-Options", "DENY"})
	if slices.Contains(ForOthers, name) {
		lines = append(lines, Header{"Access-Control-Allow-Origin", "*"})
	}
	return lines
}

// Meta is the policy as a page states it itself, for hosts that send no headers. Who may
// frame a page browsers read in headers only.
func Meta() string { return strings.Join(policy, "; ") }

// framing is the content security policy with those who may frame the page.
func framing(ancestors string) Header {
	return Header{"Content-Security-Policy", strings.Join(append(slices.Clone(policy), "frame-ancestors "+ancestors), "; ")}
}
