package main

import (
	"bytes"
	"compress/gzip"
	"path"
	"sync"

	"github.com/andybalholm/brotli"
)

// level is the strength of compression of each method.
type level struct{ brotli, gzip int }

var (
	quick = level{brotli: 5, gzip: 6}                                         // under a second for the program
	best  = level{brotli: brotli.BestCompression, gzip: gzip.BestCompression} // about half a minute
)

// compressedFile is a file of the site with its compressed forms; a form that would not be smaller is nil.
type compressedFile struct {
	name        string
	raw, gz, br []byte
}

// compress returns the files with their compressed forms, sorted by name. It compresses them in parallel.
func compress(files map[string][]byte, l level) []compressedFile {
	all := make([]compressedFile, 0, len(files))
	for _, name := range sortedKeys(files) {
		all = append(all, compressedFile{name: name, raw: files[name]})
	}
	packed := theShelf()
	var wg sync.WaitGroup
	for i := range all {
		v := &all[i]
		if path.Ext(v.name) == ".png" {
			continue // compressed already
		}
		wg.Go(func() { v.br = smaller(v.raw, packed.brotli(v.raw, l.brotli)) })
		wg.Go(func() { v.gz = smaller(v.raw, gzipOf(v.raw, l.gzip)) })
	}
	wg.Wait()
	return all
}

func smaller(raw, packed []byte) []byte {
	if len(packed) < len(raw) {
		return packed
	}
	return nil
}

// widestWindow is log₂ of Brotli's window in bytes, the largest that browsers accept. The program is longer
// than the usual window of 4 MB.
const widestWindow = 24

// The writers below write to memory, which does not fail.

func brotliOf(raw []byte, level int) []byte {
	var b bytes.Buffer
	w := brotli.NewWriterOptions(&b, brotli.WriterOptions{Quality: level, LGWin: widestWindow})
	w.Write(raw)
	w.Close()
	return b.Bytes()
}

func gzipOf(raw []byte, level int) []byte {
	var b bytes.Buffer
	w, err := gzip.NewWriterLevel(&b, level)
	if err != nil {
		panic(err) // the level is one of ours
	}
	w.Write(raw)
	w.Close()
	return b.Bytes()
}
