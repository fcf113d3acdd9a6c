// Package plot draws charts of privacy loss as SVG text, in the manner of a
// careful newspaper: the title says what the chart shows, lines are named where they
// end, rules are light, and everything that is drawn carries information.
//
// A Chart is a value. The same chart gives the picture on the page
// (Chart.SVG), the hair and readings under the pointer (Drawing.Overlay), the
// table for readers who do not see it (Chart.Table), its data (Chart.CSV) and
// the file for export (Standalone). Drawing is deterministic and needs no
// browser.
//
// Colours and type come from the page's style sheet, by class and by the
// custom properties named in style/plot.css; the text of that file is style.Sheet, and a
// standalone chart carries it along. No element has a style attribute, so the
// charts obey a content security policy without inline styles. Shapes also have
// presentation attributes, for places that the style sheet does not reach.
//
// The packages below: svg writes the text, axis lays values along an axis, lettering knows how
// wide words are, ruler is the picture of one answer.
package plot
