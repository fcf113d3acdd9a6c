// Package prose says a run, a guarantee and what to beware of in words, for the paragraph that people quote.
// A choice that it has no words for is told by Unsaid, and then there is no paragraph.
package prose
