package number

import (
	"math"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestParse(t *testing.T) {
	for text, want := range map[string]float64{
		"0.1": 0.1, ".5": 0.5, "5.": 5, " 7 ": 7, "+3": 3, "-0.1": -0.1, "−0.1": -0.1, "-0": 0,
		"1e-5": 1e-5, "1E-05": 1e-5, "1e6": 1e6, "1e+6": 1e6, "2.5e-3": 2.5e-3,
		"60_000": 60000, "60,000": 60000, "60 000": 60000, "60\u202f000": 60000, "1,234,567.5": 1234567.5,
		"60k": 60000, "60 k": 60000, "1.1k": 1100, "2M": 2e6, "0.5K": 500, "1,500k": 1.5e6,
		"1/256": 1.0 / 256, "1 / 3": 1.0 / 3, "-1/4": -0.25, "1e-3/2": 5e-4, "60k/2": 30000,
		"10⁻⁵": 1e-5, "10^-5": 1e-5, "−10⁻⁵": -1e-5, "2.5 × 10⁻⁷": 2.5e-7, "2.5*10^-7": 2.5e-7, "3·10⁸": 3e8, "1.00 × 10⁻⁵": 1e-5,
		"inf": math.Inf(1), "Inf": math.Inf(1), "+inf": math.Inf(1), "infinity": math.Inf(1), "∞": math.Inf(1),
		"60'000": 60000, "60’000": 60000, "1'234'567.5": 1234567.5, "６００００": 60000, "６０００0": 60000,
		"6e4": 60000, "1e-5 ": 1e-5, "1 e-5": 1e-5, "1_0.2_5": 10.25, "0": 0, "0e99999": 0, "0.000": 0,
	} {
		if got, err := Parse(text); err != nil || got != want || math.Signbit(got) != (want < 0) {
			t.Errorf("Parse(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
}

func TestParseErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "a number is missing",
		"  ":                     "a number is missing",
		"0,1":                    "0,1 is ambiguous: a comma only groups thousands, as in 60,000; write 0.1",
		"0,100":                  "write 0.100",
		"1,5":                    "write 1.5",
		"60,00":                  "write 60.00",
		"1.234,5":                "write 1234.5",
		"-0,1":                   "write -0.1",
		"1,23,4":                 "comma in an unexpected place",
		",5":                     "comma in an unexpected place",
		"1,":                     "comma in an unexpected place",
		"1.5,":                   "comma in an unexpected place",
		"1.000.000":              "1.000.000 groups thousands by points: write 1000000",
		"-1.000.000e3":           "write -1000000e3",
		"1.00.000":               "is not a number",
		"60'00":                  "“60'00” is not a number",
		"60O00":                  "“60O00” is not a number",
		"5O000":                  "“5O000” is not a number",
		"6е4":                    "is not a number", // a Cyrillic е
		"1/n":                    "“n” is not a number",
		"1 2":                    "has a blank between its digits",
		"a lot":                  "“a lot” is not a number",
		"200 steps":              "“200 steps” is not a number",
		"a,b":                    "“a,b” is not a number",
		"abc":                    "“abc” is not a number: write it like 0.1",
		"1__0":                   "is not a number",
		"_1":                     "is not a number",
		"1._5":                   "is not a number",
		"1.2.3":                  "is not a number",
		"1e":                     "is not a number",
		"1e1.5":                  "is not a number",
		"1e2k":                   "is not a number",
		"e5":                     "is not a number",
		"k":                      "is not a number",
		".":                      "is not a number",
		"--1":                    "is not a number",
		"1-2":                    "is not a number",
		"2 × 3":                  "is not a number",
		"0x10":                   "is not a number",
		"nan":                    "is not a number",
		"1/2/3":                  "two fraction bars",
		"1/0":                    "divides by zero",
		"1/":                     "1/ lacks a number beside its fraction bar",
		"/256":                   "/256 lacks a number beside its fraction bar",
		"inf/2":                  "can neither be negative nor a part of a fraction",
		"-inf":                   "can neither be negative nor a part of a fraction",
		"2m":                     "write M for millions",
		"1e400":                  "too large",
		"1e999999":               "too large",
		"1e-400":                 "too close to zero",
		"1e-300/1e300":           "too close to zero",
		strings.Repeat("x", 100): "…",
	} {
		got, err := Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Parse(%q) = %v, error %v; want an error with %q", text, got, err, want)
		}
	}
}

func TestParseWhole(t *testing.T) {
	for text, want := range map[string]int{"60k": 60000, "1e6": 1000000, "512/2": 256, "-3": -3, "5.0": 5} {
		if got, err := ParseWhole(text); err != nil || got != want {
			t.Errorf("ParseWhole(%q) = %v, %v; want %v", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"2.5": "2.5 is not a whole number: write 2 or 3", "-0.5": "write one such as 1", "1/3": "1/3 is not a whole number: write one such as 1", "inf": "too large for a count",
		"1e20": "too large for a count", "-1e20": "-1e20 is not a count: write a whole number", "0,1": "write 0.1",
	} {
		if got, err := ParseWhole(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseWhole(%q) = %v, error %v; want an error with %q", text, got, err, want)
		}
	}
}

// A point or a comma before three digits means thousands to some and decimals to others: neither is guessed.
func TestOneMarkBeforeThreeDigits(t *testing.T) {
	measure := func(text string) (float64, error) { return ParseMeasure(text) }
	whole := func(text string) (float64, error) { x, err := ParseWhole(text); return float64(x), err }
	for _, c := range []struct {
		parse func(string) (float64, error)
		text  string
		want  float64
		fault string
	}{
		{whole, "1.000", 0, "1.000 may mean 1 or 1000: write it in one of these ways"},
		{whole, "50.000", 0, "50.000 may mean 50 or 50000"},
		{whole, "-50.000", 0, "-50.000 may mean -50 or -50000"},
		{whole, " 60.500 ", 0, "60.500 may mean 60.5 or 60500"},
		{whole, "1.500k", 0, "“1.500k” may mean 1500 or 1500000"},
		{whole, "100.000/2", 0, "100.000/2 may mean 50 or 50000"},
		{ParseCount, "1.000", 0, "may mean 1 or 1000"},
		{whole, "1000", 1000, ""}, {whole, "1.0", 1, ""}, {whole, "1.00", 1, ""}, {whole, "1.0000", 1, ""}, {whole, "1000.000", 1000, ""},
		{whole, "0.000", 0, ""}, {whole, "1.000e3", 1000, ""}, {whole, "1.000 × 10^6", 1e6, ""}, {whole, "60,000", 60000, ""},
		{ParseCount, "0.125", 0.125, ""}, {ParseCount, "1.5", 1.5, ""}, {whole, "1,234.000", 1234, ""},
		{measure, "1.000", 1, ""}, {measure, "0.001", 0.001, ""}, {measure, "1,234.5", 1234.5, ""}, {measure, "1,234,567", 1234567, ""},
		{measure, "60000", 60000, ""}, {measure, "60 000", 60000, ""},
		{measure, "1,100", 0, "1,100 may mean 1.1 or 1100"},
		{measure, "-1,100", 0, "-1,100 may mean -1.1 or -1100"},
		{measure, "1/1,024", 0, "may mean 0.9765625 or 0.0009765625"},
		{measure, "0,100", 0, "write 0.100"},
	} {
		got, err := c.parse(c.text)
		if c.fault == "" && (err != nil || got != c.want) || c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)) {
			t.Errorf("%q is %v, error %v; want %v, error %q", c.text, got, err, c.want, c.fault)
		}
	}
}

// Whatever is typed gives a number or a sentence of reasonable length, and a
// number that is shown again is the same number.
func FuzzParse(f *testing.F) {
	for _, s := range []string{"0.1", "1e-5", "60,000", "0,1", "60k", "1/256", "2.5 × 10⁻⁷", "∞", "1,234,567.5", "⁻", "10⁻", "*10^5", "-"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) {
		x, err := Parse(text)
		if err != nil {
			if n := utf8.RuneCountInString(err.Error()); n < 10 || n > 250 {
				t.Errorf("Parse(%q): error of %d characters: %v", text, n, err)
			}
			return
		}
		if math.IsNaN(x) || math.IsInf(x, -1) {
			t.Fatalf("Parse(%q) = %v", text, x)
		}
		if back, err := Parse(Plain(x)); err != nil || back != x {
			t.Errorf("Parse(%q) = %v, shown as %q, reads as %v, %v", text, x, Plain(x), back, err)
		}
	})
}
