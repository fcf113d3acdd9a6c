// Command ratio runs the engine's benchmarks natively and as WebAssembly, in
// turns, and prints the medians side by side: three ways to solve one program, a
// thousand steps against a billion, tables and verdicts of runs that were not asked about
// before, and native against WebAssembly.
//
// The WebAssembly side is the engine's own benchmarks under Node, the same
// program that a worker runs without the messages around it.
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"lastiterate/web/gocommand"
)

const rounds = 3 // rounds of native and WebAssembly runs in turn; the median counts

// suite is a package with benchmarks and the pattern of those to run.
type suite struct{ pkg, pattern, time string }

var suites = []suite{
	{"./bounds/internal/row/paper", "^BenchmarkSolvers$", "100ms"},
	{"./bounds", "^(BenchmarkLength|BenchmarkTable|BenchmarkFresh|BenchmarkFreshLength)$", "100ms"},
}

// times are milliseconds by benchmark.
type times map[string][]float64

func (t times) of(name string) float64 { return median(t[name]) }

func main() {
	log.SetFlags(0)
	ctx := context.Background()
	native, wasm := times{}, times{}
	for _, s := range suites {
		if err := s.run(ctx, native, wasm); err != nil {
			log.Fatal("ratio: ", err)
		}
	}
	if err := report(native, wasm); err != nil {
		log.Fatal("ratio: ", err)
	}
}

// run measures a suite on both platforms.
func (s suite) run(ctx context.Context, native, wasm times) error {
	dir, err := os.MkdirTemp("", "ratio")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	nativeTest, wasmTest := filepath.Join(dir, "native.test"), filepath.Join(dir, "wasm.test")
	if err := s.build(ctx, nativeTest, nil); err != nil {
		return err
	}
	if err := s.build(ctx, wasmTest, gocommand.ForBrowser); err != nil {
		return err
	}
	root, err := gocommand.Run(ctx, ".", nil, "env", "GOROOT")
	if err != nil {
		return err
	}
	runner := filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "go_js_wasm_exec")
	for range rounds {
		if err := s.measure(native, nativeTest); err != nil {
			return err
		}
		if err := s.measure(wasm, runner, wasmTest); err != nil {
			return err
		}
	}
	return nil
}

// build compiles the engine's tests for the platform that env names.
func (s suite) build(ctx context.Context, output string, env []string) error {
	_, err := gocommand.Run(ctx, ".", env, "test", "-c", "-o", output, s.pkg)
	return err
}

// line matches the output line of a benchmark: the elapsed time and, for some benchmarks on the native platform, the processor
// time.
var line = regexp.MustCompile(`^Benchmark(\S+?)(?:-\d+)?\s+\d+\s+([\d.e+]+) ns/op(?:\s+([\d.e+]+) cpu-ns/op)?`)

// measure runs every benchmark, warm, and adds its milliseconds.
func (s suite) measure(into times, command ...string) error {
	args := append(command[1:], "-test.run", "^$", "-test.bench", s.pattern, "-test.benchtime", s.time)
	cmd := exec.Command(command[0], args...)
	cmd.Dir = s.pkg
	// The script that runs WebAssembly under Node has little memory for the environment.
	cmd.Env = []string{"PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("%s: %w\n%s", command[0], err, out.String())
	}
	for scanner := bufio.NewScanner(&out); scanner.Scan(); {
		if found := line.FindStringSubmatch(scanner.Text()); found != nil {
			nanoseconds, err := strconv.ParseFloat(cmp.Or(found[3], found[2]), 64)
			if err != nil {
				return err
			}
			into[found[1]] = append(into[found[1]], nanoseconds/1e6)
		}
	}
	return nil
}

func median(x []float64) float64 {
	x = slices.Sorted(slices.Values(x))
	return x[len(x)/2]
}
