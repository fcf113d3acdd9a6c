package headers

import (
	"fmt"
	"strings"
)

// CaddyFile is the name of the headers for Caddy, which a site's block imports.
const CaddyFile = "_Caddyfile"

// Caddy writes the headers as Caddy reads them, for a site at the path base. Caddy may reorder
// directives that match one address, so each address is matched once.
func Caddy(base string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "# For a site block whose root holds the site%s:\n#   import /path/to/%s\n", at(base), CaddyFile)
	var told []string
	for i, k := range kinds() {
		var paths []string
		for _, name := range k.names {
			paths = append(paths, base+name)
		}
		if k.folder != "" {
			paths = append(paths, base+k.folder+"*")
		}
		fmt.Fprintf(&out, "@last-iterate-%d {\n", i+1)
		if paths != nil {
			fmt.Fprintf(&out, "\tpath %s\n", strings.Join(paths, " "))
		} else {
			fmt.Fprintf(&out, "\tpath %s*\n\tnot path %s\n", base, strings.Join(told, " "))
		}
		fmt.Fprintf(&out, "}\nheader @last-iterate-%d {\n", i+1)
		for _, h := range k.lines {
			fmt.Fprintf(&out, "\t%s `%s`\n", h.Name, h.Value)
		}
		out.WriteString("}\n")
		told = append(told, paths...)
	}
	return out.String()
}
