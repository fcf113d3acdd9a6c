//go:build e2e

package browsertest

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
)

const (
	// solverText is what the solver says.
	solverText = `(document.querySelector("#solve-status")?.innerText` + unbroken + ` ?? "")`
	// solved is a solution on show, no longer a count.
	solved = `document.querySelector("#solve-write") !== null`
)

var _ = register(
	view{name: "a solution", address: openingRun, open: func(p *page) {
		p.solveFor("sigma", "2")
		p.await(solved)
	}},
	view{name: "nothing to solve for", address: aLink + "&differs=tuning", open: func(p *page) {
		unfold("solve")(p)
		p.await(`document.querySelector("#solve-plain").offsetParent !== null`)
	}},
	view{name: "what less noise would need", address: costlyRun, open: func(p *page) {
		p.solveFor("sigma", "2")
		p.await(solved)
		p.press("#ask-costs")
		p.await(`/each alone/.test(document.querySelector("#costs")?.innerText)`)
	}},
	view{name: "composition while fields are blank", address: strings.NewReplacer("eta=0.05", "eta=", "diameter=1", "diameter=").Replace(strings.TrimSuffix(costlyRun, "&differs=remainder"))},
	view{name: "solving", address: longSearch, busy: true, open: func(p *page) {
		p.solveFor("b", "0.001")
		p.await(`/values tried/.test(` + solverText + `)`)
	}},
)

// costlyRun is one whose smaller last batch costs noise.
const costlyRun = "#v=1&n=60&b=6&T=40&eta=0.05&clip=1&sigma=1.2&noise=multiplier&diameter=1&adjacency=replace&scheme=cyclic&loss=convex" +
	"&smoothness=1&clipping=never&delta=1e-5&differs=remainder"

// longSearch is a run for which the search for a batch size takes minutes.
var longSearch = strings.NewReplacer("n=7", "n=50000", "b=7", "b=500", "scheme=full", "scheme=poisson", "sigma=1.5",
	"sigma=1e-4").Replace(aLink)

// press clicks an element as a person does, once it rests: on a busy machine what is drawn above it may move it between
// the look and the click, which then hits its neighbour.
func (p *page) press(selector string) {
	p.Helper()
	eval[bool](p, fmt.Sprintf(`new Promise((done) => {
		document.querySelector(%[1]q)?.scrollIntoView({block: "center"});
		let last = "", left = 100;
		const look = () => {
			const r = document.querySelector(%[1]q)?.getBoundingClientRect();
			const now = r ? [r.x, r.y, r.width].join() : "";
			if ((now !== "" && now === last) || left-- === 0) return done(true);
			last = now;
			setTimeout(look, 25);
		};
		look();
	})`, selector))
	p.do(chromedp.Click(chromedp.CSS(selector), chromedp.NodeVisible))
}

// solveFor opens the panel and asks for a field that meets a target.
func (p *page) solveFor(field, epsilon string) {
	p.Helper()
	if !eval[bool](p, `document.querySelector("#solve").open`) {
		p.press("#solve > summary")
	}
	p.do(chromedp.SetValue(chromedp.CSS("#solve-field"), field))
	eval[bool](p, `(document.querySelector("#solve-field").dispatchEvent(new Event("change", {bubbles: true})), true)`)
	p.do(chromedp.Focus(chromedp.CSS("#solve-epsilon")))
	eval[bool](p, `(document.querySelector("#solve-epsilon").select(), true)`)
	p.do(chromedp.KeyEvent(epsilon + "\r"))
}

// Solving for the noise finds the smallest value, to six digits, that meets the target. One click
// writes it into the run, and Back undoes it.
func TestSolveForNoise(t *testing.T) {
	t.Parallel()
	p := visit(t, strings.Replace(aLink, "delta=1e-6", "delta=1e-5", 1))
	before := p.answer()
	const line = `getComputedStyle(document.querySelector("#ruler")).getPropertyValue("--plot-1")` // the ruler's colour of the answer
	coloured := eval[string](p, line)
	p.solveFor("sigma", "2")
	p.await(solved)
	if said := eval[string](p, solverText); !strings.Contains(said, "The smallest noise on the iterate σ is ") ||
		!strings.Contains(said, "the bound exceeds the target of 2") {
		t.Errorf("the solution reads %q", said)
	}
	p.says("#unwritten", "This is the answer for σ = 1.5. Apply enters the value found.")
	const pale = `getComputedStyle(document.querySelector("#picture .frame")).opacity < 1`
	p.await(line + fmt.Sprintf(` !== %q && `, coloured) + pale)
	const ink = `getComputedStyle(document.querySelector("#answer .epsilon")).color`
	aside := eval[string](p, ink)
	p.press("#solve-write")
	answer := p.awaitOther(before)
	p.await(`document.querySelector("#unwritten") === null && ` + ink + fmt.Sprintf(` !== %q && `, aside) + line +
		fmt.Sprintf(` === %q && !(`, coloured) + pale + ")")
	if answer > 2 || answer < 1.9999 {
		t.Errorf("with the solution in the run ε = %v, the target was 2", answer)
	}
	p.await(`document.querySelector("#solve-written") !== null`)
	if said := eval[string](p, solverText); !strings.Contains(said, "σ is "+p.text("sigma")+":") {
		t.Errorf("the field holds %s, the solution reads %q", p.text("sigma"), said)
	}
	eval[bool](p, `(history.back(), true)`)
	p.awaitAnswer(before, 1e-12)
	if got := p.text("sigma"); got != "1.5" {
		t.Errorf("after going back σ is %s", got)
	}
}

// If no value meets the target, the panel says what limits it. A wrong target is reported beside its
// field. Another run removes the solution.
func TestSolveOutOfReach(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink)
	p.solveFor("T", "1e-9")
	p.await(`/even at T = 1 the best bound is ε = /.test(` + solverText + `)`)
	p.enter("eta", "0.06")
	p.await(solverText + ` === ""`)
	p.solveFor("T", "-1")
	p.await(`/positive.*-1/.test(document.querySelector("#error-solve-epsilon").innerText)`)
	p.enter("eta", "x")
	p.solveFor("T", "1")
	p.await(`/needs attention/.test(document.querySelector("#error-solve-epsilon").innerText)`)
}

// A search that takes long shows its count and is given up by a click.
func TestSolveIsCancelled(t *testing.T) {
	t.Parallel()
	p := visit(t, longSearch+fewLines)
	before := p.answer()
	p.solveFor("b", "0.001")
	p.await(`/[0-9]+ of at most 50000 values tried/.test(` + solverText + `)`)
	p.press("#solve-stop")
	p.await(solverText + ` === "" && document.querySelector("#solve-stop") === null`)
	if got := p.answer(); got != before {
		t.Errorf("the answer went from %v to %v", before, got)
	}
	p.solveFor("sigma", "1") // by another engine
	p.await(solved)
}

// With a departure ticked the search goes by composition, which covers it, and
// the solution is one for the answer on show; where nothing covers it the panel
// says so and offers the way out.
func TestSolveUnderADeparture(t *testing.T) {
	t.Parallel()
	p := visit(t, strings.Replace(aLink, "delta=1e-6", "delta=1e-5", 1)+"&differs=averaging")
	before := p.answer()
	p.solveFor("sigma", "2")
	p.await(solved)
	if said := eval[string](p, solverText); !strings.Contains(said, "by Composition, which still holds with weight averaging") {
		t.Errorf("the solution reads %q", said)
	}
	p.press("#solve-write")
	answer := p.awaitOther(before)
	if row := eval[string](p, `document.querySelector("#answer").dataset.row`); row != "composition" || answer > 2 || answer < 1.9999 {
		t.Errorf("with the solution in the run ε = %v by %s, the target was 2", answer, row)
	}
	if !eval[bool](p, `document.querySelector("#cover").open`) {
		p.press("#cover > summary")
	}
	p.press("label:has(#departure-stopping)")
	p.await(`/no bound here covers training/.test(document.querySelector("#solve-not")?.innerText ?? "") && ` +
		`document.querySelector("#solve-start").offsetParent === null && ` + solverText + ` === ""`)
	// Nothing is drawn where nothing is known, and nothing can be done to it.
	p.await(`/nothing to draw/.test(document.querySelector("#no-picture")?.innerText ?? "") && document.querySelector("#picture .scales").hidden`)
	p.press("#solve-plain")
	p.await(`document.querySelector("#chart svg") !== null`)
	p.await(`document.querySelector("#solve-not").offsetParent === null && document.querySelector("#solve-start").offsetParent !== null && !document.querySelector("#departure-stopping").checked && !document.querySelector("#departure-averaging")?.checked`)
	if got := eval[string](p, `document.querySelector("#solve-epsilon").value`); got != "2" {
		t.Errorf("the target that was typed is now %q", got)
	}
	p.await(`!location.hash.includes("differs")`)
}

// Where epochs are stated, the solution is a number of epochs; the batch size
// keeps them.
func TestSolveInEpochs(t *testing.T) {
	t.Parallel()
	p := visit(t, strings.NewReplacer("n=7", "n=60", "b=7", "b=6", "scheme=full", "scheme=cyclic", "clipping=never&",
		"clipping=never&steps=epochs&").Replace(aLink))
	before := p.answer()
	p.solveFor("T", fmt.Sprint(before*1.05))
	p.await(solved)
	p.press("#solve-write")
	answer := p.awaitOther(before)
	if epochs := p.number(`document.querySelector("#field-epochs").value`); epochs != math.Trunc(epochs) || answer > before*1.05 {
		t.Errorf("%v epochs give ε = %v, the target was %v", epochs, answer, before*1.05)
	}
	if !eval[bool](p, `location.hash.includes("steps=epochs")`) {
		t.Errorf("epochs were stated, the address is %s", eval[string](p, `location.hash`))
	}
}

// Reset shows the run of a first visit; Back returns to what was there.
func TestReset(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	first := p.answer()
	p.follow(aLink, shows("T", "90"))
	before := p.answer()
	p.enter("eta", "0.07")
	changed := p.awaitOther(before)
	p.press("#reset")
	p.awaitAnswer(first, 1e-12)
	eval[bool](p, `(history.back(), true)`)
	p.awaitAnswer(changed, 1e-12)
	if got := p.text("eta"); got != "0.07" {
		t.Errorf("after going back η is %s", got)
	}
	eval[bool](p, `(history.forward(), true)`)
	p.awaitAnswer(first, 1e-12)
}

// After a solution for the noise the page finds, when asked, which assumptions cost noise, and says how far it is.
func TestAssumptionsThatCostNoise(t *testing.T) {
	t.Parallel()
	p := visit(t, costlyRun)
	p.solveFor("sigma", "2")
	p.await(solved)
	p.press("#ask-costs")
	p.await(`/Trying single changes: \d of \d tried/.test(document.querySelector("#costs [role=status]")?.innerText) ||
		/each alone/.test(document.querySelector("#costs")?.innerText)`)
	p.await(`/each alone/.test(document.querySelector("#costs").innerText)`)
	p.says("#costs", "if the loader drops the smaller last batch: noise multiplier z = 4.5466")
	if got := eval[string](p, `document.activeElement.id`); got != "costs" {
		t.Errorf("the focus is on %q", got)
	}
	p.press("#cover summary")
	p.press("label:has(#departure-remainder)")
	p.await(`document.querySelector("#costs") === null`)
}

// Another loader is a change with the ε that the page then answers. Poisson batches take the smaller last batch along, and keep the
// epochs; the paragraph before says what its epochs are.
func TestPoissonBatchesToLowerEpsilon(t *testing.T) {
	t.Parallel()
	p := visit(t, "#v=1&n=640&b=100&T=60&eta=0.15&clip=1&sigma=1.1&noise=multiplier&diameter=inf&adjacency=zero-out&scheme=reshuffle"+
		"&loss=smooth&smoothness=1&clipping=active&delta=1e-5&steps=epochs&differs=remainder~loss")
	before := p.answer()
	p.await(`document.querySelector("#statement-text").textContent.includes("for 10 epochs of 6 full batches and a smaller one with")`)
	p.press("#ask-lower")
	const drawn = `[...document.querySelectorAll("#lower li button")].find((b) => b.innerText.startsWith("if your loader draws Poisson batches"))`
	p.await(drawn + ` !== undefined && document.querySelector("#lower-stop") === null`)
	eval[bool](p, `(`+drawn+`.click(), true)`)
	p.awaitOther(before)
	p.awaitReady()
	if got := p.text("epochs") + " epochs, T = " + p.text("T"); got != "10 epochs, T = 70" {
		t.Error(got)
	}
	if said := eval[string](p, `document.querySelector("#answer").innerText`); strings.Contains(said, "smaller last batch") {
		t.Errorf("the answer says %q", said)
	}
	if !eval[bool](p, `document.querySelector("#departure-remainder") === null && document.querySelector("#departure-momentum") !== null &&
		!location.hash.includes("remainder")`) {
		t.Errorf("the smaller last batch is still there: %s", eval[string](p, `location.hash`))
	}
}

// What would lower ε is told as it is found, and can be cancelled.
func TestLoweringShowsItsProgress(t *testing.T) {
	t.Parallel()
	p := visit(t, "#v=1&n=50000&b=500&T=20000&eta=0.05&clip=1&sigma=0.8&noise=multiplier&diameter=inf&adjacency=add-remove&scheme=poisson"+
		"&loss=smooth&smoothness=1&clipping=active&delta=1e-5")
	p.awaitReady()
	p.press("#ask-lower")
	p.await(`/\d of \d tried/.test(document.querySelector("#lower [role=status]")?.innerText)`)
	if got := eval[string](p, `document.activeElement.id`); got != "lower" {
		t.Errorf("the focus is on %q", got)
	}
	if eval[bool](p, `document.querySelector("#lower-stop") !== null`) {
		p.press("#lower-stop")
	}
	p.await(`/Stopped after|most:|None of/.test(document.querySelector("#lower [role=status]").innerText)`)
	if eval[bool](p, `document.querySelector("#lower-stop, #lower progress") !== null`) {
		t.Error("it can be cancelled still")
	}
}
