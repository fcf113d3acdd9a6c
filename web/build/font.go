package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/go-fonts/liberation/liberationsansbold"
	"github.com/go-fonts/liberation/liberationsansregular"
	"github.com/go-fonts/stix/stix2mathregular"

	"lastiterate/web/gocommand"
	"lastiterate/web/typeface"
)

// fontFamily is the name of the unchanged STIX Two Math in style sheets. Browsers stretch brackets around fractions and sums
// only in a font with a table of mathematics. It is used for formulas only, so nothing is downloaded before a formula is shown.
const fontFamily = "Formula"

// characters are the characters of the site's fonts: those of its words, numbers and symbols, and of the names of cited
// authors.
const characters = " !\"#$%&'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~" +
	"\u00a0§©«°±²³´·¹»¼½ÀÁÄÇÈÉÖØÜßàáâäåæçèéêëíîïñóôöøùúûüý×÷łśšžćčĐđğőű" +
	"ΓΔΘΛΠΣΦΨΩαβγδεζηθκλμνξπρστφχψω\u202f–—‘’“”†•…⁰⁴⁵⁶⁷⁸⁹⁺⁻ⁿ₀₁₂₃₄₅₆₇₈₉₊₋ℓ←↑→↓↦∂∇∈∏∑−∓∝√∞∫≈≠≤≥⌈⌉⌊⌋‖′⟨⟩⊥⋯∎"

// faces are the site's fonts with these characters: one for words, in two weights, whose digits all have the same width, and
// one for symbols and the answer.
var faces = []struct {
	file     string
	face     typeface.Face
	original []byte
}{
	{"text.ttf", typeface.Face{Family: "Last Iterate Text", Weight: 400, Characters: characters}, liberationsansregular.TTF},
	{"text-bold.ttf", typeface.Face{Family: "Last Iterate Text", Weight: 700, Characters: characters}, liberationsansbold.TTF},
	{"math.ttf", typeface.Face{Family: "Last Iterate Math", Weight: 400, Characters: characters}, stix2mathregular.TTF},
}

// fontLicences are the fonts' licences, all the SIL Open Font License, which must be distributed with the fonts: the module,
// the file in it, and its place on the site.
var fontLicences = []struct{ module, file, to string }{
	{"github.com/go-fonts/stix", "SIL-LICENSE", "fonts/STIX-Two-Math-OFL.txt"},
	{"github.com/go-fonts/liberation", "LICENSE-SIL", "fonts/Liberation-Sans-OFL.txt"},
}

// addFonts adds the fonts and their licences to the files, and the path of the font for words to the values of pages. It
// returns the CSS rules for a style sheet in the same folder.
func (t tree) addFonts(ctx context.Context, files map[string][]byte, values map[string]string) (rules string, err error) {
	for _, l := range fontLicences {
		out, err := gocommand.Run(ctx, t.root, nil, "mod", "download", "-json", l.module)
		if err != nil {
			return "", err
		}
		var module struct{ Dir string }
		if err := json.Unmarshal(out, &module); err != nil {
			return "", fmt.Errorf("go mod download: %w", err)
		}
		if files[l.to], err = os.ReadFile(filepath.Join(module.Dir, l.file)); err != nil {
			return "", fmt.Errorf("the licence of a font: %w", err)
		}
	}
	name := hashedName("stix-two-math.otf", stix2mathregular.TTF)
	files[name] = stix2mathregular.TTF
	rules = fmt.Sprintf("@font-face{font-family:%q;src:local(\"STIX Two Math\"),url(%q) "+
		"format(\"opentype\");font-display:swap}\n", fontFamily, path.Base(name))
	for _, f := range faces {
		content, err := f.face.Of(f.original)
		if err != nil {
			return "", err
		}
		name := hashedName(f.file, content)
		files[name], values[f.file] = content, name
		weight := "400 599"
		if f.face.Weight > 400 {
			weight = "600 900"
		}
		rules += fmt.Sprintf("@font-face{font-family:%q;font-weight:%s;src:url(%q) "+
			"format(\"truetype\");font-display:swap}\n", f.face.Family, weight, path.Base(name))
	}
	return rules, nil
}
