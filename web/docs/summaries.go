package docs

import (
	"regexp"
	"strings"

	"lastiterate/bounds/catalog"
	"lastiterate/bounds/claim"
)

// summaries say in words what each note proves, by the notes' names: the first lines of its page, and its line in lists.
var summaries = map[string]string{
	"adversary": "A run with linear steps meets the assumptions, and its loss is known exactly. No valid upper bound is below it, so it " +
		"shows how close the calculator’s answers are to the best possible ones.",
	"altschulertalwar": "Why the bound of Altschuler and Talwar holds, with its constants: under sampled batches, convex losses and a " +
		"bounded domain, the loss stops growing after enough steps.",
	"amplified": "In a secret order the example may be used early or late in an epoch. Later steps hide early uses well and late ones " +
		"badly. Nobody knows which it was, so the early ones make up for the late ones.",
	"attack": "A program searches for runs that meet the assumptions and lose more than a row says. It must find deliberate faults, " +
		"which shows what it would find.",
	"average": "Batches are drawn in secret. The payments that hide the example may be chosen for the batches actually drawn, and the " +
		"loss is at most the mean of the results.",
	"chienwang": "Why the published bound on certified unlearning holds: after an example is deleted, strongly convex steps without it " +
		"shrink what it has changed, and the noise hides the rest. The note also says where the printed text needs care.",
	"contraction": "On a bounded domain the noise of a step makes any two starting points hard to tell apart. So every step forgets part " +
		"of what was lost before, and the loss stays bounded however long the run is, whatever the losses.",
	"deletion": "If an example is deleted and training goes on without it, the later steps can only hide it better. The note says which " +
		"bounds still hold and which become smaller; the calculator’s answers on unlearning rest on it.",
	"discretisation": "How composition gets from the noise of one step to ε at a given δ. Every rounding and every tail that is cut off " +
		"is counted, on the safe side.",
	"errfloat": "Double precision with a proved bound on the error of every operation.",
	"firstepoch": "If less than one epoch of a secret order has run, or less than one is remembered, the example may not have been used " +
		"at all. That chance makes the loss smaller.",
	"interval": "Intervals that hold the exact value: how their ends are rounded.",
	"law":      "Batches that have the same law under two descriptions of a run get the same answer.",
	"liang": "Why the strengthened form of Liang et al. is a bound, and for which orders: under sampled batches, the noise of the last " +
		"step hides that step and everything before it.",
	"modulus": "How far apart a step without its noise can take two points, given the smoothness and convexity of the loss, clipping, " +
		"weight decay and the differing example. Every bound that credits hidden state uses it.",
	"onestep": "On a bounded domain of many dimensions nothing hides the last step: no bound that holds in every dimension is below the " +
		"loss of that step alone.",
	"oscillating": "In many dimensions there are losses for which noise added before a use of the example hardly hides it. Without a " +
		"projection, no valid upper bound is below what such a run loses.",
	"overlap": "Where the domain is small beside the noise, a step forgets far more at low Rényi orders than contraction alone counts. " +
		"The note proves how much.",
	"profile": "On a bounded domain every step forgets part of what was lost before. Here this is followed for the whole curve of δ " +
		"against ε: small values of δ shrink most. On a domain that is not much larger than the noise it usually gives the smallest bound.",
	"projected": "Runs on an interval meet every assumption, and their loss can be computed. What they lose, every valid upper bound " +
		"must allow.",
	"random": "A run with linear losses when nobody knows which steps used the example. What it loses is a floor for batches that are " +
		"drawn or ordered in secret.",
	"rays": "How the theorems of Chien and Li are evaluated. Their best schedule is fixed by where it starts and by its first payment, " +
		"so a short search finds it, and whatever the search finds is a valid bound.",
	"release": "What is lost if several iterates are released: checkpoints, the last few, their average, or all. Each release cuts the " +
		"run into segments, and the losses of the segments compose.",
	"sampled": "Every step draws its batch afresh and in secret. A share of the step’s noise hides whether the example was drawn, and " +
		"the rest pays for a part of the distance between the two runs.",
	"sampling": "How the loss of a step that samples its batch is computed to full precision at every Rényi order.",
	"secretorder": "Even an observer of every iterate does not know which step of a shuffled epoch used the example. Where its effect is " +
		"small beside the noise, an epoch costs little more than if the example had joined a random batch.",
	"selection": "What the best of several runs loses at least.",
	"shift": "Two runs of noisy SGD differ in one example, and noise has to hide what that changes. The noise of each step may pay for a " +
		"part of the distance between the runs. The cheapest schedule of payments bounds what the last iterate reveals, for batches in " +
		"a known order and on average over secret ones.",
	"shuffled": "For an observer of every iterate, a fresh order every epoch hides only so much: a floor for every accounting method.",
	"window": "On a bounded domain the noise of the last steps makes the run forget what came before. What remains is the loss of these " +
		"steps, as if both runs began them at one point, and a little for what is not forgotten.",
}

// opening is the beginning of a note's page: the summary, and the rows that the note is the proof of.
func opening(name string, rows []string) string {
	text := "<p>" + summaries[name] + "</p>\n"
	var links []string
	for _, id := range rows {
		row, _ := catalog.ByID(id)
		links = append(links, `<a href="../theorems/`+id+`.html">`+escape(row.Name)+`</a>`)
	}
	switch len(links) {
	case 0:
		return text
	case 1:
		return text + "<p>" + links[0] + " rests on it: that page says when it applies and how it is used.</p>\n"
	}
	return text + "<p>These rows rest on it, and their pages say when they apply and how they are used: " + strings.Join(links, "; ") +
		".</p>\n"
}

// goFile matches the name of a source file.
var goFile = regexp.MustCompile(`[a-z_]+\.go`)

// rowsOf are the rows, defined in these files, that a note proves. A reference line needs no proof.
func (f files) rowsOf(sourceFiles string) (ids []string) {
	for _, file := range goFile.FindAllString(sourceFiles, -1) {
		for _, t := range catalog.All() {
			if t.Status != claim.Reference && strings.HasSuffix(f.of[t.ID], "/"+file) {
				ids = append(ids, t.ID)
			}
		}
	}
	return ids
}

// rowInTitle matches a row's id in the title of a note.
var rowInTitle = regexp.MustCompile(`the row ([a-z]+(?:-[a-z]+)+)`)

// proofTitle is the title of a note, with a row's name in place of its id.
func proofTitle(text string) string {
	return rowInTitle.ReplaceAllStringFunc(heading(text), func(found string) string {
		if row, known := catalog.ByID(rowInTitle.FindStringSubmatch(found)[1]); known {
			return "“" + row.Name + "”"
		}
		return found
	})
}

// headingsOf lists the headings of a note's parts, for the search.
func headingsOf(text string) string {
	var parts []string
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if title, ok := strings.CutPrefix(line, "## "); ok && !strings.Contains(title, "$") {
			parts = append(parts, besides.ReplaceAllString(title, ""))
		}
	}
	return strings.Join(parts, "|")
}

// besides matches the number of a heading and the source files that it names.
var besides = regexp.MustCompile("^[0-9]+\\. | \\(`?[a-z_]+\\.go[^)]*\\)")
