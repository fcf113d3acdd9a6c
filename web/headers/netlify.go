package headers

import "strings"

// NetlifyFile is the name of the file in which Netlify and Cloudflare Pages look
// for headers.
const NetlifyFile = "_headers"

// Netlify writes the headers as Netlify and Cloudflare Pages read them, for a
// site of these files at the path base.
func Netlify(base string, files []string) string {
	var out strings.Builder
	for _, r := range joined(base, files) {
		out.WriteString(r.address)
		if r.all {
			out.WriteString("*")
		}
		out.WriteString("\n")
		for _, h := range r.lines {
			out.WriteString("  " + h.Name + ": " + h.Value + "\n")
		}
	}
	return out.String()
}
