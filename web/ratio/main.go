// Command ratio times the table of all rows natively and as WebAssembly, in
// turns, and prints the median of both and their ratio.
//
// The WebAssembly side is the engine's own benchmark under Node, the same
// program that a worker runs without the messages around it.
package main

import (
	"bufio"
	"bytes"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

const (
	rounds  = 3 // of native and WebAssembly in turns; the median counts
	pattern = "^BenchmarkTable$"
)

func main() {
	log.SetFlags(0)
	if err := compare(); err != nil {
		log.Fatal("ratio: ", err)
	}
}

func compare() error {
	dir, err := os.MkdirTemp("", "ratio")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	native, wasm := filepath.Join(dir, "native.test"), filepath.Join(dir, "wasm.test")
	if err := build(native); err != nil {
		return err
	}
	if err := build(wasm, "GOOS=js", "GOARCH=wasm"); err != nil {
		return err
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return err
	}
	runner := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")
	nativeTimes, wasmTimes := map[string][]float64{}, map[string][]float64{}
	for range rounds {
		if err := measure(nativeTimes, native); err != nil {
			return err
		}
		if err := measure(wasmTimes, runner, wasm); err != nil {
			return err
		}
	}
	names := make([]string, 0, len(nativeTimes))
	for name := range nativeTimes {
		names = append(names, name)
	}
	slices.Sort(names)
	fmt.Printf("%-32s %10s %10s %7s\n", "table of all rows", "native ms", "wasm ms", "ratio")
	for _, name := range names {
		if len(wasmTimes[name]) == 0 {
			return fmt.Errorf("%s did not run as WebAssembly", name)
		}
		a, b := median(nativeTimes[name]), median(wasmTimes[name])
		fmt.Printf("%-32s %10.2f %10.2f %7.1f\n", name, a, b, b/a)
	}
	return nil
}

// build compiles the engine's tests for the platform that env names.
func build(output string, env ...string) error {
	cmd := exec.Command("go", "test", "-c", "-o", output, "./bounds")
	cmd.Env = append(os.Environ(), env...)
	cmd.Stderr = os.Stderr
	return cmd.Run()
}

var line = regexp.MustCompile(`^BenchmarkTable/(\S+?)(?:-\d+)?\s+\d+\s+([\d.]+) ns/op`)

// measure runs every benchmark, warm, and adds its milliseconds to times.
func measure(times map[string][]float64, command ...string) error {
	args := append(command[1:], "-test.run", "^$", "-test.bench", pattern, "-test.benchtime", "10x")
	cmd := exec.Command(command[0], args...)
	cmd.Dir = "bounds"
	// The script that runs WebAssembly under Node has little room for the
	// environment.
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w\n%s", command[0], err, out.String())
	}
	for scanner := bufio.NewScanner(&out); scanner.Scan(); {
		if found := line.FindStringSubmatch(scanner.Text()); found != nil {
			nanoseconds, err := strconv.ParseFloat(found[2], 64)
			if err != nil {
				return err
			}
			times[found[1]] = append(times[found[1]], nanoseconds/1e6)
		}
	}
	return nil
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return x[len(x)/2]
}
