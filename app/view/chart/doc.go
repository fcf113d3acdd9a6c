// Package chart shows the picture of the answer on the screen, and the figures of papers. Visitors read and zoom a picture by
// pointer and keyboard, move the run's value by its handle, and download the picture as a file. Package picture decides what
// a picture shows, and package plot draws it.
package chart
