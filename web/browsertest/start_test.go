//go:build e2e

package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// paste opens the door for scripts, puts a text where it can be pasted, and waits until it
// is read.
func (p *page) paste(text string) {
	p.Helper()
	p.enterDoor("start")
	p.await(`document.querySelector("#start-text")?.offsetParent !== null`)
	eval[bool](p, fmt.Sprintf(`(() => {
		const e = document.querySelector("#start-text");
		e.focus();
		e.value = %q;
		e.dispatchEvent(new Event("input", {bubbles: true}));
		return true;
	})()`, text))
	p.await(`document.querySelector("#start-read").innerText !== ""`)
}

// enterDoor opens a door above the form that is not open.
func (p *page) enterDoor(id string) {
	p.Helper()
	if !eval[bool](p, `document.querySelector("#`+id+`").open`) {
		p.press("#" + id + " > summary")
	}
}

// reads is what an element says on the screen.
func (p *page) reads(selector string) string {
	p.Helper()
	return eval[string](p, fmt.Sprintf(`document.querySelector(%q)?.innerText`+unbroken+` ?? ""`, selector))
}

// says fails unless an element says all of the parts.
func (p *page) says(selector string, parts ...string) {
	p.Helper()
	text := p.reads(selector)
	for _, part := range parts {
		if !strings.Contains(text, part) {
			p.Errorf("%s does not say %q: %s", selector, part, text)
		}
	}
}

const opacusScript = `
n = 60000
EPOCHS = 15
optimizer = torch.optim.SGD(model.parameters(), lr=0.1)
train_loader = torch.utils.data.DataLoader(train_dataset, batch_size=256, shuffle=True)
privacy_engine = PrivacyEngine()
model, optimizer, train_loader = privacy_engine.make_private(
    module=model, optimizer=optimizer, data_loader=train_loader,
    noise_multiplier=1.1, max_grad_norm=1.0)
for epoch in range(EPOCHS):
    train(model)
print(privacy_engine.get_epsilon(delta=1e-5))`

// A newcomer pastes the script that trains the model, reads what was understood,
// uses it, and reads an answer for it: three steps.
func TestNewcomerPastesOpacus(t *testing.T) {
	t.Parallel()
	p := visit(t, "/")
	before := p.answer()
	p.paste(opacusScript)
	p.says("#start-read", "Understood (8)", "shuffle = True – is the loader’s, which Opacus replaces",
		"noise_multiplier = 1.1 → noise multiplier z = 1.1", "EPOCHS = 15 → epochs E = 15",
		"batch_size = 256", "delta = 1e-5", "assumed from the Opacus-style preset", "neighbouring datasets: add or remove one",
		"poisson_sampling=True by default → batches: Poisson")
	eval[bool](p, `(() => {
		window.told = [];
		new MutationObserver(() => told.push(document.querySelector("#status").innerText)).observe(document.querySelector("#status"), {childList: true, characterData: true, subtree: true});
		return true;
	})()`)
	p.press("#start-use")
	after := p.awaitOther(before)
	if eval[bool](p, `document.querySelector("#start").open`) {
		t.Error("the panel is open over the run that was taken")
	}
	if at := eval[string](p, `document.activeElement.id`); at != "run-title" {
		t.Errorf("the keyboard is at %q", at)
	}
	if y := eval[float64](p, `document.activeElement.getBoundingClientRect().top`); y < 0 || y > 700 {
		t.Errorf("the run begins at %v on the screen", y)
	}
	p.await(`told.length > 1 && told[0].includes("is in the form") && told.at(-1).includes("ε ≤ ")`)
	for field, want := range map[string]string{"n": "60000", "b": "256", "epochs": "15", "T": "3525", "eta": "0.1", "clip": "1",
		"sigma": "1.1", "delta": "1e-5"} {
		if got := p.text(field); got != want {
			t.Errorf("%s is %s, want %s", field, got, want)
		}
	}
	// Privacy loss distributions give 1.13 for these numbers, Rényi accounting 1.28.
	if after < 1.13 || after > 1.14 {
		t.Errorf("ε = %v", after)
	}
	p.says("#answer-sentence", "ε", "composition", "a loss of unknown smoothness")
	p.says("#assumed", "neighbouring datasets: add or remove one")
	if eval[string](p, `document.querySelector("#field-loss").value`) != "unknown" || eval[bool](p, `document.querySelector("#field-smoothness") !== null`) {
		t.Error("the loss of a script is known, or has a smoothness")
	}
	p.says("#help-weight_decay", "Not used")
	if unused := `getComputedStyle(document.querySelector("#field-%s")).borderTopStyle`; eval[string](p, fmt.Sprintf(unused, "weight_decay")) != "dashed" ||
		eval[string](p, fmt.Sprintf(unused, "sigma")) != "solid" {
		t.Error("the weight decay, which is not used, looks as the noise does")
	}
	eval[bool](p, `(history.back(), true)`)
	if got := p.awaitOther(after); got != before {
		t.Errorf("a step back ε = %v, it was %v", got, before)
	}
}

// startFrom takes a preset and waits for its answer.
func (p *page) startFrom(preset string) {
	p.Helper()
	before := p.answer()
	p.enterDoor("start")
	p.press("#start-" + preset)
	p.awaitOther(before)
}

// A projected logistic regression is one of the presets, and hiding the iterates
// helps there.
func TestNewcomerStartsFromLogisticRegression(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	p.startFrom("logistic")
	p.says("#answer-sentence", "× less than if every iterate were public")
	if p.text("diameter") != "2" || p.text("loss") != "convex" {
		t.Errorf("D = %s, the loss is %s", p.text("diameter"), p.text("loss"))
	}
}

// A linear probe is one of the presets, and its weight decay makes the last iterate leak
// less without any projection.
func TestNewcomerStartsFromALinearProbe(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	p.startFrom("probe")
	p.says("#answer-sentence", "× less than if every iterate were public")
	if p.text("weight_decay") != "0.1" || p.text("scheme") != "poisson" ||
		!eval[bool](p, `document.querySelector("#field-unbounded").checked`) {
		t.Errorf("ω = %s, %s", p.text("weight_decay"), p.text("scheme"))
	}
}

// The other door leads to the papers: to the opening run, and to figures.
func TestDoorToTheTheory(t *testing.T) {
	t.Parallel()
	p := visit(t, "/")
	if !eval[bool](p, `document.querySelector("#start").open && !document.querySelector("#theory").open`) {
		t.Error("on a first visit the door for scripts is not open, or both are")
	}
	p.enterDoor("theory")
	p.await(`document.querySelector("#theory").open && !document.querySelector("#start").open`)
	p.says("#theory-chien-li-1a", "Chien and Li 2024, Figure 1 (a)")
	before := p.answer()
	p.press(`#theory [data-figure^="liang"]`)
	theirs := p.awaitOther(before)
	p.await(`document.activeElement.id === "figure-caption" && document.querySelector("#figure-choice").value.startsWith("liang")`)
	p.enterDoor("theory")
	p.press("#start-opening")
	if got := p.awaitOther(theirs); got != before {
		t.Errorf("the opening run has ε = %v, it had %v", got, before)
	}
	other := visit(t, aLink)
	if eval[bool](other, `document.querySelector("#start").open || document.querySelector("#theory").open`) {
		t.Error("a link opens with a door open")
	}
}

// Chien and Li's example of a loss that is not smooth is one of the presets.
func TestNewcomerStartsFromALossThatIsNotSmooth(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	p.startFrom("holder")
	if p.text("loss") != "holder" || p.text("smoothness") != "1.5874010519681996" || p.text("holder_order") != "0.3333333333333333" {
		t.Errorf("the loss is %s, L = %s, λ = %s", p.text("loss"), p.text("smoothness"), p.text("holder_order"))
	}
}

// What cannot be read changes nothing and loses nothing.
func TestPastedNonsense(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink)
	before, here := p.answer(), eval[string](p, `location.hash`)
	const nonsense = "dear reader, lr is -1 and ((("
	p.paste(nonsense)
	p.says("#start-read", "Not used")
	p.paste("no such thing")
	p.says("#start-none", "Nothing here reads as a setting")
	if !eval[bool](p, `document.querySelector("#start-use").disabled`) {
		t.Error("a run can be used that was not read")
	}
	p.enter("T", "91")
	p.awaitOther(before)
	if got := eval[string](p, `document.querySelector("#start-text").value`); got != "no such thing" {
		t.Errorf("what was pasted became %q", got)
	}
	p.enter("T", "90")
	p.awaitAnswer(before, 1e-12)
	p.await(fmt.Sprintf(`location.hash.replace("&steps=T", "") === %q`, here)) // T is what was typed last
}

// The button that uses a run is muted, and has no pointer, until a run was read.
func TestUseLooksDisabled(t *testing.T) {
	t.Parallel()
	p := visit(t, aLink)
	p.enterDoor("start")
	const looks = `(() => {
		const of = (s) => getComputedStyle(document.querySelector(s));
		return [of("#start-use").color === of("#start-help").color, of("#start-use").cursor === "default"].join(" ");
	})()`
	if got := eval[string](p, looks); got != "true true" {
		t.Errorf("before a run was read, muted and without a pointer: %s", got)
	}
	p.paste("n = 60000, batch 256, 15 epochs, learning rate 0.1")
	p.await(`!document.querySelector("#start-use").disabled`)
	p.await(looks + ` === "false false"`)
}

// A shuffled loader with add or remove is a run to which no theorem applies; what
// does is offered with its ε, and a click gives that answer.
func TestNewcomerShufflesWithAddOrRemove(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	p.paste("n=60000, batch 256, 15 epochs, reshuffled every epoch, add or remove one, lr 0.1, noise multiplier 1.1, clip 1, δ=1e-5, smoothness 1")
	p.press("#start-use")
	p.await(ready + ` && document.querySelectorAll(".changes button").length > 1`)
	p.says("#answer-sentence", "No theorem here applies to this run")
	p.says("#burn-in", "makes a bound apply", "batches: random allocation, ε ≤ 1.10", "batches: Poisson, ε ≤ 1.14", "neighbouring datasets: zero out one, ε ≤ ")
	p.press(".changes button")
	p.awaitAnswer(1.0955125064703806, 1e-6)
	p.says("#answer-sentence", "ε ≤ 1.10", "no bound here shows that hiding the iterates helps")
}

// A run that no loss can meet, and a link that could not be read in full, have a
// grey number; the one says so first, the other until an edit.
func TestDoubtfulNumbersAreGrey(t *testing.T) {
	t.Parallel()
	grey := `getComputedStyle(document.querySelector("#answer .epsilon")).color === getComputedStyle(document.querySelector(".rest + *, .tagline")).color`
	const doubtful = `document.querySelector("#answer").classList.contains("doubtful")`
	p := visit(t, strings.NewReplacer("loss=convex", "loss=strongly-convex", "smoothness=1",
		"smoothness=9&strong_convexity=8").Replace(aLink))
	p.says("#impossible", "No loss meets these assumptions")
	if !eval[bool](p, doubtful+` && document.querySelector("#impossible").compareDocumentPosition(document.querySelector(".epsilon")) === Node.DOCUMENT_POSITION_FOLLOWING`) {
		t.Error("it is not said first, or the number is not grey")
	}
	if !eval[bool](p, grey) {
		t.Error("the number has its colour")
	}
	// So has the one line that stays of it, which also tells that there are warnings.
	const digest = `getComputedStyle(document.querySelector("#digest .digest-text")).color === getComputedStyle(document.querySelector(".tagline")).color`
	if !eval[bool](p, digest) {
		t.Error("the number at the top of the screen has its colour")
	}
	const marked = `document.querySelector("#digest .digest-mark") !== null`
	if !eval[bool](p, marked) {
		t.Error("it has no mark that there are warnings")
	}
	p = visit(t, aLink+"&colour=green")
	if !eval[bool](p, doubtful) || !eval[bool](p, grey) {
		t.Error("a link that could not be read in full has a number of full colour")
	}
	p.enter("T", "91")
	p.await(ready + " && !" + doubtful)
	if eval[bool](p, marked) && eval[int](p, `document.querySelectorAll("#warnings li").length`) == 0 {
		t.Error("the line has a mark and the answer no warnings")
	}
	if eval[bool](p, digest) {
		t.Error("after the edit the number at the top of the screen is grey")
	}
}

// With published theorems only, answer, table and chart are theirs; the link and the
// embed say so and show the same.
func TestPublishedTheoremsOnly(t *testing.T) {
	t.Parallel()
	p := visit(t, convexRun)
	with := p.answer()
	p.press("label:has(#published-only)")
	without := p.awaitOther(with)
	if without <= with {
		t.Errorf("without our results ε = %v, with them %v", without, with)
	}
	p.await(`location.hash.includes("only=published")`)
	const ours = `[...document.querySelectorAll("#rows [data-row]")].some((r) => /own result/.test(r.innerText)) || document.querySelector('#chart [data-series="profile"]') !== null`
	if eval[bool](p, ours) {
		t.Error("a result of our own is in the table or the chart")
	}
	address := eval[string](p, `location.hash`)
	for _, at := range []string{"/" + address, "/embed" + address} {
		other := visit(t, at+fewLines)
		if got := other.answer(); got != without {
			t.Errorf("%s: ε = %v, want %v", at, got, without)
		}
	}
	p.press("label:has(#published-only)")
	if got := p.awaitOther(without); got != with {
		t.Errorf("with our results again ε = %v, before %v", got, with)
	}
}
