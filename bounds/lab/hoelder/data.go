package hoelder

import (
	_ "embed" // the Iris table
	"fmt"
	"slices"

	"lastiterate/bounds/lab/sheet"
)

// Iris is Fisher's table of 150 flowers, as CSV, with its source in the first lines.
//
//go:embed iris.csv
var Iris string

const (
	maxFeatures = 64 // more features or classes would make the estimate slow
	maxClasses  = 20
	// MaxExamples is the largest number of examples: every weight that is tried needs the gradients of all.
	MaxExamples = 2000
)

// Data are the examples of a classification.
type Data struct {
	Width   int       // features of an example
	X       []float64 // examples × width
	Label   []int     // of each example, an index of Classes
	Classes []string
}

// ReadData reads a table whose last column is the class and whose others are
// numbers. The error is a sheet.Fault.
func ReadData(text string) (Data, error) {
	t, err := sheet.Read(text)
	if err != nil {
		return Data{}, err
	}
	width := len(t.Rows[0]) - 1
	switch {
	case width < 1:
		return Data{}, sheet.Fault{Line: t.Lines[0],
			Reason: "there is one column only: the last is the class, and at least one before it must be a feature"}
	case width > maxFeatures:
		return Data{}, sheet.Fault{Line: t.Lines[0], Reason: fmt.Sprintf("%d features; at most %d are read", width, maxFeatures)}
	case len(t.Rows) > MaxExamples:
		return Data{}, sheet.Fault{Line: t.Lines[MaxExamples],
			Reason: fmt.Sprintf("at most %d examples are read, since every weight tried needs the gradients of all of them", MaxExamples)}
	}
	d := Data{Width: width}
	for i, row := range t.Rows {
		for j := range width {
			what := fmt.Sprintf("column %d", j+1)
			if t.Names != nil {
				what = t.Names[j]
			}
			x, err := t.Number(i, j, what)
			if err != nil {
				return Data{}, err
			}
			if x > 1e6 || x < -1e6 {
				return Data{}, sheet.Fault{Line: t.Lines[i], Reason: fmt.Sprintf("%s is %g: features must be between −10⁶ and 10⁶; "+
					"use another unit", what, x)}
			}
			d.X = append(d.X, x)
		}
		class := row[width]
		if class == "" {
			return Data{}, sheet.Fault{Line: t.Lines[i], Reason: "the class, in the last column, is empty"}
		}
		k := slices.Index(d.Classes, class)
		if k < 0 {
			if k = len(d.Classes); k == maxClasses {
				return Data{}, sheet.Fault{Line: t.Lines[i], Reason: fmt.Sprintf("more than %d classes: is the last column the class?",
					maxClasses)}
			}
			d.Classes = append(d.Classes, class)
		}
		d.Label = append(d.Label, k)
	}
	if len(d.Classes) < 2 {
		return Data{}, sheet.Fault{Reason: "all examples are of one class"}
	}
	return d, nil
}
