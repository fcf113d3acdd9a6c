//go:build e2e

package browsertest

import (
	"strings"
	"testing"

	"github.com/chromedp/cdproto/input"
)

// cifarScript trains on CIFAR-10 with Opacus, says its data set by name only, and has a
// schedule and momentum.
const cifarScript = `
import torch
from opacus import PrivacyEngine
train_dataset = torchvision.datasets.CIFAR10(root="data", train=True, download=True)
train_loader = torch.utils.data.DataLoader(train_dataset, batch_size=512, shuffle=True)
optimizer = torch.optim.SGD(model.parameters(), lr=0.1, momentum=0.9, weight_decay=5e-4)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=30)
model, optimizer, train_loader = PrivacyEngine().make_private(
    module=model, optimizer=optimizer, data_loader=train_loader, noise_multiplier=0.8, max_grad_norm=1.2)
EPOCHS = 30
for epoch in range(EPOCHS):
    train(model)
`

// needed is the sentence in the answer's place where something is missing.
const needed = `document.querySelector("#needed")?.innerText ?? ""`

// A script that does not say how many examples it trains on gets no number until somebody
// has said it; the size of a data set that it names is offered, not taken.
func TestPastedScriptThatLacksItsSize(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	before := p.answer()
	p.paste(cifarScript)
	p.says("#start-read .heard", "CosineAnnealingLR", "momentum = 0.9", "Only composition holds")
	p.says("#start-read .taken", "weight_decay = 5e-4")
	p.says("#start-read .needed", "Left open by the text: dataset size.", "asks for what is missing")
	if !eval[bool](p, `document.querySelector("#start-read .heard").compareDocumentPosition(document.querySelector("#start-read .taken")) === Node.DOCUMENT_POSITION_FOLLOWING`) {
		t.Error("what only composition covers does not stand first")
	}
	p.press("#start-use")
	p.await(`(` + needed + `).includes("dataset size is needed")`)
	p.says("#needed", "CIFAR-10 has 50,000 training examples: use it")
	if eval[bool](p, `document.querySelector("#answer .epsilon, #answer[data-epsilon], #chart path, #rows [data-row]") !== null`) {
		t.Error("there are numbers without a dataset size")
	}
	for field, want := range map[string]string{"n": "", "b": "512", "epochs": "30", "T": "", "sigma": "0.8", "weight_decay": "0.0005"} {
		if got := p.text(field); got != want {
			t.Errorf("%s is %q, want %q", field, got, want)
		}
	}
	p.says("#error-n", "dataset size is needed")
	p.press("#needed .to-fields button")
	p.await(`document.activeElement.id === "field-n"`)
	p.await(`/[#&]n=&/.test(location.hash)`)

	// The link keeps what is missing, in an embed as well.
	link := eval[string](p, `location.hash`)
	for _, at := range []string{"/" + link, "/embed" + link} {
		other := newPage(t, site)
		other.goTo(at)
		other.await(needed + `.includes("dataset size is needed")`)
		if eval[bool](other, `document.querySelector("#answer .epsilon") !== null`) {
			t.Errorf("%s shows a number", at)
		}
		if got := eval[string](other, `location.hash`); got != link {
			t.Errorf("%s became %s", link, got)
		}
	}

	// Poisson sampling at 1/98, which is 511/50000 rounded up, for 30 epochs of 98 steps, with z = 0.8.
	p.enter("n", "50000")
	after := p.awaitOther(before)
	if got := p.text("T"); got != "2940" || p.text("epochs") != "30" || p.text("b") != "511" {
		t.Errorf("T = %s, %s epochs, b = %s, want 2940, 30 and 511", got, p.text("epochs"), p.text("b"))
	}
	p.says("#answer-sentence", "composition", "momentum", "a schedule of the learning rate")
	// At 512/50000 it would be 5.325, with the preset's 60,000 examples 4.37.
	if after < 5.313 || after > 5.314 {
		t.Errorf("ε = %v", after)
	}
	if eval[bool](p, `document.querySelector("#needed") !== null`) {
		t.Error("something is needed still")
	}
}

// The size that is offered is one press away, where the answer will be: on a wide screen and on a telephone both are in sight, and
// the keyboard stands before the first.
func TestPastedDatasetIsOffered(t *testing.T) {
	t.Parallel()
	for name, give := range map[string]func(*page){
		"pressed": func(p *page) { p.press(`#needed [data-offer]`) },
		"typed":   func(p *page) { p.enter("n", "50000") },
	} {
		p := visit(t, openingRun)
		before := p.answer()
		p.paste(cifarScript)
		if name == "typed" {
			const ctrl = 2
			call(p, p.ctx, input.DispatchKeyEvent, input.DispatchKeyEventParams{Type: input.DispatchKeyEventTypeRawKeyDown, Key: "Enter",
				Modifiers: ctrl})
		} else {
			p.press("#start-use")
		}
		p.await(`(` + needed + `).includes("dataset size is needed") && !document.querySelector("#start").open`)
		if !eval[bool](p, `(() => {
			const at = document.querySelector("#needed [data-offer]").getBoundingClientRect();
			return at.top >= 0 && at.bottom <= innerHeight && document.activeElement.id === "answer";
		})()`) {
			t.Errorf("%s: the offer is out of sight, or the focus is at %q", name, eval[string](p, `document.activeElement.id`))
		}
		give(p)
		p.awaitOther(before)
		if p.text("n") != "50000" || p.text("T") != "2940" {
			t.Errorf("%s: n = %s, T = %s", name, p.text("n"), p.text("T"))
		}
		p.await(`document.querySelector("#needed") === null`)
		if got := eval[string](p, `document.querySelector("#field-schedule").value`); got != "cosine" { // over the 30 epochs
			t.Errorf("%s: the learning rate's schedule is %q", name, got)
		}
		p.says("#read-of > summary", "values understood")
		eval[bool](p, `(history.back(), true)`)
		p.await(`document.querySelector("#needed [data-offer]") !== null`)
	}
}

// What a phrase leaves open is offered at once: batches, and neighbours, of which those go that do not fit.
func TestPastedPhraseIsCompletedByPresses(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	before := p.answer()
	p.paste("n=600, batch 60, 1 epoch, lr 0.1, noise multiplier 1.1, clip 1, δ=1e-5")
	p.press("#start-use")
	p.await(`document.querySelector("#needed [data-offer]") !== null`)
	p.says("#needed", "How does your loader form batches?", "Poisson each example joins", "reshuffled every epoch an ordinary loader", "zero out one")
	p.press(`#needed [data-offer]`)
	p.await(`document.querySelector("#needed [data-offer]")?.textContent === "add or remove one"`)
	if strings.Contains(eval[string](p, `[...document.querySelectorAll("#needed [data-offer]")].map((e) => e.textContent).join()`), "zero out one") {
		t.Error("neighbours that do not fit Poisson batches are still offered")
	}
	p.says("#needed", "“Zero out one” is for batches of a fixed size.")
	p.press(`#needed [data-offer]`)
	p.awaitOther(before)
	if got := eval[string](p, `document.querySelector("#field-scheme").value`) + " " + p.text("T"); got != "poisson 10" {
		t.Errorf("scheme and T are %s", got)
	}
}

// Choices can be missing as well: nothing is chosen, and the answer waits for them.
func TestPastedPhraseWithoutItsBatches(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	before := p.answer()
	p.paste("n=600, batch 60, 1 epoch, lr 0.1, noise multiplier 1.1, clip 1, δ=1e-5")
	p.press("#start-use")
	p.await(`(` + needed + `).includes("definition of neighbouring datasets and batch sampling scheme are needed")`)
	if eval[bool](p, `document.querySelector("#field-adjacency input:checked") !== null || document.querySelector("#field-scheme").selectedOptions[0]?.disabled !== true`) {
		t.Error("a choice is made that nobody made")
	}
	p.press(`label:has(#field-adjacency-zero-out)`)
	p.await(`(` + needed + `).includes("batch sampling scheme is needed")`)
	eval[bool](p, `(() => {
		const e = document.querySelector("#field-scheme");
		e.focus(); e.value = "poisson";
		e.dispatchEvent(new Event("input", {bubbles: true}));
		e.dispatchEvent(new Event("change", {bubbles: true}));
		return true;
	})()`)
	p.awaitOther(before)
	if got := p.text("T"); got != "10" {
		t.Errorf("T = %s", got)
	}
}

var _ = register(
	view{name: "a script that lacks its size", address: openingRun, open: func(p *page) {
		p.paste(cifarScript)
		p.await(`document.querySelector("#start-read .needed") !== null`)
	}},
	view{name: "a run that lacks its size", address: openingRun, open: func(p *page) {
		p.paste(cifarScript)
		p.press("#start-use")
		p.await(`(` + needed + `).includes("dataset size is needed")`)
	}},
)

// What was read of a script stays beside the form, in one line that opens, while fields are edited, and goes
// when a preset takes the run's place.
func TestReportOfAScriptStays(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	p.paste(briefScript)
	p.press("#start-use")
	p.await(`!document.querySelector("#start").open && document.querySelector("#read-of").checkVisibility()`)
	p.awaitReady()
	p.says("#read-of > summary", "Read from your text", "values understood")
	p.press("#read-of > summary")
	p.says("#read-of .taken", "noise_multiplier", "noise multiplier z")
	p.enter("sigma", "1.7")
	p.await(`document.querySelector("#read-of > summary").innerText.includes("1 changed since")`)
	p.says("#read-of .taken", "changed in the form since")
	if !eval[bool](p, `document.querySelector("#read-of").open`) {
		t.Error("an edit folds the report")
	}
	p.enterDoor("start")
	p.press("#start-opacus")
	p.await(`!document.querySelector("#read-of").checkVisibility()`)
}

// Who chooses a class for a script's loss is asked for its constants, where the choice was made, and can take it back there.
func TestPastedLossIsChosenInTheForm(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	p.paste(`optimizer = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, num_microbatches=256, learning_rate=0.1)
train = train.shuffle(59904).batch(256); num_train = 59904; epochs = 20`)
	p.press("#start-use")
	p.awaitReady()
	p.says("#answer", "by composition")
	p.says("#help-loss", "Choose a class")
	p.selectOption("field-loss", "convex")
	p.await(`document.querySelector("#field-smoothness")?.value === "" && !location.hash.includes("differs")`)
	p.awaitReady()
	p.says("#answer", "by composition: the ordinary DP-SGD ε, as if every iterate were public", "once you give the smoothness L", "Blank: the smoothness L")
	p.selectOption("field-loss", "unknown")
	p.await(`document.querySelector("#field-smoothness") === null && document.querySelector("#awaits") === null`)
	p.awaitReady()
	p.says("#answer", "by composition")
}

// Who says that the loss of a script is known enters its constants: what the preset has is no
// assumption of theirs, and the answer is composition's, which does not depend on them.
func TestPastedLossIsKnownByItsConstants(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	p.paste(`model.add(tf.keras.layers.Dense(10, kernel_regularizer=tf.keras.regularizers.l2(1e-4)))
optimizer = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, num_microbatches=256, learning_rate=0.1)
train = train.shuffle(59904).batch(256); num_train = 59904; epochs = 20`)
	p.press("#start-use")
	p.awaitReady()
	p.says("#answer", "by composition")
	p.press("#cover summary")
	p.press("label:has(#departure-loss)")
	p.await(`/[#&]smoothness=&/.test(location.hash)`)
	p.awaitReady()
	p.says("#awaits", "Blank: the smoothness L")
	if row := eval[string](p, `document.querySelector("#answer").dataset.row`); row != "composition" {
		t.Errorf("without a smoothness, %s answers", row)
	}
	p.enter("smoothness", "50")
	p.awaitReady()
	p.says("#answer", "ε")
}

// On a telephone the button that uses a pasted script is in sight below it. A shuffled loader waits for the dataset size alone; its
// large ε is explained beside it, with that of Poisson batches, and a button leads to the picture.
func TestPastedOnATelephone(t *testing.T) {
	t.Parallel()
	p := visit(t, openingRun)
	p.window(390, 844)
	p.paste(strings.Repeat("# a comment\n", 40) + "import tensorflow as tf\n(x, y), _ = tf.keras.datasets.mnist.load_data()\n" +
		"data = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(60000).batch(250)\n" +
		"opt = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, learning_rate=0.15)\nmodel.fit(data, epochs=15)")
	p.await(`(() => {
		const at = document.querySelector("#start-use").getBoundingClientRect();
		return at.top > 0 && at.bottom < innerHeight && at.top > document.querySelector("#start-text").getBoundingClientRect().bottom;
	})()`)
	p.press("#start-use")
	p.await(`(` + needed + `).includes("dataset size is needed")`)
	if wrong := eval[[]string](p, `[...document.querySelectorAll("#run .error")].map((e) => e.textContent).filter(Boolean)`); len(wrong) != 1 {
		t.Errorf("the form asks for %q", wrong)
	}
	p.says("#help-scheme", "shuffle(60000)", "once the dataset size is known")
	p.press("#needed .offers button")
	p.await(`/ ε ≤ 1\.\d\d\.$/.test(document.querySelector("#large")?.innerText.replaceAll("\u00a0", " "))`)
	p.press("#to-picture")
	p.await(`(() => { const top = document.querySelector("#picture").getBoundingClientRect().top; return top >= 0 && top < innerHeight / 2; })()`)
}
