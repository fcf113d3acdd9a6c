// Package protocol defines the messages between the engine and its callers: the page (by postMessage to a worker) and, if the
// program is built for the host, scripts and other languages (one JSON object a line on standard input and output). It holds
// the types of messages and reads and writes them. It knows no theorem; package engine converts results to messages. README.md
// beside this file has examples.
//
// Version 1. Adding a name is allowed; changing or removing one is version 2.
package protocol

// Version is the "v" of every message.
const Version = 1
