package run

// Covers names the departures from plain training that the run's fields state and the answers therefore
// count: a learning rate that changes ("schedule"), weight decay outside of the clip ("decay"), an
// average of the last iterates ("averaging"), checkpoints that are released ("checkpoints") and the
// choice of one of several runs ("tuning").
func (r Run) Covers() []string {
	var out []string
	for _, d := range []struct {
		name   string
		states bool
	}{
		{"schedule", r.States("schedule") || r.States("warmup")},
		{"averaging", r.Release == LastIterates || r.Release == AllIterates},
		{"checkpoints", r.Release == EveryKth || r.Release == AllIterates},
		{"decay", r.States("weight_decay")},
		{"tuning", r.Tuned()},
	} {
		if d.states {
			out = append(out, d.name)
		}
	}
	return out
}
