// Package link writes the calculator's whole state as the text after "#" in
// its address, and reads it again:
//
//	v=1&n=5&b=5&T=200&eta=0.1&clip=2&…&delta=1e-5&steps=T
//
// The order is fixed and every value that matters is written, so that a later change of a default never changes the meaning of
// an old link. The text is plain ASCII without quotes, blanks or "+", and ends in a letter or a digit, so that mail programs
// and chats do not cut it.
//
// Reading is lenient about form and strict about meaning: everything readable is read, and the rest is reported as a Problem
// with its text. Nothing is replaced silently.
//
// Version 1 never changes (versions.md); testdata/links-v1.txt holds links that must decode as they do today.
package link
