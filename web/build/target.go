package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// checkTarget rejects a folder that contains anything other than a site: whatever
// is not part of the build will be removed.
func checkTarget(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	for _, mark := range []string{".gitkeep", serviceWorker} { // of web/dist, and of a site that was built before
		if _, err := os.Stat(filepath.Join(dir, mark)); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%s contains files that are not part of a site and would be removed: name an empty or a new folder", dir)
}
