package main

import (
	"context"
	"strings"
	"testing"
)

// The sample of make test: random runs of every scheme, few and quick. make attack
// draws thousands.
func TestNoRunLosesMoreThanItsBounds(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds: make test runs it, make quick does not")
	}
	for _, scheme := range schemes {
		t.Run(string(scheme), func(t *testing.T) {
			var log strings.Builder
			on := focus{scheme: scheme, decays: usualShare, deletes: oftenShare, releases: usualShare, changes: oftenShare, jumps: usualShare}
			c := campaign{seed: 1, n: 6, focus: on, effort: effort{drafts: 8, changes: 8, close: 8}, log: &log}
			met, violations := c.wage(context.Background())
			for _, v := range violations {
				t.Error(v.line())
			}
			if log.Len() > 0 && len(violations) == 0 {
				t.Error(log.String())
			}
			if met.runs["composition"] < 3 {
				t.Errorf("hardly any row was met:\n%s", met.table())
			}
		})
	}
}
