// Package view holds the components of the page. Each component draws the values that it is given, and sends what the
// visitor asks for as a command (see Command). The components do not use the engine. They keep only the state of the
// screen, such as which rows are folded. Their sentences come from package words; package chart draws the chart.
package view
