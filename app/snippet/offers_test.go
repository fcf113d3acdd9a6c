package snippet

import (
	"testing"

	"lastiterate/app/snippet/source"
)

// What a comment says of the length of a training is offered and not taken; what the code says
// itself is not offered again, nor is another setting, which a comment may say of another run.
func TestCommentsAreOffered(t *testing.T) {
	const script = `
# 50000 examples, 20 epochs, noise multiplier 3
loader = DataLoader(train, batch_size=256)  # batch size 128
engine.make_private(module=m, optimizer=SGD(m.parameters(), lr=0.1), data_loader=loader, noise_multiplier=1.1, max_grad_norm=1.0)
`
	asked := Read(opening(), script)
	if n, epochs := offered(asked, "n"), offered(asked, "epochs"); n != "50000" || epochs != "20" || len(asked.Offers) != 2 {
		t.Fatalf("offered %v", asked.Offers)
	}
	if !source.Has(asked.State.View.Blank, "n") || !source.Has(asked.State.View.Blank, "T") {
		t.Errorf("blank are %v: a comment was taken unasked", asked.State.View.Blank)
	}
	all := Read(opening(), script, asked.Offers...)
	if run := all.State.Run; all.State.View.Blank != nil || run.N != 50000 || run.T != 3920 || run.Sigma != 1.1 || run.B != 256 {
		t.Errorf("with the offers: blank %v, %+v", all.State.View.Blank, all.State.Run)
	}
	if got := Read(opening(), script+"\nn = 60000\nepochs = 5 # epochs = 10"); len(got.Offers) != 0 {
		t.Errorf("offered beside what the code says: %v", got.Offers)
	}
}
