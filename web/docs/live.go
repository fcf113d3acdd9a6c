package docs

import "regexp"

// A live picture is a paragraph that is one link to the calculator with a title:
//
//	[Open this run in the calculator](CALCULATOR#v=1&… "What the picture shows, with its numbers.")
//
// On the site it is the calculator itself in a frame, which loads when it is scrolled near;
// its title is below it, also for readers who cannot see the picture.
var live = regexp.MustCompile(`<p><a href="CALCULATOR#([^"]*)" title="([^"]*)">([^<]*)</a></p>`)

const (
	// embedAddress is replaced by the path to the embed, which depends on where the page is.
	embedAddress = `src="EMBED`

	liveFrame = `<figure class="live"><iframe title="Live picture: $2" loading="lazy" width="640" height="480" ` +
		embedAddress + `#$1&amp;size=chart&amp;theme=auto"></iframe>` +
		`<noscript><p>Your browser computes this picture. Please allow scripts to see it.</p></noscript>` +
		`<figcaption>$2 <a href="CALCULATOR#$1">$3</a></figcaption></figure>`
)

// insertPictures replaces links to runs by live pictures.
func insertPictures(page string) string { return live.ReplaceAllString(page, liveFrame) }
