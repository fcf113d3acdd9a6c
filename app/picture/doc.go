// Package picture turns an answer and a curve into a chart. It chooses the rows, the ranges of the axes and the title, and
// leaves drawing to package plot. The page, the first paint and exports draw the same picture.
package picture
