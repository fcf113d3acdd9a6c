package words

// What the page says about itself.
const (
	Name    = "Last Iterate"
	Tagline = "How private is a model trained with noisy SGD if only the final weights are released?"
	// Documentation is the link to the pages that explain.
	Documentation = "Documentation"
	// Laboratory is the link to the page of tools; see package app/lab.
	Laboratory = "Laboratory"
	// AnswerHeading and PictureHeading name their regions for people who navigate by headings.
	AnswerHeading  = "Answer"
	PictureHeading = "Picture"
	Privacy        = "Everything is computed in your browser. The numbers you type are sent nowhere; if this calculator is embedded in " +
		"another page, that page can read them only where a notice beside the answer says so."
	// Reported is shown in an embed whose surrounding page has asked for everything.
	Reported = "The page around this calculator can read what you type here."
	// ExampleAnswer marks the answer for the run that the page opens on, with ExampleFrom where there is room for it; ExampleChanged
	// that for a run of which something was entered. ExampleRun is above the form.
	ExampleAnswer  = "Toy run: n = 5"
	ExampleFrom    = ", a paper’s figure"
	ExampleChanged = "Example run, changed"
	// ExampleInputs marks the laboratory's answer for the values that a tool opens with.
	ExampleInputs = "Example inputs"
	ExampleRun    = "An example, until you enter your own: the strongly convex run in Figure 1 (a) of Chien and Li 2024. “Never clipped” " +
		"and δ are our choice."
	// BuiltIn is shown beside the first paint's answer once a field has been edited.
	BuiltIn       = "This is the answer for the opening run. Yours follows once the calculator has loaded."
	PublishedOnly = OnlyPublished + ": leave out our own results"
	// OnlyPublished stands beside an answer without our own results. The titles of its button say what the button does.
	OnlyPublished = "published theorems only"
	LeaveOurs     = "Leave our own results out of the answer"
	IncludeOurs   = "Include our own results in the answer"
	// Expect says to people who have trained a model where hidden state helps.
	Expect = "Deep networks usually get the ordinary composition ε; hidden state helps convex losses or projected weights."
	Share  = "Share"
	// Preview names the embed that the dialog shows.
	Preview = "Preview of the embed"
	// ShareWait is shown in the share dialog while the answer shown is not for the form's run.
	ShareWait = "The answer for this run is being computed."
	// ShareRest stands there while ε is shown, but can still fall or has no picture yet.
	ShareRest = "ε is shown, but what may still lower it, or its picture, is being computed."
	// FigureWait stands there while a paper's figure is being computed.
	FigureWait = "The figure is being computed. Its embeds, picture and lines follow."
	// DrawingWaits stands in place of a picture while fields are blank.
	DrawingWaits = "The picture comes with the answer."
	// AnswerNotDrawn stands in an embed whose link names lines, but not the answer's, once its picture is finished.
	AnswerNotDrawn = "answer not drawn"
	// LastPicture is above a picture of earlier values than the form's, and LastPictureComing if the next picture is being computed.
	LastPicture       = "Picture of the last setting"
	LastPictureComing = "Picture of the last setting; computing …"
	// ToyRun stands in an embed before what the answer assumes, if the run is the one that the page opens on.
	ToyRun = "toy run: "
	// OpenCalculator comes before the name in the link below an embed.
	OpenCalculator = "Open in the calculator: "
	// Taken is announced when a run was chosen to start from.
	Taken       = "The run is in the form; its answer follows."
	TheoremPage = "This theorem’s page in the documentation"
	// Licences is the link to the licences of third-party parts.
	Licences = "Third-party licences"
	Browsers = "Runs in recent versions of Chrome, Edge, Firefox and Safari; older ones lack WebAssembly or Web Workers."
)

// Needed says, in place of an answer, which blank fields are needed.
func Needed(needs string) string { return "No answer yet: " + needs + "." }

// ToPicture leads from the answer to the picture, where the form stands between them.
const ToPicture = "To the picture"
