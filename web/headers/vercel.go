package headers

import (
	"bytes"
	"encoding/json"
)

// VercelFile is the name of the settings that Vercel looks for at the top of
// what is deployed (https://vercel.com/docs/project-configuration/vercel-json).
const VercelFile = "vercel.json"

// Vercel writes the headers as Vercel reads them, for a site of these files at
// the path base.
func Vercel(base string, files []string) string {
	type header struct {
		Key   string `json:"key"`
		Value string `json:"value"`
	}
	type source struct {
		Source  string   `json:"source"`
		Headers []header `json:"headers"`
	}
	var settings struct {
		Headers []source `json:"headers"`
	}
	for _, r := range joined(base, files) {
		s := source{Source: r.address}
		if r.all {
			s.Source += "(.*)"
		}
		for _, h := range r.lines {
			s.Headers = append(s.Headers, header{h.Name, h.Value})
		}
		settings.Headers = append(settings.Headers, s)
	}
	var out bytes.Buffer
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	if err := encoder.Encode(settings); err != nil {
		panic(err) // strings are never refused
	}
	return out.String()
}
