// Package engine is the page's client of the engine in its worker. It knows the messages and decides when questions are sent,
// stopped and repeated. It does not know the browser: its caller provides a Browser, which starts workers.
//
// The newest question wins. While an older one is still running, the newer waits for a short grace, in which the engine usually
// finishes by itself. After the grace the busy worker is stopped, and a spare that is already running takes over. A worker that
// crashes is replaced, and its question is asked once more. When an engine says that it is ready, the client checks that page
// and engine are of the same build.
package engine
