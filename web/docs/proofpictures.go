package docs

import (
	"fmt"
	"strings"
)

// proofPicture is a run on which a live picture shows what a note proves: its answer, or a floor that meets it, is by a row
// of the note.
type proofPicture struct{ run, says string }

const levelsOff = "v=1&n=1&b=1&T=160&eta=0.05&clip=1&sigma=1&noise=iterate&diameter=inf&adjacency=replace&scheme=full" +
	"&loss=strongly-convex&smoothness=1&strong_convexity=1&clipping=difference&delta=1e-5"

// proofPictures are by the notes' names.
var proofPictures = map[string]proofPicture{
	"shift": {levelsOff + "&tab=schedule", "The payments of least cost: every step pays a part of the distance, the last ones most, and " +
		"nothing is left to hide at the end. They prove ε ≤ 2.56. Composition, which pays for each move at once, proves 5.76."},
	"adversary": {levelsOff, "A floor by this note meets the bound: both are 2.56 after 160 steps, so that no proof under these " +
		"assumptions can be better. Composition says 5.76."},
	"profile": {"v=1&n=5&b=5&T=200&eta=0.1&clip=2&sigma=1&noise=iterate&diameter=1&adjacency=replace&scheme=full&loss=strongly-convex" +
		"&smoothness=1&strong_convexity=1&clipping=never&delta=1e-5", "Every step shrinks the profile: ε levels off at 0.383, while " +
		"composition grows to 5.06."},
	"window": {"v=1&n=40&b=10&T=12&eta=0.1&clip=1&sigma=1&noise=iterate&diameter=2&adjacency=replace&scheme=without-replacement" +
		"&loss=convex&smoothness=0.25&clipping=difference-all&delta=1e-5", "Only the last steps count in full: ε ≤ 0.0390 after 12 " +
		"steps, and 0.0505 by composition."},
	"firstepoch": {"v=1&n=15&b=5&T=12&eta=0.1&clip=2&sigma=1&noise=iterate&diameter=0.2&adjacency=replace&scheme=reshuffle" +
		"&loss=smooth&smoothness=0.05&clipping=active&alpha=8", "Few of the last steps use the example, and which ones is secret: " +
		"the Rényi divergence of order 8 is at most 0.00487, and 0.0426 by composition."},
	"average": {"v=1&n=1000&b=100&T=20&eta=0.1&clip=1&sigma=1&noise=multiplier&diameter=2&adjacency=zero-out" +
		"&scheme=without-replacement&loss=convex&smoothness=1&clipping=never&delta=1e-5", "Payments chosen for each order of the " +
		"batches, and their mean: ε ≤ 7.32 after 20 steps, and 9.11 by composition."},
	"amplified": {"v=1&n=60000&b=256&T=702&eta=0.1&clip=1&sigma=0.02&noise=gradient&diameter=inf&adjacency=replace&scheme=reshuffle" +
		"&loss=convex&smoothness=1&clipping=never&delta=1e-5", "Early uses, which later steps hide, make up for late ones: ε ≤ 0.240 " +
		"after three epochs, and 0.895 by composition."},
}

// illustrated puts a note's picture below the paragraph that says what is proved.
func illustrated(name, body string) string {
	p, known := proofPictures[name]
	before, rest, found := strings.Cut(body, "<p><strong>What is proved.</strong>")
	statement, after, _ := strings.Cut(rest, "</p>\n")
	if !known || !found {
		return body
	}
	figure := insertPictures(fmt.Sprintf(`<p><a href="CALCULATOR#%s" title="%s">Open this run in the calculator</a></p>`, escape(p.run),
		escape(p.says)))
	return before + "<p><strong>What is proved.</strong>" + statement + "</p>\n" + figure + "\n" + after
}
