package main

import (
	"bytes"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"time"

	"lastiterate/web/headers"
)

// net/http answers a request that it cannot read (400, 431, 501, 505) by itself,
// before any handler, with these two headers and no way to add to them.
const refusal = "\r\nContent-Type: text/plain; charset=utf-8\r\nConnection: close\r\n\r\n"

// plainSpoken is a listener whose connections add the site's headers to those
// answers too.
type plainSpoken struct{ net.Listener }

func (l plainSpoken) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return &refuser{Conn: c}, nil
}

type refuser struct {
	net.Conn
	refused atomic.Bool
}

// Write sends what net/http writes. An answer of a handler always has a date and
// is never exactly that.
func (c *refuser) Write(b []byte) (int, error) {
	if line, body, found := bytes.Cut(b, []byte(refusal)); found && bytes.HasPrefix(line, []byte("HTTP/1.1 ")) &&
		!bytes.Contains(line, []byte("\n")) {
		c.refused.Store(true)
		if _, err := c.Conn.Write([]byte(string(line) + withHeaders() + string(body))); err != nil {
			return 0, err
		}
		return len(b), nil
	}
	return c.Conn.Write(b)
}

// CloseWrite is what net/http asks of a connection before it closes one whose
// request it has not read to the end, so that the refusal is read.
func (c *refuser) CloseWrite() error {
	if half, ok := c.Conn.(interface{ CloseWrite() error }); ok {
		return half.CloseWrite()
	}
	return nil
}

// What is read of a request after it was refused, and for how long.
const (
	restOfRequest = 64 << 10
	restPatience  = 500 * time.Millisecond
)

// Close reads what is left of a request that was refused. Closed with something
// unread, the connection would be reset, and the visitor might lose the refusal.
func (c *refuser) Close() error {
	if c.refused.CompareAndSwap(true, false) {
		if c.CloseWrite() == nil && c.SetReadDeadline(time.Now().Add(restPatience)) == nil {
			_, _ = io.CopyN(io.Discard, c.Conn, restOfRequest) // the connection ends either way
		}
	}
	return c.Conn.Close()
}

// withHeaders are the refusal's own headers, and those of an unknown
// address, because the requested address is not known.
func withHeaders() string {
	var out strings.Builder
	out.WriteString(strings.TrimSuffix(refusal, "\r\n"))
	for _, h := range headers.For("") {
		out.WriteString(h.Name + ": " + h.Value + "\r\n")
	}
	out.WriteString("\r\n")
	return out.String()
}
