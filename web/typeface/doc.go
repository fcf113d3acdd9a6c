// Package typeface makes the site's font files. It takes the few hundred characters that the pages use from fonts by others,
// and writes them into TrueType files of a few kilobytes.
//
// Outlines and advances are the originals'; hints, kerning and alternatives are left out. The result is a modified version in
// the sense of the SIL Open Font License, so it has a name of its own and names the authors of the original.
package typeface
