package words

// What the page says about itself.
const (
	Name           = "Last Iterate"
	Tagline        = "How private is a model trained with Noisy-SGD when only the final one is released?"
	Privacy        = "Everything is computed in your browser. The numbers you type never leave it."
	OpenCalculator = "Open in the calculator: Last Iterate"
	Browsers       = "Runs in Chrome, Edge, Firefox and Safari of the last few years; older ones lack WebAssembly or Web Workers."
)
