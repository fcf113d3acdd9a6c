// Package view shows: each component is given values and draws them, and asks for what a
// person wants by a command (see Command). It asks no engine, and keeps nothing but what
// belongs to the screen, such as what is folded. What can be said in words comes from
// package words; the picture is package chart.
package view
