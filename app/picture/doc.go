// Package picture turns an answer and a curve into a chart. It decides what is worth seeing (which rows, how far the axes go, what
// the title says) and leaves drawing to package plot. The page, the first
// paint and exports draw the same picture.
package picture
