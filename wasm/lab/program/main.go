// Command program is the laboratory in a browser: its page if there is a document and, in a worker, the engine with the
// laboratory's methods. Built for the host, it only says where those methods are.
package main

func main() { serve() }
