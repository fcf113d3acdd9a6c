package headers

import (
	"fmt"
	"strings"
)

// NginxFile is the name of the headers for nginx, which a server's settings
// include.
const NginxFile = "_nginx.conf"

// Nginx writes the headers as nginx reads them, for a site at the path base. A
// location sends its own headers and none of those around it, so each has all.
func Nginx(base string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "# For a server block whose root holds the site%s:\n#   include /path/to/%s;\n", at(base), NginxFile)
	location := func(match, name string) {
		fmt.Fprintf(&out, "location %s%s {\n", match, base+name)
		for _, h := range append(For(name), Header{"Cache-Control", Cache(name)}) {
			fmt.Fprintf(&out, "  add_header %s \"%s\" always;\n", h.Name, h.Value)
		}
		fmt.Fprintf(&out, "  error_page 404 %s404.html;\n}\n", base)
	}
	location("", "")
	location("", HashedFolder)
	for _, name := range Frameable {
		location("= ", name)
	}
	for _, name := range ForOthers {
		location("= ", name)
	}
	return out.String()
}

func at(base string) string {
	if base == "/" {
		return ""
	}
	return " in " + base
}
