package export

import (
	"encoding/json"
	"fmt"
	"strings"

	"lastiterate/app/words"
	"lastiterate/bounds/run"
	"lastiterate/wasm/protocol"
)

// Document is a result with the data from which it can be reproduced.
type Document struct {
	Subject words.Subject
	Drawn   []string // rows in the picture
	Figure  string   // the paper's figure that the picture shows; empty for none
	Along   string   // the horizontal axis of the picture, as links name it: "sigma"; empty for T, or if there is no picture
	Engine  string   // version of the engine
	Link    string   // the full address that shows the same result
}

// schemaName is the address at which the site publishes the schema of the exported JSON, relative to the page.
const schemaName = "schema.json"

// file is the exported JSON; wasm/protocol/schema.json describes it as "export".
type file struct {
	Schema   string           `json:"$schema"`
	Format   string           `json:"format"`
	V        int              `json:"v"`
	Engine   string           `json:"engine"`
	Link     string           `json:"link"`
	Run      json.RawMessage  `json:"run"`
	Question json.RawMessage  `json:"question"`
	Differs  words.Departures `json:"differs,omitempty"` // departures of the training from the run, as in links
	// Blank lists the fields of the run that nobody has stated. Their values in Run are arbitrary, and the result does not
	// depend on them.
	Blank []string `json:"blank,omitempty"`
	// ByPublished is the smallest bound by published theorems, if the answer is a result of ours.
	ByPublished *protocol.Answer `json:"by_published_theorems,omitempty"`
	Result      protocol.Result  `json:"result"`
}

// JSON returns the exported JSON: the whole result with the run and the question, every number with all digits. Its statement is
// the one on the page, which says what still holds if the training departs from the run.
func (d Document) JSON() (string, error) {
	page, _, _ := strings.Cut(d.Link, "#")
	result := d.Subject.Result
	result.Statement = d.Subject.OnSite(d.Link)
	text, err := json.MarshalIndent(file{
		Schema: page + schemaName, Format: "last-iterate/result", V: protocol.Version, Engine: d.Engine, Link: d.Link,
		Run: protocol.EncodeRun(d.Subject.Run), Question: protocol.EncodeQuestion(d.Subject.Question),
		Differs: d.Subject.Departures.Named(), Blank: d.Subject.Departures.Lacking(),
		ByPublished: d.Subject.PublishedAnswer(), Result: result,
	}, "", " ")
	if err != nil {
		return "", err
	}
	return string(text) + "\n", nil
}

// Name is the name of a file. It has the scheme, T and δ or α of the run, and the picture's horizontal axis if that is not T:
// "last-iterate-full-T200-delta1e-5-sigma.svg". For a figure it has the figure's id: "last-iterate-chien-li-1a.svg".
func (d Document) Name(extension string) string {
	if d.Figure != "" {
		return "last-iterate-" + d.Figure + "." + extension
	}
	question := "delta" + run.FormatNumber(d.Subject.Question.Delta)
	if d.Subject.Question.Renyi() {
		question = "alpha" + run.FormatNumber(d.Subject.Question.Alpha)
	}
	if d.Along != "" {
		question += "-" + d.Along
	}
	return fmt.Sprintf("last-iterate-%s-T%d-%s.%s", d.Subject.Run.Scheme, d.Subject.Run.T, question, extension)
}

// linkColumns is the number of characters of a link that fit on a line of small print under a picture of the default width.
const linkColumns = 105

// Foot returns the small print under a picture: the version, then the link.
func (d Document) Foot() []string {
	foot := []string{"Last Iterate " + d.Engine}
	for rest := d.Link; rest != ""; {
		n := len(rest)
		if n > linkColumns {
			n = linkColumns
			// The link is broken before an &, so that no parameter is cut.
			if cut := strings.LastIndexByte(rest[:n], '&'); cut > 0 {
				n = cut
			}
		}
		foot = append(foot, rest[:n])
		rest = rest[n:]
	}
	return foot
}
