package bounds

import (
	"lastiterate/bounds/catalog"
)

// NameOf is what the row of an id is called in the table; an id that there is not stands
// for itself.
func NameOf(id string) string {
	if t, ok := catalog.ByID(id); ok {
		return t.Name
	}
	return id
}
