package lab

import (
	"fmt"
	"slices"
	"strings"

	"lastiterate/app/number"
	"lastiterate/wasm/protocol"
)

// readReleases reads one release from each line. fault is a sentence about the first line that is wrong, or empty.
func readReleases(text string) (list []map[string]any, fault string) {
	named := map[string]int{} // the line on which each name was first used
	for i, line := range strings.Split(text, "\n") {
		if strings.TrimSpace(line) == "" {
			continue
		}
		release, fault := readRelease(line, i+1, named)
		if fault != "" {
			return nil, fault
		}
		list = append(list, release)
	}
	if len(list) == 0 {
		return nil, "name at least one release"
	}
	return list, ""
}

// readRelease reads line number at, and enters the release's name in named.
func readRelease(line string, at int, named map[string]int) (release map[string]any, fault string) {
	release = map[string]any{}
	before := ""
	for _, part := range strings.FieldsFunc(line, func(r rune) bool { return r == ',' || r == ';' || r == '\t' }) {
		part = strings.TrimSpace(part)
		name, text, isAmount := strings.Cut(part, "=")
		switch {
		case isAmount:
			fault = readAmount(release, strings.TrimSpace(name), strings.TrimSpace(text), at)
		case part == "":
		case strings.Contains(before, "=") && strings.Trim(part, "0123456789") == "":
			fault = fmt.Sprintf("line %d: a comma ends %s: write decimals with a point, like 1.5", at, clipped(before))
		case release["name"] != nil:
			fault = fmt.Sprintf("line %d has two names, %s and %s; write one release a line", at, clipped(release["name"].(string)),
				clipped(part))
		case named[part] > 0:
			fault = fmt.Sprintf("line %d: %s is on line %d already; give every release a name of its own", at, clipped(part), named[part])
		default:
			release["name"], named[part] = part, at
		}
		if fault != "" {
			return nil, fault
		}
		before = part
	}
	if release["epsilon"] == nil && release["mu"] == nil {
		return nil, fmt.Sprintf("line %d has no privacy loss: add epsilon= or mu=", at)
	}
	return release, ""
}

// readAmount reads one number of a release, such as epsilon=1, into it.
func readAmount(release map[string]any, name, text string, at int) (fault string) {
	if name == "ε" || name == "eps" {
		name = "epsilon"
	}
	if !slices.Contains([]string{"epsilon", "delta", "alpha", "mu"}, name) {
		return fmt.Sprintf("line %d: there is no %s; write epsilon, delta, alpha or mu", at, clipped(name))
	}
	if release[name] != nil {
		return fmt.Sprintf("line %d gives %s twice", at, name)
	}
	x, err := number.ParseMeasure(text)
	if err != nil {
		return fmt.Sprintf("line %d: %s: %v", at, name, err)
	}
	release[name] = protocol.Number(x)
	return ""
}
