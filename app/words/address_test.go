package words

import (
	"testing"

	"lastiterate/bounds/catalog"
	"lastiterate/wasm/protocol"
)

// Every address of the catalogue is known, so that none is lost.
func TestSourcesOfTheCatalogueAreKnown(t *testing.T) {
	addresses := 0
	for _, each := range catalog.All() {
		url := each.Source.URL
		if url == "" {
			continue // one of ours
		}
		addresses++
		if got, known := SourceAddress(protocol.Source{URL: url}); !known || got != url {
			t.Errorf("%s: %s is not taken", each.ID, url)
		}
	}
	if addresses < 10 {
		t.Errorf("the catalogue has %d addresses", addresses)
	}
}

// An address in a message is followed only where it leads to a paper.
func TestHostileAddresses(t *testing.T) {
	for _, url := range []string{
		"", "javascript:alert(1)", "JavaScript:alert(1)//https://arxiv.org/abs/1702.07476", "data:text/html,<script>alert(1)</script>",
		"http://arxiv.org/abs/1702.07476", "https://arxiv.org.example/abs/1702.07476", "https://arxiv.org@example/abs/1702.07476",
		"https://example/https://arxiv.org/abs/1702.07476", "https://arxiv.org/abs/", "https://arxiv.org/abs/../login",
		"//arxiv.org/abs/1702.07476",
		"https://arxiv.org/abs/1702.07476\"><script>", " https://arxiv.org/abs/1702.07476", "https://ARXIV.org/abs/1702.07476",
		"blob:https://arxiv.org/abs/1",
	} {
		if address, known := SourceAddress(protocol.Source{URL: url}); known {
			t.Errorf("%q leads to %q", url, address)
		}
	}
}
