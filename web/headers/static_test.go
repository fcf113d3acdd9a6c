package headers

import (
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// siteFiles are some of a site's files, and asked addresses of them and of
// nothing, without the path of the site.
var (
	siteFiles = []string{"404.html", "_headers", "_nginx.conf", "assets/boot-34.js", "docs/hidden-state.html", "embed.html",
		"embed.js", "embed/engine.html", "embed/index.html", "engine.d.ts", "engine.js", "fonts/licence.txt", "index.html", "schema.json",
		"sw.js", "vercel.json"}
	asked = []string{"", "index.html", "index", "404.html", "404", "assets/boot-34.js", "docs/hidden-state.html", "docs/hidden-state",
		"embed.html", "embed", "embed/", "embed/index.html", "embed/engine.html", "embed/engine", "embed.js", "engine.js", "engine.d.ts",
		"fonts/licence.txt", "schema.json", "sw.js"}
)

// Every host is told what the server sends, each header once: two policies
// would both have to hold. What is not to be kept is left to the host.
func TestHostsSendWhatTheServerSends(t *testing.T) {
	for _, base := range []string{"/", "/tools/privacy/"} {
		for host, send := range map[string]func(address string) []Header{
			NetlifyFile: readNetlify(t, Netlify(base, siteFiles)),
			VercelFile:  readVercel(t, Vercel(base, siteFiles)),
			NginxFile:   readNginx(t, Nginx(base)),
		} {
			names := asked
			if host == NginxFile { // which knows what it was not told of, too
				names = append(slices.Clone(asked), "nothing", "docs/nothing", "embed/nothing", "embedded")
			}
			for _, name := range names {
				want := append(For(name), Header{"Cache-Control", Cache(name)})
				got := send(base + name)
				if value(got, "Cache-Control") == "" && Cache(name) == CacheWithTags && host != NginxFile {
					got = append(got, Header{"Cache-Control", CacheWithTags})
				}
				for _, lines := range [][]Header{want, got} {
					slices.SortFunc(lines, func(a, b Header) int { return strings.Compare(a.Name+a.Value, b.Name+b.Value) })
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s for %s%s sends\n%q, the server\n%q", host, base, name, got, want)
				}
			}
			if got := send("/elsewhere/embed"); base != "/" && len(got) > 0 {
				t.Errorf("%s has headers for what is not of the site: %q", host, got)
			}
		}
	}
}

// Cloudflare Pages reads a hundred rules, of lines no longer than 2,000
// characters (https://developers.cloudflare.com/pages/configuration/headers/).
func TestCloudflareReadsAll(t *testing.T) {
	rules := 0
	for line := range strings.Lines(Netlify("/tools/privacy/", siteFiles)) {
		if !strings.HasPrefix(line, " ") {
			rules++
		}
		if len(line) > 2000 {
			t.Errorf("a line of %d characters: %.80s …", len(line), line)
		}
	}
	if rules < 10 || rules > 100 {
		t.Errorf("%d rules", rules)
	}
}

// join answers with the headers of all rules that match, in the way of hosts
// that have a sign for anything at the end of an address.
func join(rules []rule) func(address string) []Header {
	return func(address string) (lines []Header) {
		for _, r := range rules {
			if r.address == address || r.all && strings.HasPrefix(address, r.address) {
				lines = append(lines, r.lines...)
			}
		}
		return lines
	}
}

func readNetlify(t *testing.T, text string) func(address string) []Header {
	t.Helper()
	var rules []rule
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if header, indented := strings.CutPrefix(line, "  "); indented {
			name, value, found := strings.Cut(header, ": ")
			if !found || len(rules) == 0 {
				t.Fatalf("%q is no header", line)
			}
			last := &rules[len(rules)-1]
			last.lines = append(last.lines, Header{name, value})
			continue
		}
		address, all := strings.CutSuffix(line, "*")
		rules = append(rules, rule{address: address, all: all})
	}
	return join(rules)
}

// A source of Vercel's is literal here but for (.*) at its end: none of the
// characters that mean something to it (: * ? + { }) is in an address.
func readVercel(t *testing.T, text string) func(address string) []Header {
	t.Helper()
	var settings struct {
		Headers []struct {
			Source  string
			Headers []struct{ Key, Value string }
		}
	}
	decoder := json.NewDecoder(strings.NewReader(text))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&settings); err != nil {
		t.Fatal(err)
	}
	var rules []rule
	for _, s := range settings.Headers {
		address, all := strings.CutSuffix(s.Source, "(.*)")
		if strings.ContainsAny(address, ":*?+{}()") || !strings.HasPrefix(address, "/") {
			t.Errorf("%q is a pattern", s.Source)
		}
		r := rule{address: address, all: all}
		for _, h := range s.Headers {
			r.lines = append(r.lines, Header{h.Key, h.Value})
		}
		rules = append(rules, r)
	}
	return join(rules)
}

var (
	nginxLocation = regexp.MustCompile(`^location (= )?(/\S*) \{$`)
	nginxHeader   = regexp.MustCompile(`^  add_header ([A-Za-z-]+) "([^"$\\]*)" always;$`)
	nginxError    = regexp.MustCompile(`^  error_page 404 /\S*404\.html;$`)
)

// Of nginx's locations an exact one counts, else the longest that the address
// begins with (https://nginx.org/en/docs/http/ngx_http_core_module.html#location).
func readNginx(t *testing.T, text string) func(address string) []Header {
	t.Helper()
	exact, prefix := map[string][]Header{}, map[string][]Header{}
	var into map[string][]Header
	var address string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if m := nginxLocation.FindStringSubmatch(line); m != nil {
			if into = prefix; m[1] != "" {
				into = exact
			}
			if address = m[2]; into[address] != nil {
				t.Errorf("nginx refuses a second location %s", address)
			}
		} else if m := nginxHeader.FindStringSubmatch(line); m != nil {
			into[address] = append(into[address], Header{m[1], m[2]})
		} else if line != "}" && !strings.HasPrefix(line, "#") && !nginxError.MatchString(line) {
			t.Errorf("nginx does not read %q", line)
		}
	}
	return func(address string) []Header {
		if lines := exact[address]; lines != nil {
			return slices.Clone(lines)
		}
		longest := ""
		for stem := range prefix {
			if strings.HasPrefix(address, stem) && len(stem) > len(longest) {
				longest = stem
			}
		}
		return slices.Clone(prefix[longest])
	}
}
