package main

import (
	"fmt"
	"strings"

	"lastiterate/bounds/figure"
)

// scene is a state of the page: its address, and the steps before it is photographed.
type scene struct {
	name    string
	address string
	steps   []step
	media   map[string]string // preferences of the visitor's system besides the theme
	paper   bool              // the page is photographed as printed
	busy    bool              // the scene shows work in progress
	static  bool              // a page of text, without the program
}

// step is an action in the page, and the condition to wait for; either may be empty.
type step struct{ do, await string }

// Runs: with a quick answer, of a paper's figure, with a slow answer, with sampled batches, in a secret order, and with a field
// of every type.
const (
	smallRun = "v=1&n=7&b=7&T=90&eta=0.05&clip=2&sigma=1.5&noise=iterate&diameter=3&adjacency=replace&scheme=full&loss=convex" +
		"&smoothness=1&clipping=never"
	figure1 = "v=1&n=5&b=5&T=200&eta=0.1&clip=2&sigma=1&noise=iterate&diameter=1&adjacency=replace&scheme=full&loss=convex&smoothness=1" +
		"&clipping=never"
	slowRun = "v=1&n=50000&b=500&T=5000&eta=0.05&clip=2&sigma=1e-3&noise=iterate&diameter=3&adjacency=replace&scheme=poisson&loss=convex" +
		"&smoothness=1&clipping=never"
	sampledRun = "v=1&n=50&b=5&T=2000&eta=0.1&clip=2&sigma=1&noise=iterate&diameter=0.5&adjacency=replace&scheme=without-replacement" +
		"&loss=strongly-convex&smoothness=1&strong_convexity=1&clipping=never"
	secretRun = "v=1&n=60&b=5&T=240&eta=0.1&clip=2&sigma=1&noise=iterate&diameter=3&adjacency=replace&scheme=reshuffle&loss=convex" +
		"&smoothness=1&clipping=never"
	allTypes = "v=1&n=60&b=6&T=90&eta=0.05&clip=2&sigma=1.5&noise=multiplier&diameter=inf&adjacency=replace&scheme=cyclic" +
		"&loss=weakly-convex&smoothness=1&weak_convexity=0.1&clipping=never"
)

func scenes() []scene {
	all := []scene{
		{name: "opening", address: "/"},
		{name: "no-help", address: "/#" + strings.Replace(smallRun, "diameter=3", "diameter=inf", 1) + "&delta=1e-6"},
		{name: "all-types", address: "/#" + allTypes + "&alpha=4&steps=epochs"},
		{name: "alpha", address: "/#" + figure1 + "&alpha=2&tab=alpha"},
		{name: "delta", address: "/#" + figure1 + "&delta=1e-5&tab=delta"},
		{name: "sweep", address: "/#" + figure1 + "&delta=1e-5&tab=sweep&sweep=sigma"},
		{name: "schedule", address: "/#" + figure1 + "&alpha=2&tab=schedule"},
		{name: "parts", address: "/#" + figure1 + "&alpha=2&tab=parts"},
		{name: "schedule-sampled", address: "/#" + sampledRun + "&delta=1e-5&tab=schedule"},
		{name: "parts-sampled", address: "/#" + sampledRun + "&delta=1e-5&tab=parts"},
		{name: "row", address: "/#" + figure1 + "&delta=1e-5&open=shift"},
		{name: "row-unfit", address: "/#" + figure1 + "&delta=1e-5&open=chien-li-3.7"},
		{name: "row-erratum", address: "/#v=1&n=60&b=6&T=90&eta=0.05&clip=2&sigma=0.5&noise=iterate&diameter=3&adjacency=replace" +
			"&scheme=without-replacement&loss=convex&smoothness=1&clipping=never&delta=1e-5&open=chien-li-3.12"},
		{name: "row-average", address: "/#" + secretRun + "&delta=1e-5&open=shift"},
		{name: "row-contraction", address: "/#" + secretRun + "&alpha=4&open=contraction"},
		{name: "blanks", address: "/#v=1&n=60000&b=256&T=3525&eta=&clip=1&sigma=1.1&noise=multiplier&diameter=&adjacency=replace" +
			"&scheme=poisson&loss=convex&smoothness=&clipping=active&delta=1e-5"},
		{name: "errors", address: "/", steps: []step{
			{typed("eta", "-0.1"), says("error-eta")}, {typed("sigma", "0,1"), says("error-sigma")},
			{typed("T", "a lot"), says("error-T")}}},
		{name: "bad-link", address: "/#" + smallRun + "&delta=1e-6&colour=green&T.1=3"},
		{name: "start", address: "/", steps: []step{
			{open("#start"), `document.querySelector("#start").open`},
			{`{ const e = document.querySelector("#start-text"); e.value = "make_private(noise_multiplier=1.1, max_grad_norm=1.0, ` +
				`data_loader=DataLoader(d, batch_size=256))\nepochs = 15\nlr = 0.1\ntarget_epsilon = 3\nn = 60000"; e.dispatchEvent(new ` +
				`Event("input", {bubbles: true})); }`, `document.querySelector("#start-read").innerText`}}},
		{name: "covers", address: "/", steps: []step{
			{press("#cover > summary"), `document.querySelector("#cover").open`},
			{press("#departure-momentum"), `document.querySelector(".why") !== null`}}},
		{name: "unfolded", address: "/", steps: []step{
			{press("#statement > summary"), ""}, {press("#chart-table > summary"), ""},
			{press("#export > summary"), `document.querySelector("#export").open`}}},
		{name: "solving", address: "/#" + strings.Replace(slowRun, "sigma=1e-3", "sigma=1e-4", 1) + "&delta=1e-6", busy: true,
			steps: solve("b", "0.001", `/values tried/.test(document.querySelector("#solve-status").innerText)`)},
		{name: "solved", address: "/", steps: solve("sigma", "2", `document.querySelector("#solve-write") !== null`)},
		{name: "slow", address: "/#" + slowRun + "&delta=1e-6", busy: true},
		{name: "compared", address: "/#" + pinned(smallRun+"&delta=1e-6", "T=90", "T=30", "T=60", "T=120", "T=240"), steps: []step{
			{"", `document.querySelectorAll('#chart path[data-series^="pin-"]').length === 4`}}},
		{name: "share", address: "/", steps: []step{{press("#share"), `document.querySelector("#share-dialog[open]") !== null`}}},
		{name: "hover", address: "/", steps: []step{
			{`document.querySelector("#chart").focus(); for (let i = 0; i < 9; i++) document.querySelector("#chart").dispatchEvent(new ` +
				`KeyboardEvent("keydown", {key: "ArrowLeft", bubbles: true}))`,
				`document.querySelector("#chart-overlay").innerHTML !== ""`}}},
		{name: "forced-colors", address: "/#" + figure1 + "&delta=1e-5&open=shift", media: map[string]string{"forced-colors": "active"}},
		{name: "print", address: "/", paper: true},
		{name: "pasted", address: "/", steps: []step{
			{open("#start"), `document.querySelector("#start").open`},
			{`{ const e = document.querySelector("#start-text"); e.value = "make_private(noise_multiplier=1.1, max_grad_norm=1.0, ` +
				`data_loader=DataLoader(d, batch_size=256))\nepochs = 15\nlr = 0.1\nn = 60000"; e.dispatchEvent(new Event("input", ` +
				`{bubbles: true})); }`, `document.querySelector("#start-use") !== null && !document.querySelector("#start-use").disabled`},
			{press("#start-use"), `document.documentElement.dataset.state === "ready" && ` +
				`document.querySelector("#field-n").value !== "5"`}}},
		{name: "pasted-reading", address: "/", steps: []step{
			{open("#start"), `document.querySelector("#start").open`}, {pasted,
				`document.querySelector("#start-read .needed") !== null`}}},
		{name: "needed", address: "/", busy: true, steps: []step{
			{open("#start"), `document.querySelector("#start").open`}, {pasted, `document.querySelector("#start-read .needed") !== null`},
			{press("#start-use"), `document.querySelector("#needed") !== null`}}},
		{name: "needed-embed", address: "/embed#v=1&n=&b=512&T=30&eta=0.1&clip=1&sigma=0.8&noise=multiplier&diameter=inf" +
			"&adjacency=add-remove&scheme=poisson&loss=smooth&smoothness=1&clipping=active&delta=1e-5&steps=epochs", static: true,
			steps: []step{{"", `document.querySelector("#needed") !== null`}}},
		{name: "pinned", address: "/", steps: []step{
			{press("#pin"), `document.querySelector("#compare") !== null`},
			{typed("sigma", "2"), `document.documentElement.dataset.state === "ready" && document.querySelector("#compare tbody") !== ` +
				`null && ` +
				`document.querySelector('#chart path[data-series^="pin-"]') !== null`}}},
		{name: "embed", address: "/embed#" + smallRun + "&delta=1e-6"},
		{name: "embed-whole", address: "/embed#" + smallRun + "&delta=1e-6&show=answer~chart~form~table"},
		{name: "embed-compact", address: "/embed#" + smallRun + "&delta=1e-6&size=compact"},
		{name: "lab-audit", address: "/lab/#v=1&lab=audit&members=100&true_positives=60&non_members=100&false_positives=10&delta=1e-5" +
			"&level=0.95&run=opening"},
		{name: "lab-audit-table", address: "/lab/#v=1&lab=audit&members=1000&non_members=1000&delta=1e-5&level=0.95" +
			"&table=tp%2Cfp%0A50%2C5%0A200%2C60%0A500%2C250%0A800%2C600%0A"},
		{name: "lab-tradeoff", address: "/lab/#v=1&lab=tradeoff&run=opening"},
		{name: "lab-regression", address: "/lab/#v=1&lab=regression&features=4&classes=10&bias=yes&reg=0.1&clip=1&eta=0.02"},
		{name: "lab-account", address: "/lab/#v=1&lab=account&run=opening"},
		{name: "lab-noise", address: "/lab/#v=1&lab=noise"},
		{name: "lab-operators", address: "/lab/#v=1&lab=operators&cycle=10&steps=5&start=2"},
		{name: "lab-error", address: "/lab/#v=1&lab=audit&members=100&true_positives=600&non_members=x", static: true,
			steps: []step{{"", `document.documentElement.dataset.state === "failed"`}}},
		{name: "lab-hoelder", address: "/lab/#v=1&lab=hoelder&starts=1&epochs=20&points=5",
			steps: []step{{press("#lab-start"), `document.querySelector("#lab-chart svg") !== null`}}},
		{name: "docs", address: "/docs/", static: true},
		{name: "docs-hidden-state", address: "/docs/hidden-state.html", static: true},
		{name: "docs-embedding", address: "/docs/embedding.html", static: true},
		{name: "docs-rows", address: "/docs/rows.html", static: true},
		{name: "docs-architecture", address: "/docs/architecture.html", static: true},
		{name: "docs-browsers", address: "/docs/browsers.html", static: true},
		{name: "docs-engine", address: "/docs/engine.html", static: true},
		{name: "docs-theorem", address: "/docs/theorems/shift.html", static: true},
		{name: "docs-proof", address: "/docs/proofs/profile.html", static: true},
		{name: "not-found", address: "/404.html", static: true},
	}
	for _, f := range figure.All() {
		all = append(all, scene{name: "figure-" + f.ID, address: "/#v=1&figure=" + f.ID, steps: []step{
			{"", `document.querySelector("#figures").dataset.status === "done" && document.querySelector("#figure svg") !== null`}}})
	}
	return all
}

// pasted pastes a script that does not state the whole run.
const pasted = `{ const e = document.querySelector("#start-text"); e.value = "train = datasets.CIFAR10(root, ` +
	`train=True)\nloader = DataLoader(train, batch_size=512, shuffle=True)\noptimizer = SGD(model.parameters(), lr=0.1, ` +
	`momentum=0.9)\nscheduler = CosineAnnealingLR(optimizer, T_max=30)\nprivacy_engine.make_private(optimizer=optimizer, ` +
	`data_loader=loader, noise_multiplier=0.8, max_grad_norm=1.2)\nEPOCHS = 30"; e.dispatchEvent(new Event("input", {bubbles: true})); }`

func press(selector string) string {
	return fmt.Sprintf("document.querySelector(%q).click()", selector)
}

// open opens a panel that may be open.
func open(selector string) string {
	return fmt.Sprintf("document.querySelector(%q).open = true", selector)
}

// typed puts text in a field as a visitor does who then leaves the field.
func typed(field, text string) string {
	return fmt.Sprintf(`{ const e = document.querySelector("#field-%s"); e.value = %q; e.dispatchEvent(new Event("input", `+
		`{bubbles: true})); e.dispatchEvent(new Event("change", {bubbles: true})); }`, field, text)
}

// says waits for words in an element.
func says(id string) string {
	return fmt.Sprintf(`document.querySelector("#%s")?.innerText`, id)
}

func solve(field, epsilon, until string) []step {
	return []step{
		{press("#solve > summary"), `document.querySelector("#solve").open`},
		{fmt.Sprintf(`{ const e = document.querySelector("#solve-field"); e.value = %q; e.dispatchEvent(new Event("change", `+
			`{bubbles: true})); }`, field), ""},
		{fmt.Sprintf(`{ const e = document.querySelector("#solve-epsilon"); e.value = %q; e.dispatchEvent(new Event("input", `+
			`{bubbles: true})); e.dispatchEvent(new Event("change", {bubbles: true})); }`, epsilon), ""},
		{press("#solve-start"), until},
	}
}

// pinned is the link of a run with other runs pinned beside it: each has the field instead replaced by another.
func pinned(run, instead string, others ...string) string {
	link := run
	for i, other := range others {
		for _, pair := range strings.Split(strings.Replace(run, instead, other, 1), "&")[1:] {
			name, value, _ := strings.Cut(pair, "=")
			link += fmt.Sprintf("&%s.%d=%s", name, i+1, value)
		}
		link += fmt.Sprintf("&label.%d=%s", i+1, strings.ReplaceAll(other, "=", "%20"))
	}
	return link
}
