package audit

import (
	"strings"
	"testing"
)

var at95 = Setting{Delta: 1e-5, Level: 0.95}

func TestCurvesAreRead(t *testing.T) {
	want := []Counts{{60, 100, 10, 200}, {90, 100, 100, 200}}
	for name, text := range map[string]string{
		"counts": "tp,fp\n60,10\n90,100\n",
		"rates":  "threshold,FPR,TPR\n0.9,0.05,0.6\n0.1,0.5,0.9\n",
		"bare":   "0.05,0.6\n0.5,0.9\n",
	} {
		c, err := ReadCurve(text, 100, 200, at95)
		if err != nil || len(c.Points) != 2 || c.Points[0].Counts != want[0] || c.Points[1].Counts != want[1] || c.Best != 0 ||
			!c.Corrected {
			t.Errorf("%s: %+v, %v", name, c, err)
			continue
		}
		// Two points share the error of one.
		half, _ := Evaluate(want[0], Setting{Delta: 1e-5, Level: 0.95, Thresholds: 2})
		if c.Points[0].Estimate != half {
			t.Errorf("%s: %+v, want %+v", name, c.Points[0].Estimate, half)
		}
	}
	alone, err := ReadCurve("tp,fp\n60,10\n", 100, 200, at95)
	one, _ := Evaluate(want[0], at95)
	if err != nil || alone.Corrected || alone.Points[0].Estimate != one {
		t.Errorf("one point: %+v, %v", alone, err)
	}
}

func TestBadCurves(t *testing.T) {
	for text, says := range map[string]string{
		"tp,fp\n60,10\n101,1\n":            "line 3: there are 101 true positives but only 100 examples",
		"tp,fp\n60,10\n1.5,1\n":            "line 3: the number of true positives must be a whole number",
		"fpr,tpr\n0.1,1.2\n":               "line 2: the true-positive rate must be between 0 and 1",
		"fpr,tpr\n0.1,0.123456\n":          "line 2: a true-positive rate of 0.123456 matches no whole number out of 100",
		"score,member\n0.1,1\n":            "the columns must be named",
		"1,2,3\n":                          "the columns must be named",
		"fpr,tpr\n0.1,?\n":                 "line 2: true-positive rate must be a number",
		"":                                 "no values",
		strings.Repeat("0.1,0.2\n", 1_001): "line 1001: at most 1000 thresholds",
	} {
		if _, err := ReadCurve(text, 100, 200, at95); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%.40q: %v, want …%s…", text, err, says)
		}
	}
}
