package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A file that was compressed once is not compressed again, and a kept file that was spoilt on the
// disk does no harm.
func TestShelf(t *testing.T) {
	s := shelf{filepath.Join(t.TempDir(), "brotli"), 1 << 12}
	source := rand.New(rand.NewPCG(1, 2))
	raw := make([]byte, s.least)
	for i := range raw {
		raw[i] = byte(source.IntN(3))
	}
	want := s.brotli(raw, best.brotli)
	if !unpacksTo(want, raw) || unpacksTo(want, raw[1:]) || unpacksTo(want, append(bytes.Clone(raw), 1)) {
		t.Fatal("what is compressed does not unpack to what it was made of")
	}
	files := func() (all []string) {
		entries, err := os.ReadDir(s.folder)
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range entries {
			all = append(all, filepath.Join(s.folder, e.Name()))
		}
		return all
	}
	shelved := files()
	if len(shelved) != 1 {
		t.Fatalf("the shelf holds %q", shelved)
	}
	// A file of another level that unpacks to the same shows that the shelf is asked.
	other := brotliOf(raw, 1)
	if err := os.WriteFile(shelved[0], other, 0o644); err != nil {
		t.Fatal(err)
	}
	if got := s.brotli(raw, best.brotli); !bytes.Equal(got, other) {
		t.Error("what is on the shelf is compressed again")
	}
	for name, spoilt := range map[string][]byte{"cut": want[:len(want)/2], "of something else": brotliOf([]byte("something else"), 1),
		"empty": nil} {
		if err := os.WriteFile(shelved[0], spoilt, 0o644); err != nil {
			t.Fatal(err)
		}
		if got := s.brotli(raw, best.brotli); !bytes.Equal(got, want) {
			t.Errorf("a file that is %s is taken from the shelf", name)
		}
	}
	old := filepath.Join(s.folder, "old")
	if err := os.WriteFile(old, []byte("old"), 0o644); err != nil {
		t.Fatal(err)
	}
	long := time.Now().Add(-2 * kept)
	if err := os.Chtimes(old, long, long); err != nil {
		t.Fatal(err)
	}
	s.brotli(raw[:s.least-1], best.brotli) // too short to be kept
	s.brotli(append([]byte{7}, raw...), best.brotli)
	if got := files(); len(got) != 2 {
		t.Errorf("the shelf holds %q", got)
	}
	if got := (shelf{}).brotli(raw, best.brotli); !bytes.Equal(got, want) {
		t.Error("without a shelf the file is another")
	}
}
