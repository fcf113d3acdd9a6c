package snippet

import (
	"slices"
	"strings"
	"testing"

	"lastiterate/app/link"
)

// The words and numbers of a sentence that mean no setting are listed, with their numbers; words that only join others are not.
func TestUnknownWordsAreListed(t *testing.T) {
	for text, want := range map[string][]string{
		"We trained with learning rate 0.05 and noise 2 for a while":                          {"for a while"},
		"Train MNIST for fifteen epochs with lots of 600 and sigma = 4, C=4, then fine-tuned": {"Train MNIST for fifteen epochs with", "then fine-tuned"},
		"lr 0.1 for 15 epochs":               nil,
		"batch 512 of 45000":                 {"of 45000"},
		"lr 0.1 on CIFAR 10":                 {"on CIFAR 10"},
		"batch 512 of 45000 examples":        nil,
		"15 epochs in batches of 512":        nil,
		"lr 0.1, patience 3, 20 epochs":      {"patience 3"},
		"lr 0.1 with a seed of 7, 20 epochs": {"with a seed of 7"},
	} {
		got := Read(unstated(), text)
		var said []string
		for _, l := range got.Left {
			said = append(said, l.Said)
		}
		if !slices.Equal(said, want) {
			t.Errorf("%s: not used are %q, want %q", text, said, want)
		}
	}
}

// unstated is a run of which nobody has stated anything.
func unstated() link.State {
	s := opening()
	s.View.Blank = strings.Fields("n b T eta clip sigma noise adjacency scheme")
	return s
}

// The number of which the batches are a part may be the dataset's size: it is offered, unless it is smaller.
func TestBatchesOfANumberOfferTheSize(t *testing.T) {
	for text, want := range map[string]string{"batch 512 of 45000": "45000", "batch size of 256 out of 60,000": "60000",
		"batch 512 of 45": "", "lr 0.1 of 45000": "", "batch 512, 45000": "", "batch 512 of 45000 images": ""} {
		if got := offered(Read(unstated(), text), "n"); got != want {
			t.Errorf("%s: n = %q is offered, want %q", text, got, want)
		}
	}
}
