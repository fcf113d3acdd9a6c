package headers

const (
	// CacheForever is for files whose names change with their content.
	CacheForever = "public, max-age=31536000, immutable"
	// CacheWithTags is for all others: keep it, but ask each time whether it is
	// still current.
	CacheWithTags = "no-cache"
)
