package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// write makes dir contain exactly these files. A file with the same content is not rewritten, so that what depends on it is not
// rebuilt. Dot-files stay: one keeps the empty folder in the repository.
func write(dir string, all []compressedFile) error {
	wanted := map[string][]byte{}
	for _, v := range all {
		for suffix, content := range map[string][]byte{"": v.raw, ".gz": v.gz, ".br": v.br} {
			if content != nil {
				wanted[filepath.Join(dir, filepath.FromSlash(v.name)+suffix)] = content
			}
		}
	}
	for name, content := range wanted {
		if err := writeChanged(name, content); err != nil {
			return err
		}
	}
	return filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || strings.HasPrefix(entry.Name(), ".") || wanted[name] != nil {
			return err
		}
		if err := os.Remove(name); !errors.Is(err, fs.ErrNotExist) { // another build may be cleaning too
			return err
		}
		return nil
	})
}

func writeChanged(name string, content []byte) error {
	old, err := os.ReadFile(name)
	if err == nil && bytes.Equal(old, content) {
		return nil
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, content, 0o644)
}
