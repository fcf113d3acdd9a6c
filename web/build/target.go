package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// checkTarget returns an error if a folder contains files but no site. The build removes
// everything from its folder that is not part of the site.
func checkTarget(dir string) error {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) == 0 {
		return nil
	}
	if err != nil {
		return err
	}
	for _, mark := range []string{".gitkeep", serviceWorker} { // web/dist has the first, and a site that was built before has the second
		if _, err := os.Stat(filepath.Join(dir, mark)); err == nil {
			return nil
		}
	}
	return fmt.Errorf("%s contains files that are not part of a site and would be removed: name an empty or a new folder", dir)
}
