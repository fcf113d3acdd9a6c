// Package session is a visit to the calculator: what is asked, what is shown and what is
// still to come. A Session takes what happens (an edit, another address, a message of the
// engine), asks the engines what follows, and says what there is to show. It
// knows no browser: what it needs of one is handed to it.
//
// The answer on show stays, greyed, until a newer one has come or is known not to
// exist. The result of a question that is no longer asked is not shown.
package session
