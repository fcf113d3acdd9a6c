// Package plot draws charts of privacy loss as SVG text, in the manner of a
// careful newspaper: the title says what the chart shows, lines are named where they
// end, rules are light, and nothing is drawn that carries no information.
//
// A Chart is a value; the same chart gives the picture on the page
// (Chart.SVG), the hair and readings under the pointer (Chart.Overlay), the
// table for readers who do not see it (Chart.Table), its data (Chart.CSV) and
// the file for export (Standalone). Drawing is deterministic and needs no
// browser.
//
// Colours and type come from the page's style sheet, by class and by the
// custom properties named in style/plot.css; the text of that file is style.Sheet, and a
// standalone chart carries it along. No element has a style attribute, so the
// charts obey a content security policy without inline styles. Shapes have
// presentation attributes for what a style sheet may be missing.
//
// Its rooms: svg writes the text, axis lays values along an axis, lettering knows how
// wide words are, ruler is the picture of one answer.
package plot
