//go:build hosts

package headers

import (
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// host is a server that reads headers from a file, run on this machine.
type host struct {
	program string
	// settings are all that the program needs to serve root on a port of loopback,
	// the file with the headers among them.
	settings func(root, scratch, address, base string) string
	command  func(program, settings, scratch string) *exec.Cmd
}

var hosts = []host{
	{"apache2", func(root, scratch, address, base string) string {
		write(filepath.Join(root, base, ApacheFile), Apache(base))
		modules := ""
		for _, name := range []string{"mpm_event", "authz_core", "dir", "headers", "mime"} {
			modules += fmt.Sprintf("LoadModule %s_module /usr/lib/apache2/modules/mod_%s.so\n", name, name)
		}
		return modules + fmt.Sprintf("ServerName localhost\nServerRoot %s\nPidFile %s/pid\nDefaultRuntimeDir %s\nListen %s\nErrorLog %s/log\nTypesConfig /dev/null\n"+
			"DocumentRoot %s\n<Directory %s>\nAllowOverride FileInfo\nRequire all granted\nDirectoryIndex index.html\n</Directory>\n", scratch,
			scratch, scratch, address, scratch, root, root)
	}, func(program, settings, _ string) *exec.Cmd {
		return exec.Command(program, "-f", settings, "-D", "FOREGROUND")
	}},
	{"caddy", func(root, scratch, address, base string) string {
		headers := filepath.Join(scratch, CaddyFile)
		write(headers, Caddy(base))
		return fmt.Sprintf("{\nadmin off\nauto_https off\n}\nhttp://%s {\nroot * %s\nimport %s\ntry_files {path} {path}.html {path}/index.html\nfile_server\n}\n", address, root, headers)
	}, func(program, settings, scratch string) *exec.Cmd {
		c := exec.Command(program, "run", "--adapter", "caddyfile", "--config", settings)
		c.Env = append(os.Environ(), "HOME="+scratch, "XDG_DATA_HOME="+scratch, "XDG_CONFIG_HOME="+scratch)
		return c
	}},
	{"nginx", func(root, scratch, address, base string) string {
		headers := filepath.Join(scratch, NginxFile)
		write(headers, Nginx(base))
		paths := ""
		for _, name := range []string{"client_body", "proxy", "fastcgi", "uwsgi", "scgi"} {
			paths += fmt.Sprintf("%s_temp_path %s/%s;\n", name, scratch, name)
		}
		return fmt.Sprintf("daemon off;\npid %s/pid;\nerror_log %s/log;\nevents {}\nhttp {\naccess_log off;\n%sserver {\nlisten %s;\nroot %s;\nindex index.html;\ninclude %s;\n}\n}\n",
			scratch, scratch, paths, address, root, headers)
	}, func(program, settings, scratch string) *exec.Cmd {
		return exec.Command(program, "-p", scratch, "-c", settings)
	}},
}

func write(path, text string) {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		panic(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		panic(err)
	}
}

// The servers themselves send what ours does, where they are installed.
func TestServersReadTheirHeaders(t *testing.T) {
	for _, h := range hosts {
		for _, base := range []string{"/", "/tools/privacy/"} {
			t.Run(h.program+base, func(t *testing.T) {
				address := h.serve(t, base)
				for _, name := range []string{"index.html", "assets/boot-34.js", "docs/hidden-state.html", "embed.html", "embed/",
					"embed/index.html",
					"embed/engine.html", "embed.js", "engine.js", "schema.json"} {
					answer, err := http.Get("http://" + address + base + name)
					if err != nil {
						t.Fatal(err)
					}
					answer.Body.Close()
					if answer.StatusCode != http.StatusOK {
						t.Errorf("%s: %s", name, answer.Status)
					}
					for _, want := range append(For(name), Header{"Cache-Control", Cache(name)}) {
						if got := answer.Header.Values(want.Name); len(got) != 1 || got[0] != want.Value {
							t.Errorf("%s: %s is %q, want %q", name, want.Name, got, want.Value)
						}
					}
					if framed := answer.Header.Get("X-Frame-Options") == ""; framed != (value(For(name), "X-Frame-Options") == "") {
						t.Errorf("%s: X-Frame-Options is %q", name, answer.Header.Get("X-Frame-Options"))
					}
				}
				answer, err := http.Get("http://" + address + base + "nothing")
				if err != nil {
					t.Fatal(err)
				}
				answer.Body.Close()
				if answer.StatusCode != http.StatusNotFound || answer.Header.Get("X-Frame-Options") != "DENY" {
					t.Errorf("an unknown address: %s, X-Frame-Options %q", answer.Status, answer.Header.Get("X-Frame-Options"))
				}
			})
		}
	}
}

// serve runs the host on some files of a site and returns its address.
func (h host) serve(t *testing.T, base string) string {
	t.Helper()
	program, err := exec.LookPath(h.program)
	if err != nil {
		if program, err = exec.LookPath("/usr/sbin/" + h.program); err != nil {
			t.Skip("NOT INSTALLED: " + h.program + "; its headers are read, not tried")
		}
	}
	// Servers started by root serve as another user, who must get to the files.
	scratch, err := os.MkdirTemp("", "host")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(scratch) })
	if err := os.Chmod(scratch, 0o755); err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(scratch, "root")
	for _, file := range siteFiles {
		write(filepath.Join(root, base, file), "of the site")
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	settings := filepath.Join(scratch, "settings")
	write(settings, h.settings(root, scratch, address, base))
	var said strings.Builder
	server := h.command(program, settings, scratch)
	server.Stdout, server.Stderr = &said, &said
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- server.Wait() }()
	t.Cleanup(func() {
		server.Process.Signal(os.Interrupt)
		<-ended
	})
	for {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return address
		}
		select {
		case err := <-ended:
			ended <- err
			t.Fatalf("%s does not start: %v\n%s", h.program, err, said.String())
		case <-time.After(20 * time.Millisecond):
		}
	}
}
