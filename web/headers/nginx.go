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
	for _, k := range kinds() {
		matches := []string{base + k.folder} // the rest is in no folder
		if k.names != nil {
			matches = nil
			for _, name := range k.names {
				matches = append(matches, "= "+base+name)
			}
		}
		for _, match := range matches {
			fmt.Fprintf(&out, "location %s {\n", match)
			for _, h := range k.lines {
				fmt.Fprintf(&out, "  add_header %s \"%s\" always;\n", h.Name, h.Value)
			}
			fmt.Fprintf(&out, "  error_page 404 %s404.html;\n}\n", base)
		}
	}
	return out.String()
}

func at(base string) string {
	if base == "/" {
		return ""
	}
	return " in " + base
}
