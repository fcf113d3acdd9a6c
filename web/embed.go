// Package web holds the built site, so that the server is one file.
//
// The folder dist is written by the program in web/build and ignored by git,
// except for an empty file that lets this package compile before the first build.
package web

import (
	"embed"
	"errors"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// ErrNotBuilt says that the program was compiled before the site was built.
var ErrNotBuilt = errors.New("the site is not built: run `make build`, or `make run` to build and serve")

// Site returns the built site with index.html at its root.
func Site() (fs.FS, error) {
	site, err := fs.Sub(dist, "dist")
	if err != nil {
		return nil, err
	}
	if _, err := fs.Stat(site, "index.html"); err != nil {
		return nil, ErrNotBuilt
	}
	return site, nil
}
