package words

// What the page says about itself.
const (
	Name    = "Last Iterate"
	Tagline = "How private is a model trained with Noisy-SGD when only the final one is released?"
	// Documentation is the link to the pages that explain.
	Documentation  = "How hidden state helps"
	Privacy        = "Everything is computed in your browser. The numbers you type never leave it."
	Share          = "Share"
	OpenCalculator = "Open in the calculator: Last Iterate"
	TheoremPage    = "This theorem’s page in the documentation"
	Browsers       = "Runs in Chrome, Edge, Firefox and Safari of the last few years; older ones lack WebAssembly or Web Workers."
)
