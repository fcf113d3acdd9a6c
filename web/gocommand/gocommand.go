// Package gocommand runs the go command.
package gocommand

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strings"
)

// ForBrowser is the environment that makes the go command build for the browser.
var ForBrowser = []string{"GOOS=js", "GOARCH=wasm"}

// Run runs the go command in the folder dir, with env added to our environment, and
// returns its standard output. If the command fails, the error contains its standard error.
func Run(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), env...)
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		return nil, fmt.Errorf("go %s: %w\n%s", strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	return stdout.Bytes(), nil
}
