// Package chart is the picture on the screen: drawn, read under the pointer and by keys,
// zoomed, moved by its handle and taken away as a file; and the figures of the papers, which
// are read alike. What is in it comes from package picture, how it is drawn from package plot.
package chart
