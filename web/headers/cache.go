package headers

import (
	"slices"
	"strings"
)

// HashedFolder holds the files whose names change with their content.
const HashedFolder = "assets/"

const (
	// CacheForever is for files whose names change with their content.
	CacheForever = "public, max-age=31536000, immutable"
	// CacheForOthers is for the scripts that other pages load. They speak to
	// frames of any build, so they may be old for a while; for a month a page is
	// not without them where there is no network.
	CacheForOthers = "public, max-age=600, stale-while-revalidate=2592000"
	// CacheWithTags is for all others: keep it, but ask each time whether it is
	// still current.
	CacheWithTags = "no-cache"
)

// Cache is what an answer with the file at name, a path without the leading
// slash, says of being kept.
func Cache(name string) string {
	switch {
	case strings.HasPrefix(name, HashedFolder):
		return CacheForever
	case slices.Contains(ForOthers, name):
		return CacheForOthers
	default:
		return CacheWithTags
	}
}
