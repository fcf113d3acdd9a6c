// Package typeface makes the site's font files. It takes the few hundred characters that
// the pages use out of a font that others have drawn, and writes them into a TrueType file
// of some kilobytes.
//
// Outlines and advances are those of the original; hints, kerning and alternatives are
// left out. The result is a modified version in the sense of the SIL Open Font License.
// Therefore it has a name of its own and says whose work it is.
package typeface
