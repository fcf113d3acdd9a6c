package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// checkTarget refuses a folder that holds anything but a site: whatever in it
// is not of the build will be removed.
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
	return fmt.Errorf("%s holds something other than a site, which would be removed: name an empty or a new folder", dir)
}
