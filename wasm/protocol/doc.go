// Package protocol is the language between the engine and whoever asks it:
// the page (by postMessage to a worker) and, when the same program is built
// for the host, scripts and other languages (one JSON object a line on
// standard input and output). It holds the messages' types and how they are read and
// written, and knows no theorem; package engine turns what was computed into them.
// See README.md beside this file for examples.
//
// Version 1. Adding a name is allowed; changing or removing one is version 2.
package protocol

// Version is the "v" of every message.
const Version = 1
