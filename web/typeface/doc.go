// Package typeface makes the site's faces: of a font that others have drawn, the few
// hundred characters that the pages use, as a TrueType file of some kilobytes.
//
// Outlines and advances are those of the original; hints, kerning and alternatives are
// left out. What is made is a modified version in the sense of the SIL Open Font
// License, so it has a name of its own, and says whose work it is.
package typeface
