package app

import "lastiterate/app/dom"

// browser is what a session needs of the one at hand.
type browser struct {
	dom.Screen
	dom.Address
	dom.Host
	dom.Recall
}
