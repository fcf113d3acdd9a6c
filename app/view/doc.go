// Package view shows: each component is given values and draws them, and asks for what a
// person wants by a command (see Command). It asks no engine, and keeps only what
// belongs to the screen, such as what is folded. Sentences come from package words; the
// picture is package chart.
package view
