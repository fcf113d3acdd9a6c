package session

import (
	"testing"

	"lastiterate/app/picture"
	"lastiterate/bounds"
	"lastiterate/wasm/protocol"
)

// A picture along δ serves every question about its run, but an attacker's only its own: its δ depend on the answer.
func TestAttackersPictureIsOfItsQuestion(t *testing.T) {
	own := bounds.DefaultQuery()
	other := own
	other.Question.Delta = 1e-3
	attack := query{Query: own, tab: picture.Attack, parameter: "delta"}
	if !attack.fits(own) || attack.fits(other) {
		t.Errorf("an attacker's picture fits its query: %v, another question: %v", attack.fits(own), attack.fits(other))
	}
	if along := (query{Query: own, tab: picture.OverDelta, parameter: "delta"}); !along.fits(own) || !along.fits(other) {
		t.Error("a picture along δ does not fit every question")
	}
	if fewValues < len(picture.At(picture.Attack, picture.Span{}, 0, own, protocol.Result{Answers: protocol.Answers{Answer: &protocol.Answer{Epsilon: 0.3}}})) {
		t.Error("an attacker's picture of a slow row leaves out values")
	}
}
