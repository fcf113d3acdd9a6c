package docs

import (
	"html"
	"regexp"
	"slices"
	"strings"
)

var (
	aHeading = regexp.MustCompile(`<h[23][^>]*>(.*?)</h[23]>`)
	aTerm    = regexp.MustCompile(`<p><strong>([^<]+)\.</strong>`)
	toTerm   = regexp.MustCompile(`<p id="[^"]+"><strong>([^<]+)\.</strong>`)
	notName  = regexp.MustCompile(`[^a-z0-9]+`)
	// hasEnding matches words from which search.js would cut an ending.
	hasEnding = regexp.MustCompile(`(?:er|ion|y|e)$`)
	mainPart  = regexp.MustCompile(`(?s)<main>.*</main>`)
	anyTag    = regexp.MustCompile(`<[^>]*>`)
	// anyWord is a word of three letters or more, a Greek letter, a name of two capitals: TF Privacy, or the year of a paper. A
	// name with dots is one word, since its parts may be short: tf.data.
	anyWord = regexp.MustCompile(`[\p{L}_][\p{L}\p{M}\d_-]*(?:\.[\p{L}_][\p{L}\p{M}\d_-]*)+|` +
		`[\p{L}_][\p{L}\p{M}\d_-]{2,}|\b[A-Z]{2}\b|\b20[0-9]{2}\b|[α-ωΑ-Ω]`)
)

// abbreviations are names by which readers search for what most pages spell out. An abbreviation finds every page that has its
// long name; the glossary explains it.
var abbreviations = []struct{ short, long string }{
	{"dpsgd", "noisy sgd"}, {"ema", "moving average"}, {"gdp", "gaussian differential privacy"}, {"pabi", "amplification by iteration"},
	{"pld", "privacy loss distribution"}, {"prv", "privacy loss distribution"}, {"rdp", "rényi"}, {"wor", "without replacement"},
}

// abbreviated lists the abbreviations of what a text names.
func abbreviated(text string) (out []string) {
	text = strings.ToLower(text)
	for _, name := range abbreviations {
		if strings.Contains(text, name.long) {
			out = append(out, name.short)
		}
	}
	return out
}

// longNames are the abbreviations for the search's script: gdp=gaussian differential privacy|….
func longNames() string {
	var out []string
	for _, name := range abbreviations {
		out = append(out, name.short+"="+name.long)
	}
	return strings.Join(out, "|")
}

// searched lists the words that find a page besides its title and sentence: the words of its text, each once, in lower case,
// and its Greek letters, which search.js reads by name. Lists of theorems and proofs are found by their entries, and the texts
// of licences are not searched.
func searched(address string, page []byte) string {
	if strings.HasSuffix(address, "/index.html") || address == "docs/licences.html" {
		return ""
	}
	return wordsOf(html.UnescapeString(anyTag.ReplaceAllString(string(mainPart.Find(page)), " ")))
}

// wordsOf lists the words of a text by which it is found, each once.
func wordsOf(text string) string {
	words := anyWord.FindAllString(text, -1)
	for i, word := range words {
		words[i] = strings.ToLower(word)
	}
	words = append(words, abbreviated(strings.Join(strings.Fields(text), " "))...)
	slices.Sort(words)
	return strings.Join(stemsOnce(slices.Compact(words)), " ")
}

// stemsOnce leaves out words that search.js does not distinguish from another word of the list, because it cuts endings. It
// does not cut short words.
func stemsOnce(words []string) (out []string) {
	for _, word := range words {
		known := false
		for _, ending := range []string{"s", "d", "ed", "ing", "er", "ly"} {
			shorter, cut := strings.CutSuffix(word, ending)
			_, there := slices.BinarySearch(words, shorter)
			known = known || cut && there && len(shorter) >= 5 && !(len(ending) > 1 && hasEnding.MatchString(shorter)) &&
				!strings.HasSuffix(shorter, "s")
		}
		if !known {
			out = append(out, word)
		}
	}
	return out
}

// termPlaces gives each term of the glossary an anchor by its name; the style sheet knows its other names.
func termPlaces(body string) string {
	return aTerm.ReplaceAllStringFunc(body, func(s string) string {
		name := strings.Trim(notName.ReplaceAllString(strings.ToLower(aTerm.FindStringSubmatch(s)[1]), "-"), "-")
		return `<p id="term-` + name + `"` + strings.TrimPrefix(s, "<p")
	})
}

// named lists the texts that the search weighs more than others, without markup: the headings of a page, or the terms of the
// glossary.
func named(page []byte, tag *regexp.Regexp) string {
	var out []string
	for _, found := range tag.FindAllSubmatch(mainPart.Find(page), -1) {
		out = append(out, html.UnescapeString(anyTag.ReplaceAllString(string(found[1]), "")))
	}
	return strings.Join(out, "|")
}
