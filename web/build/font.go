package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/go-fonts/stix/stix2mathregular"
)

// fontModule holds STIX Two Math: without a font that has a table of
// mathematics, browsers do not stretch brackets around fractions and sums.
const fontModule = "github.com/go-fonts/stix"

// fontFamily is what style sheets call the font. It is used for formulas only,
// so that nothing is downloaded before a formula is shown.
const fontFamily = "Formula"

// fontLicence is the font's licence, the SIL Open Font License, which asks to
// be handed out with it.
const fontLicence = "fonts/STIX-Two-Math-OFL.txt"

// addFont adds the font as it is with its licence, and returns the rule with
// which the style sheet, in the same folder, finds it.
func (t tree) addFont(ctx context.Context, files map[string][]byte) (rule string, err error) {
	out, err := goCommand(ctx, t.root, nil, "mod", "download", "-json", fontModule)
	if err != nil {
		return "", err
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		return "", fmt.Errorf("go mod download: %w", err)
	}
	licence, err := os.ReadFile(filepath.Join(module.Dir, "SIL-LICENSE"))
	if err != nil {
		return "", fmt.Errorf("the licence of the font: %w", err)
	}
	name := hashedName("stix-two-math.otf", stix2mathregular.TTF)
	files[name], files[fontLicence] = stix2mathregular.TTF, licence
	return fmt.Sprintf("@font-face{font-family:%q;src:local(\"STIX Two Math\"),url(%q) format(\"opentype\");font-display:swap}\n", fontFamily, path.Base(name)), nil
}
