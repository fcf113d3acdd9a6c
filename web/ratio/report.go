package main

import (
	"fmt"
	"slices"
	"strings"
)

// report prints the comparisons.
func report(native, wasm times) error {
	for name := range native {
		if len(wasm[name]) == 0 {
			return fmt.Errorf("%s did not run as WebAssembly", name)
		}
	}
	solvers, err := native.grouped("Solvers/", "minorant", "water-filling", "quasi-newton")
	if err != nil {
		return err
	}
	fmt.Printf("%-32s %12s %12s %12s %10s %10s\n", "Figure 1, T = 50: ms natively", "minorant", "water-fill.", "quasi-Newton", "q-N/water",
		"q-N/minor.")
	for _, g := range solvers {
		fmt.Printf("%-32s %12.4f %12.4f %12.3f %10.0f %10.0f\n", g.name, g.ms[0], g.ms[1], g.ms[2], g.ms[2]/g.ms[1], g.ms[2]/g.ms[0])
	}
	lengths, err := native.grouped("Length/", "T=1e3", "T=1e9")
	if err != nil {
		return err
	}
	fmt.Printf("\n%-32s %12s %12s %10s\n", "one value of shift: ms natively", "T = 1e3", "T = 1e9", "ratio")
	for _, g := range lengths {
		fmt.Printf("%-32s %12.4f %12.4f %10.1f\n", g.name, g.ms[0], g.ms[1], g.ms[1]/g.ms[0])
	}
	fresh, err := wasm.grouped("Fresh/", "table", "verdict")
	if err != nil {
		return err
	}
	fmt.Printf("\n%-32s %12s %12s\n", "a run at a δ: ms in WebAssembly", "table", "verdict")
	for _, g := range fresh {
		fmt.Printf("%-32s %12.0f %12.0f\n", g.name, g.ms[0], g.ms[1])
	}
	lengths, err = native.grouped("FreshLength/", "T=1e3", "T=1e9")
	if err != nil {
		return err
	}
	fmt.Printf("\n%-48s %12s %12s %10s\n", "a table: ms of the processor, natively", "T = 1e3", "T = 1e9", "ratio")
	for _, g := range lengths {
		fmt.Printf("%-48s %12.1f %12.1f %10.1f\n", g.name, g.ms[0], g.ms[1], g.ms[1]/g.ms[0])
	}
	fmt.Printf("\n%-48s %12s %12s %10s\n", "native against WebAssembly", "native ms", "wasm ms", "ratio")
	for _, name := range native.names("") {
		a, b := native.of(name), wasm.of(name)
		fmt.Printf("%-48s %12.4f %12.4f %10.1f\n", name, a, b, b/a)
	}
	return nil
}

// group is one case measured in several ways.
type group struct {
	name string
	ms   []float64
}

// grouped collects the times of the benchmarks that are called prefix, name, "/" and way, by name and in the
// order of the ways. It returns an error if a way was not measured for a name, or if there is no name.
func (t times) grouped(prefix string, ways ...string) ([]group, error) {
	var out []group
	for _, name := range t.names(prefix) {
		name, found := strings.CutSuffix(name, "/"+ways[0])
		if !found {
			continue
		}
		g := group{name: strings.TrimPrefix(name, prefix)}
		for _, way := range ways {
			if len(t[name+"/"+way]) == 0 {
				return nil, fmt.Errorf("%s/%s was not measured", name, way)
			}
			g.ms = append(g.ms, t.of(name+"/"+way))
		}
		out = append(out, g)
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("no benchmark is called %s…", prefix)
	}
	return out, nil
}

// names are the names of the benchmarks that begin with the prefix, sorted.
func (t times) names(prefix string) []string {
	var out []string
	for name := range t {
		if strings.HasPrefix(name, prefix) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}
