package app

// A box is a checkbox as the page last wrote it.
type box struct{ on bool }

// mount writes the box of a new element.
func (b *box) mount(id string, on bool) {
	b.on = on
	setProperty(id, "checked", on)
}

// update writes only what has changed: a click of which the model has not heard
// yet would be undone by what it held before.
func (b *box) update(id string, on bool) {
	if on != b.on {
		b.mount(id, on)
	}
}
