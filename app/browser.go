package app

import "lastiterate/app/dom"

// browser implements session.Browser.
type browser struct {
	dom.Screen
	dom.Address
	dom.Host
	dom.Recall
}
