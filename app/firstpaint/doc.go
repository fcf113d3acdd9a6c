// Package firstpaint writes the page as it is before any WebAssembly has arrived: the default run's answer, its picture, and
// the form as real inputs, so that visitors can begin to type. The build writes it into index.html; the program replaces it
// once it is ready.
//
// It is plain text in a fixed order, so that two builds of the same sources are the same file. Classes and ids are those of the
// page's components, so the style sheet makes both look alike.
package firstpaint
