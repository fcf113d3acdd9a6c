package link

import (
	"strings"
	"testing"
)

// An error about a link quotes at most 200 characters of it in a row, and quotes them as they were
// written.
func TestProblemsQuoteLittle(t *testing.T) {
	long := strings.Repeat("w", 1500)
	for _, text := range []string{"v=1&eta=" + long, "v=1&" + long + "=1", "v=1&scheme=" + long, "v=1&tab=" + long, "v=1&rows=" + long,
		"v=1&label.1=" + long, "v=" + long, "v=1&delta=" + long, "v=1&" + long} {
		_, problems := DecodeFrom(base(), text)
		if len(problems) == 0 {
			t.Errorf("%.40s has no problem", text)
		}
		for _, p := range problems {
			for _, said := range []string{p.Name, p.Value, p.Message} {
				if strings.Contains(said, strings.Repeat("w", 201)) {
					t.Errorf("%.40s is repeated in %d characters", text, len(said))
				}
			}
		}
	}
	for _, text := range []string{"v=1&n=9007199254740993&b=9007199254740993",
		"v=1&n=20&b=20.000000000000000001&scheme=cyclic&eta=-0.10000000000000000001", "v=1&n=3&scheme=cyclic&b=5.0"} {
		_, problems := DecodeFrom(base(), text)
		for _, p := range problems {
			if !strings.Contains(text, "="+p.Value) {
				t.Errorf("%s: a problem quotes %q, which is not in it", text, p.Value)
			}
		}
	}
}
