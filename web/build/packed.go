package main

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/andybalholm/brotli"
)

// kept is the time for which an unused compressed file stays on the disk.
const kept = 30 * 24 * time.Hour

// A shelf is a cache of compressed files that survives builds, because the strongest compression of the program takes longer
// than the rest of a build. A cached file is used only if it decompresses to its input.
type shelf struct {
	folder string
	least  int // size in bytes, before compression, from which a file is kept
}

// theShelf is the cache in the user's cache folder. Without such a folder nothing is cached.
func theShelf() shelf {
	folder, err := os.UserCacheDir()
	if err != nil {
		return shelf{}
	}
	return shelf{filepath.Join(folder, "last-iterate", "brotli"), 1 << 20}
}

// brotli compresses raw, or takes the result from the cache.
func (s shelf) brotli(raw []byte, level int) []byte {
	if s.folder == "" || level != best.brotli || len(raw) < s.least {
		return brotliOf(raw, level)
	}
	name := filepath.Join(s.folder, fmt.Sprintf("%x", sha256.Sum256(raw)))
	if packed, err := os.ReadFile(name); err == nil && unpacksTo(packed, raw) {
		now := time.Now()
		os.Chtimes(name, now, now) // its age counts from its last use; if this fails, it is only removed sooner
		return packed
	}
	packed := brotliOf(raw, level)
	s.keep(name, packed)
	return packed
}

func unpacksTo(packed, raw []byte) bool {
	unpacked, err := io.ReadAll(io.LimitReader(brotli.NewReader(bytes.NewReader(packed)), int64(len(raw))+1))
	return err == nil && bytes.Equal(unpacked, raw)
}

// keep adds a file to the cache and removes old ones. If it cannot, the build still succeeds.
func (s shelf) keep(name string, packed []byte) {
	if os.MkdirAll(s.folder, 0o755) != nil {
		return
	}
	if f, err := os.CreateTemp(s.folder, "new-"); err == nil {
		_, err := f.Write(packed)
		if f.Close() != nil || err != nil || os.Rename(f.Name(), name) != nil {
			os.Remove(f.Name())
		}
	}
	entries, _ := os.ReadDir(s.folder)
	for _, e := range entries {
		if info, err := e.Info(); err == nil && time.Since(info.ModTime()) > kept {
			os.Remove(filepath.Join(s.folder, e.Name()))
		}
	}
}
