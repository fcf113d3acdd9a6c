// Package prose describes a run, a guarantee and warnings about them in words, for the paragraph that people quote. If it has
// no words for a choice, Unsaid names the field, and there is no paragraph.
package prose
