package audit

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"lastiterate/bounds/lab/sheet"
)

// MaxThresholds is the largest number of operating points of a receiver operating characteristic.
const MaxThresholds = 1000

// Curve holds the operating points of an attack.
type Curve struct {
	Points    []OperatingPoint // in the order of the table
	Best      int              // index of the point with the largest lower limit
	Corrected bool             // the limits hold for all points at once
}

// OperatingPoint is the counts at one threshold, and the estimate of ε from them.
type OperatingPoint struct {
	Counts   Counts
	Estimate Estimate
}

// ReadCurve reads a table with one operating point per line. Its columns are named tp and fp (counts) or tpr and fpr (rates), in any
// order; without names the first is the false-positive rate and the second the true-positive rate. Rates must match whole counts.
// members and nonMembers are the numbers of examples that the attack was shown.
//
// The points share the allowed error (Bonferroni), so choosing the best of them is valid, provided that
// the thresholds were not fitted to these counts. The error is a sheet.Fault or run.Errors.
func ReadCurve(text string, members, nonMembers int, s Setting) (Curve, error) {
	if errs := append(check(Counts{Members: members, NonMembers: nonMembers}), checkSetting(s)...); len(errs) > 0 {
		return Curve{}, errs
	}
	t, err := sheet.Read(text)
	if err != nil {
		return Curve{}, err
	}
	if len(t.Rows) > MaxThresholds {
		return Curve{}, sheet.Fault{Line: t.Lines[MaxThresholds],
			Reason: fmt.Sprintf("at most %d thresholds are read, since they share the confidence: fewer, chosen beforehand, prove "+
				"more", MaxThresholds)}
	}
	countsOf, err := columns(t, members, nonMembers)
	if err != nil {
		return Curve{}, err
	}
	s.Thresholds = len(t.Rows)
	c := Curve{Corrected: len(t.Rows) > 1}
	for i := range t.Rows {
		counts, err := countsOf(i)
		if err != nil {
			return Curve{}, err
		}
		e, err := Evaluate(counts, s)
		if err != nil {
			return Curve{}, sheet.Fault{Line: t.Lines[i], Reason: err.Error()}
		}
		c.Points = append(c.Points, OperatingPoint{counts, e})
	}
	for i, p := range c.Points {
		if p.Estimate.Lower > c.Points[c.Best].Estimate.Lower {
			c.Best = i
		}
	}
	return c, nil
}

// columns finds the columns of the counts or rates, and returns a function that reads the counts of a row.
func columns(t sheet.Table, members, nonMembers int) (func(row int) (Counts, error), error) {
	tp, fp := t.Column("tp", "true_positives", "true positives"), t.Column("fp", "false_positives", "false positives")
	tpr, fpr := t.Column("tpr", "true_positive_rate", "true positive rate"), t.Column("fpr", "false_positive_rate", "false positive rate")
	rates := tpr >= 0 && fpr >= 0
	switch {
	case tp >= 0 && fp >= 0:
	case rates:
		tp, fp = tpr, fpr
	case t.Names == nil && len(t.Rows[0]) == 2:
		rates, fp, tp = true, 0, 1
	default:
		return nil, sheet.Fault{Line: t.Lines[0],
			Reason: "the columns must be named tp and fp, or tpr and fpr; without names there must be two: the false-positive rate, " +
				"then the true-positive rate"}
	}
	count := func(row, column, of int, what string) (int, error) {
		x, err := t.Number(row, column, what)
		if err != nil {
			return 0, err
		}
		bad := func(reason string) (int, error) { return 0, sheet.Fault{Line: t.Lines[row], Reason: reason} }
		if rates {
			if !(x >= 0 && x <= 1) {
				return bad(fmt.Sprintf("the %s must be between 0 and 1; it is %v", what, x))
			}
			n := math.Round(x * float64(of))
			if math.Abs(n-x*float64(of)) > rateSlack+1e-7*n {
				return bad(fmt.Sprintf("a %s of %v matches no whole number out of %d: is that number right?", what, x, of))
			}
			return int(n), nil
		}
		switch {
		case x != math.Trunc(x) || x < 0:
			return bad(fmt.Sprintf("the number of %s must be a whole number; it is %v", what, x))
		case x > float64(of):
			return bad(fmt.Sprintf("there are %v %s but only %d examples", x, what, of))
		}
		return int(x), nil
	}
	names := [2]string{"true positives", "false positives"}
	if rates {
		names = [2]string{"true-positive rate", "false-positive rate"}
	}
	return func(row int) (Counts, error) {
		hits, err1 := count(row, tp, members, names[0])
		alarms, err2 := count(row, fp, nonMembers, names[1])
		return Counts{hits, members, alarms, nonMembers},
			errors.Join(slices.DeleteFunc([]error{err1, err2}, func(e error) bool { return e == nil })...)
	}, nil
}

// rateSlack is the largest distance, in counts, of a rounded rate from a whole count. More trials need more digits.
const rateSlack = 0.05
