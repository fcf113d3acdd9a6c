package headers

import (
	"fmt"
	"regexp"
	"strings"
)

// ApacheFile is the name of the settings that Apache reads in each folder that it
// serves, where its administrator allows it (AllowOverride FileInfo).
const ApacheFile = ".htaccess"

// Apache writes the headers as Apache reads them, for a site at the path base. A
// server without mod_headers answers 500, rather than without the headers.
func Apache(base string) string {
	var out strings.Builder
	fmt.Fprintf(&out, "AddType application/wasm .wasm\nErrorDocument 404 %s404.html\n", base)
	open := "If"
	for _, k := range kinds() {
		condition := k.apache(base)
		if condition == "" {
			open = "Else"
		}
		fmt.Fprintf(&out, "<%s%s>\n", open, condition)
		for _, h := range k.lines {
			fmt.Fprintf(&out, "  Header always set %s \"%s\"\n", h.Name, h.Value)
		}
		fmt.Fprintf(&out, "</%s>\n", open)
		open = "ElseIf"
	}
	return out.String()
}

// apache is the condition for the kind's addresses, empty for the rest.
func (k kind) apache(base string) string {
	names := make([]string, len(k.names))
	for i, name := range k.names {
		names[i] = regexp.QuoteMeta(name)
	}
	pattern := "(?:" + strings.Join(names, "|") + ")$"
	switch {
	case k.folder != "":
		pattern = regexp.QuoteMeta(k.folder)
	case k.names == nil:
		return ""
	}
	return fmt.Sprintf(` "%%{REQUEST_URI} =~ m#^%s%s#"`, regexp.QuoteMeta(base), pattern)
}
