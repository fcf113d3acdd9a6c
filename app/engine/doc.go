// Package engine is the page's side of the conversation with the engine in its
// worker. It knows the messages and the policy, not the browser: how a worker
// is started is handed to it.
//
// The newest question wins. While an older one is still running the newer
// waits for a short grace, in which the engine usually finishes by itself;
// after it the busy worker is stopped and a warm spare takes over. A worker
// that crashes is replaced and its question asked once more. When an engine says
// that it is ready, the page checks that both are of one build.
package engine
