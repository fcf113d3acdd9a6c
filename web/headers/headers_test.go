package headers

import (
	"strings"
	"testing"
)

func value(lines []Header, name string) string {
	for _, h := range lines {
		if h.Name == name {
			return h.Value
		}
	}
	return ""
}

func TestOnlyTheEmbedMayBeFramed(t *testing.T) {
	for name, want := range map[string]bool{
		"": false, "index.html": false, "404.html": false, "assets/app-12.wasm": false, "embedded": false,
		"embed": true, "embed.html": true, "embed/": true, "embed/index.html": true, "embed/engine.html": true, "embed/engine": true,
		"embed/nothing": false, "embed.js": false,
	} {
		lines := For(name)
		if got := strings.HasSuffix(value(lines, "Content-Security-Policy"), "; frame-ancestors *"); got != want {
			t.Errorf("%q: framing allowed is %v, want %v: %s", name, got, want, value(lines, "Content-Security-Policy"))
		}
		if got := value(lines, "X-Frame-Options") == ""; got != want {
			t.Errorf("%q: X-Frame-Options is %q", name, value(lines, "X-Frame-Options"))
		}
		for _, h := range lines {
			if h.Name == "Content-Security-Policy" && strings.Contains(h.Value, "unsafe-inline") {
				t.Errorf("%q: inline code is allowed", name)
			}
		}
	}
}

// What other pages load may be a while old, so that they do without a network.
func TestScriptsForOtherPagesAreKept(t *testing.T) {
	for name, want := range map[string]string{"embed.js": CacheForOthers, "engine.js": CacheForOthers, "index.html": CacheWithTags,
		"sw.js": CacheWithTags, "assets/boot-34.js": CacheForever} {
		if got := Cache(name); got != want {
			t.Errorf("%q: Cache-Control %q, want %q", name, got, want)
		}
	}
}

// A module is fetched with CORS; nothing else of the site needs it.
func TestScriptsForOtherPages(t *testing.T) {
	for name, want := range map[string]string{"embed.js": "*", "engine.js": "*", "engine.d.ts": "*", "": "", "embed": "",
		"assets/boot-34.js": ""} {
		if got := value(For(name), "Access-Control-Allow-Origin"); got != want {
			t.Errorf("%q: Access-Control-Allow-Origin %q, want %q", name, got, want)
		}
	}
}
