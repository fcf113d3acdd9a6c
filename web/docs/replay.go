package docs

import (
	"context"
	_ "embed"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"strconv"
	"strings"

	"lastiterate/app/link"
	"lastiterate/bounds"
	"lastiterate/bounds/lab/replay"
)

// A moving picture is a paragraph that consists of a link to the laboratory's replay with a title:
//
//	[Play it with other noise](../lab/index.html#v=1&lab=replay&run=… "What is seen, in words.")
//
// On the site it becomes the replay itself, computed when the site is built. It shows the last step; a script lets the reader
// move through the steps.
var moving = regexp.MustCompile(`<p><a href="` + regexp.QuoteMeta(laboratory) + `#([^"]*)" title="([^"]*)">([^<]*)</a></p>`)

// ReplayScript is the script of these pictures.
const ReplayScript = "replay.js"

//go:embed replay.js
var replaying []byte

// replayFigure opens the figures that need the script.
const replayFigure = `<figure class="replay"`

// insertReplays replaces links to replays by moving pictures. It returns an error for a run without a schedule.
func insertReplays(page string) (string, error) {
	var fault error
	page = moving.ReplaceAllStringFunc(page, func(s string) string {
		found := moving.FindStringSubmatch(s)
		p, err := computeReplay(html.UnescapeString(found[1]))
		if err != nil {
			fault = fmt.Errorf("the replay of %s: %w", found[1], err)
			return s
		}
		return drawn(p, found[2], laboratory+"#"+found[1], found[3])
	})
	return page, fault
}

// computeReplay computes the replay of the run and the seed in a link to the laboratory.
func computeReplay(fragment string) (replay.Replay, error) {
	values, err := url.ParseQuery(fragment)
	if err != nil {
		return replay.Replay{}, err
	}
	seed, err := strconv.ParseUint(values.Get("seed"), 10, 64)
	if err != nil {
		return replay.Replay{}, err
	}
	s, problems := link.DecodeFrom(link.State{}, values.Get("run"))
	if len(problems) > 0 {
		return replay.Replay{}, fmt.Errorf("%v", problems)
	}
	return replay.Of(context.Background(), s.Run, seed, bounds.Settings{})
}

// The size of the picture: the runs are drawn above, the distances below.
const (
	wide, tall    = 400, 252
	margin        = 10
	above, ground = 160, 236
)

// drawn is the figure of a replay; said describes it in words, with a link to the laboratory.
func drawn(p replay.Replay, said, address, words string) string {
	steps := len(p.With) - 1
	x := func(i float64) float64 { return margin + i*(wide-2*margin)/float64(steps) }
	low, high := p.With[0], p.With[0]
	for _, list := range [][]float64{p.With, p.Without, p.Shifted} {
		for _, v := range list {
			low, high = min(low, v), max(high, v)
		}
	}
	apart, left := distances(p.With, p.Without), p.Left()
	most, first := 0.0, 0
	for i, d := range apart {
		if most = max(most, d); d > 0 && first == 0 {
			first = i
		}
	}
	place := func(v float64) float64 { return margin + 14 + (high-v)/(high-low)*(above-margin-14) }
	far := func(d float64) float64 { return ground - d/most*(ground-above-24) }
	line := func(class string, list []float64, y func(float64) float64) string {
		var points []string
		for i, v := range list {
			points = append(points, fmt.Sprintf("%.1f,%.1f", x(float64(i)), y(v)))
		}
		return `<polyline class="` + class + `" points="` + strings.Join(points, " ") + `"/>`
	}
	use := x(float64(first) - 0.5)
	var out strings.Builder
	out.WriteString(replayFigure + ` data-apart="` + rounded(apart) + `" data-left="` + rounded(left) + `">` + "\n" +
		`<p class="key"><span class="with">with the example</span> <span class="without">without it</span> ` +
		`<span class="shifted">with it, its noise shifted</span></p>` + "\n")
	fmt.Fprintf(&out, `<svg viewBox="0 0 %d %d" role="img" aria-label="%s">`+"\n", wide, tall, said)
	fmt.Fprintf(&out, `<clipPath id="replay-until"><rect width="%d" height="%d"/></clipPath>`+"\n", wide, tall)
	fmt.Fprintf(&out, `<line class="use" x1="%.1f" x2="%[1]f" y1="%d" y2="%d"/><text x="%.1f" y="%d">step %d uses the example</text>`+"\n",
		use, margin, ground, use+4, margin+8, first)
	fmt.Fprintf(&out, `<line class="ground" x1="%d" x2="%d" y1="%d" y2="%[3]d"/>`, margin, wide-margin, ground)
	for _, label := range []struct {
		y    int
		text string
	}{{above + 28, "distance between the runs"}, {tall - 3, "step t"}} {
		fmt.Fprintf(&out, `<text x="%d" y="%d" text-anchor="end">%s</text>`+"\n", wide-margin, label.y, label.text)
	}
	out.WriteString(`<g clip-path="url(#replay-until)">` + line("with", p.With, place) + line("without", p.Without, place) +
		line("shifted", p.Shifted, place) + line("with", apart, far) + line("shifted", left, far) + "</g>\n</svg>\n")
	fmt.Fprintf(&out, `<div class="steps" hidden><button type="button">Play</button> <label>step <input type="range" min="0" max="%d" `+
		`value="%[1]d"></label> <output></output></div>`+"\n", steps)
	fmt.Fprintf(&out, `<figcaption>%s <a href="%s">%s</a></figcaption></figure>`, said, address, words)
	return out.String()
}

// distances are the distances between two runs before each step and at the end.
func distances(a, b []float64) []float64 {
	var out []float64
	for i := range a {
		d := max(a[i]-b[i], b[i]-a[i])
		if d < 1e-9 {
			d = 0 // less than the rounding error, as in the laboratory
		}
		out = append(out, d)
	}
	return out
}

// rounded writes distances for the script, to three decimals.
func rounded(list []float64) string {
	var out []string
	for _, v := range list {
		out = append(out, strconv.FormatFloat(v, 'f', 3, 64))
	}
	return strings.Join(out, " ")
}
