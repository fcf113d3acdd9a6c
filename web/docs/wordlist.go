package docs

import (
	_ "embed"
	"html"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// WordsScript gives the entries of the index the words of the guides, in the folder of the index. The index itself would be
// twice as long with them.
const WordsScript = "words.js"

//go:embed words.js
var wordsTemplate string

// wordsScript is the script for the words of pages, by their addresses from the index. A word is written once for all pages
// that have it.
func wordsScript(of map[string]string) []byte {
	pages := slices.Sorted(maps.Keys(of))
	places := map[string][]string{} // of the pages that have a word
	for i, page := range pages {
		for word := range strings.FieldsSeq(of[page]) {
			places[word] = append(places[word], strconv.Itoa(i))
		}
	}
	groups := map[string][]string{}
	for _, word := range slices.Sorted(maps.Keys(places)) {
		set := strings.Join(places[word], ".")
		groups[set] = append(groups[set], word)
	}
	var out []string
	for _, set := range slices.Sorted(maps.Keys(groups)) {
		out = append(out, set+":"+strings.Join(groups[set], " "))
	}
	return []byte(strings.NewReplacer("PAGES", strings.Join(pages, " "), "GROUPS", strings.Join(out, ";")).Replace(wordsTemplate))
}

// notProse matches what is no sentence of a page: formulas, names in the program, and pictures.
var notProse = regexp.MustCompile(`(?s)<(math|code|pre|svg)\b.*?</(?:math|code|pre|svg)>`)

// proseOf lists the words of a page's sentences.
func proseOf(page []byte) (out []string) {
	text := html.UnescapeString(anyTag.ReplaceAllString(notProse.ReplaceAllString(string(mainPart.Find(page)), " "), " "))
	for word := range strings.FieldsSeq(wordsOf(text)) {
		if utf8.RuneCountInString(word) > 1 { // no Greek letter: most formulas have it
			out = append(out, word)
		}
	}
	return out
}

// fewPages is in how many pages of a list a rare word stands.
const fewPages = 2

// rareWords lists, for pages of one list by their addresses, the words by which they are found besides title and sentence:
// those that few of them have, such as names of authors and of their theorems, and those that no guide has, so that every word of
// a sentence is found somewhere. All words of all pages would be more than the rest of the index.
func rareWords(pages map[string][]byte, guides map[string]bool) map[string]string {
	count := map[string]int{}
	prose := map[string][]string{}
	for address, page := range pages {
		prose[address] = proseOf(page)
		for _, word := range prose[address] {
			count[word]++
		}
	}
	out := map[string]string{}
	for address, words := range prose {
		rare := slices.DeleteFunc(words, func(word string) bool { return count[word] > fewPages && guides[word] })
		out[address] = strings.Join(rare, " ")
	}
	return out
}
