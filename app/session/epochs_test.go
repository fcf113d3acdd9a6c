package session_test

import (
	"context"
	"testing"

	"lastiterate/app/session"
	"lastiterate/app/session/sessiontest"
	"lastiterate/app/state"
	"lastiterate/bounds"
	"lastiterate/bounds/claim"
	"lastiterate/wasm/protocol"
)

// An answer's words know whether the form states epochs.
func TestAnswersAreInEpochsOfTheForm(t *testing.T) {
	v := visiting(t, func(_ *session.Setting, b *sessiontest.Browser) {
		b.Text = "v=1&n=64&b=10&T=12&noise=multiplier&adjacency=zero-out&scheme=reshuffle&differs=remainder&steps=epochs"
	})
	if !v.Subject().InEpochs {
		t.Error("of epochs the subject says iterations")
	}
	v.Do(state.Type{Field: "T", Text: "13"})
	if v.Subject().InEpochs {
		t.Error("of iterations the subject says epochs")
	}
}

// Where the form states epochs, so does a picture that varies n or b: each of its points is what the form answers
// there.
func TestSweepHoldsEpochs(t *testing.T) {
	const sampled = "v=1&n=600&b=50&T=30&eta=0.05&clip=1&sigma=1.2&noise=multiplier&diameter=inf&adjacency=add-remove&scheme=poisson" +
		"&loss=smooth&smoothness=1&clipping=active&delta=1e-5&tab=sweep&sweep="
	for parameter, texts := range map[string][]string{"b": {"40", "50", "75"}, "n": {"400", "600", "1200"}} {
		at := func(steps string) visit {
			return visiting(t, func(_ *session.Setting, b *sessiontest.Browser) { b.Text = sampled + parameter + "&steps=" + steps })
		}
		v := at("epochs")
		v.answer(1.5)
		asked := v.asked(protocol.MethodCurve).Last()
		r, q, fault := protocol.DecodeSubject(asked.Run, asked.Question)
		if fault != nil || asked.Parameter != parameter || asked.Steps != "epochs" {
			t.Fatalf("asked along %s with steps %q, %v", asked.Parameter, asked.Steps, fault)
		}
		v.draw(false)
		if scene, _ := v.Scene(); !scene.Epochs {
			t.Errorf("along %s the scene does not hold the epochs", parameter)
		}
		settings := bounds.Settings{Rows: []string{"composition"}, Epochs: asked.Steps == "epochs"}
		for _, text := range texts {
			v := at("epochs")
			v.typed(parameter, text)
			m := v.Model
			if m.Run.T == r.T && (m.Run.N != r.N || m.Run.B != r.B) {
				t.Errorf("with %s = %s the form has T = %d still", parameter, text, m.Run.T)
			}
			want, err := bounds.Evaluate(context.Background(), m.Run, q, settings)
			if err != nil {
				t.Fatal(err)
			}
			series, err := bounds.Curve(context.Background(), r, q, parameter, []float64{m.Value(parameter)}, settings)
			if err != nil {
				t.Fatal(err)
			}
			if got := series[0].Epsilon[0]; want.Answer == nil || got != want.Answer.Epsilon {
				t.Errorf("along %s at %s ε is %v, the form answers %+v", parameter, text, got, want.Answer)
			}
		}
		// The curve stays while its own parameter moves along it, and goes where the form states T.
		v.typed(parameter, texts[0])
		if v.Drawing().Stale {
			t.Errorf("along %s the curve is greyed at %s", parameter, texts[0])
		}
		v.Do(state.Type{Field: "T", Text: "31"})
		if !v.Drawing().Stale {
			t.Errorf("along %s the curve of the epochs is that of T", parameter)
		}
		v = at("T")
		v.answer(1.5)
		if asked := v.asked(protocol.MethodCurve).Last(); asked.Steps != "" {
			t.Errorf("where T is stated the steps are %q", asked.Steps)
		}
	}
	// A full batch is one step of every epoch.
	full := bounds.DefaultRun()
	if series, err := bounds.Curve(context.Background(), full, claim.Question{Delta: 1e-5}, "n_and_b", []float64{7},
		bounds.Settings{Rows: []string{"composition"}, Epochs: true}); err != nil || !(series[0].Epsilon[0] > 0) {
		t.Errorf("a full batch of 7: %v, %v", series, err)
	}
}
