package docs

import "regexp"

// A live picture is a paragraph that is one link to the calculator with a title:
//
//	[Open this run](CALCULATOR#v=1&… "What is seen, with its numbers.")
//
// On the site it is the calculator itself in a frame, which is loaded once it comes near;
// its title stands below it, for those who see no picture as well.
var live = regexp.MustCompile(`<p><a href="CALCULATOR#([^"]*)" title="([^"]*)">([^<]*)</a></p>`)

const (
	// embedAddress stands for the way to the embed, which depends on where a page is.
	embedAddress = `src="EMBED`

	liveFrame = `<figure class="live"><iframe title="Live picture: $2" loading="lazy" width="640" height="480" ` +
		embedAddress + `#$1&amp;size=chart"></iframe>` +
		`<noscript><p>The picture is computed in your browser, for which scripts must be allowed.</p></noscript>` +
		`<figcaption>$2 <a href="CALCULATOR#$1">$3</a></figcaption></figure>`
)

// pictured puts live pictures in their places.
func pictured(page string) string { return live.ReplaceAllString(page, liveFrame) }
