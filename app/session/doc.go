// Package session is a visit to the calculator: the question, the displayed answer and the pending parts. A Session takes
// events (an edit, another address, a message of the engine), asks the engines, and says what the page shows. It knows no
// browser: its caller provides the parts of a browser that it needs (Browser).
//
// The displayed answer stays, greyed, until a newer one has arrived or is known not to exist. The result of an abandoned
// question is not shown.
package session
