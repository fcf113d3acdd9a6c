//go:build e2e && hosts

package browsertest

import (
	"cmp"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/runtime"
)

// generator builds a folder of documentation into pages.
type generator struct {
	name    string
	command func(dir string) *exec.Cmd
	out     string // where the pages are, in the folder
}

var generators = []generator{
	{"vitepress", func(dir string) *exec.Cmd {
		return exec.Command("node", filepath.Join(dir, "node_modules", "vitepress", "bin", "vitepress.js"), "build", dir)
	}, ".vitepress/dist"},
	{"hugo", func(dir string) *exec.Cmd {
		return exec.Command(cmp.Or(os.Getenv("HUGO"), "hugo"), "--source", dir)
	}, "public"},
}

// build writes the files that the text shows into a folder and has the
// generator make pages of them.
func (g generator) build(t *testing.T) (pages string) {
	t.Helper()
	dir := t.TempDir()
	for name, content := range listings(t, g.name) {
		write(t, filepath.Join(dir, filepath.FromSlash(name)), content)
	}
	switch g.name {
	case "vitepress":
		tools, err := filepath.Abs("../generators/node_modules")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(tools, filepath.Join(dir, "node_modules")); err != nil {
			t.Fatal(err)
		}
	case "hugo":
		if err := os.WriteFile(filepath.Join(dir, "config.toml"),
			[]byte("baseURL = \"/\"\ndisableKinds = [\"taxonomy\", \"term\", \"RSS\", \"sitemap\"]\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	cmd := g.command(dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v\n%s\nmake hosts fetches the generators and says what else to install", g.name, err, out)
	}
	return filepath.Join(dir, filepath.FromSlash(g.out))
}

// Documentation made by real generators, opened from another origin, shows the
// numbers of the calculator in three embeds on one page; a parameter changed in
// one of them changes its number, of which the page around it is not told, and its link
// leads to the full page, which says the same.
func TestGeneratedDocumentation(t *testing.T) {
	t.Parallel()
	one := answerTo(t, "/#"+documented)
	two := answerTo(t, "/#"+strings.Replace(documented, "T=200", "T=400", 1))
	changed := answerTo(t, "/#"+strings.Replace(documented, "T=200", "T=37", 1))
	for _, g := range generators {
		t.Run(g.name, func(t *testing.T) {
			origin := serveHost(t, http.FileServer(http.Dir(g.build(t))))
			p := visitEmbedder(t, origin, "/")
			p.await(`document.querySelectorAll("last-iterate").length === 2 && [...document.querySelectorAll("last-iterate")].every((e) => e.shadowRoot)`)
			// Each is loaded as it comes into view.
			p.await(`[...document.querySelectorAll("last-iterate")].every((e) => (e.scrollIntoView(), e.answer))`)
			if got := eval[[]float64](p, `[...document.querySelectorAll("last-iterate")].map((e) => e.answer.epsilon)`); got[0] != one ||
				got[1] != two {
				t.Errorf("the elements say %v, the page %v and %v", got, one, two)
			}
			shown := map[string]*page{}
			for _, f := range p.frames(site+"/embed/#", 3) {
				f.awaitReady()
				shown[eval[string](f, `((new URLSearchParams(location.hash.slice(1))).get("show") ?? "what fits") + " " + (new URLSearchParams(location.hash.slice(1))).get("T")`)] = f
			}
			for what, want := range map[string]float64{"answer,form 200": one, "answer 400": two, "what fits 200": one} {
				f := shown[what]
				if f == nil {
					t.Fatalf("there is no embed that shows %s among %q", what, slices.Sorted(maps.Keys(shown)))
				}
				if got := f.answer(); got != want {
					t.Errorf("the embed of %s shows %v, the page %v", what, got, want)
				}
			}
			form := shown["answer,form 200"]
			eval[bool](form, `(() => {
				const field = document.getElementById("field-T");
				field.focus();
				field.value = "37";
				field.dispatchEvent(new Event("input", {bubbles: true}));
				return true;
			})()`)
			form.awaitAnswer(changed, 1e-12)
			if got := eval[float64](p, `document.querySelector("last-iterate").answer.epsilon`); got != one {
				t.Errorf("the element tells its page %v, of what a reader typed", got)
			}
			// A tab opens for a person's click only.
			call(form, form.ctx, runtime.Evaluate, runtime.EvaluateParams{
				Expression: `document.getElementById("open-calculator").click()`, UserGesture: ptr(true),
			})
			full := p.opened(site + "/#")
			if got := full.answer(); got != changed {
				t.Errorf("the full page says %v, the embed %v", got, changed)
			}
		})
	}
}

// The types describe the module: a program that uses it as the types say
// compiles, one that does not is refused.
func TestTypesOfTheModule(t *testing.T) {
	t.Parallel()
	const header = `import { engine, EngineError, type Run, type Evaluation } from "./engine.js";
const run: Run = { n: 5, b: 5, T: 20, eta: 0.1, clip: 1, sigma: 1, diameter: Infinity, scheme: "full", loss: "convex", smoothness: 1, clipping: "never" };
const li = await engine({ base: "https://calculator.example/" });
`
	for _, c := range []struct {
		program string
		fault   string
	}{
		{`const r: Evaluation = await li.evaluate({ run, question: { alpha: 2 } }, { signal: AbortSignal.timeout(10), partial: ({ rows }) => void rows[0]?.hypotheses });
const e: number | "inf" | undefined = r.answer?.epsilon;
const c = await li.curve({ run, question: { delta: 1e-5 }, parameter: "T", values: [1, 2], lines: true }, { progress: ({ lines }) => void lines?.[0].row });
await li.figure({ figure: "chien-li-1a", lines: true }, { progress: ({ figure }) => void figure?.lines[0].name });
const s = await li.solve({ run, field: "sigma", target: { epsilon: 1, delta: 1e-5 } });
const any = await li.ask<{ x: number }>("evaluate", { run });
try { li.cancel(); li.close(); } catch (err) { if (err instanceof EngineError) console.log(err.code, err.errors[0]?.field, e, c.series, s.bracket, any.x); }`, ""},
		{`await li.evaluate({ run: { ...run, scheme: "sorted" }, question: { alpha: 2 } });`, "sorted"},
		{`await li.evaluate({ run });`, "question"},
		{`const e: number = (await li.evaluate({ run, question: { alpha: 2 } })).answer?.epsilon;`, "undefined"},
		{`await li.sing();`, "sing"},
	} {
		dir := t.TempDir()
		types, err := os.ReadFile("../embed/engine.d.ts")
		if err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{"engine.d.ts": string(types), "program.mts": header + c.program} {
			if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		cmd := exec.Command("node", "../generators/node_modules/typescript/bin/tsc", "--noEmit", "--strict", "--target", "es2022",
			"--module", "es2022",
			"--moduleResolution", "bundler", "--lib", "es2022,dom", filepath.Join(dir, "program.mts"))
		out, err := cmd.CombinedOutput()
		if c.fault == "" && err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		if c.fault != "" && (err == nil || !strings.Contains(string(out), c.fault)) {
			t.Errorf("%s\nis not refused for %q: %v\n%s", c.program, c.fault, err, out)
		}
	}
}
