package dom

// A Box is a checkbox as the page last wrote it.
type Box struct{ on bool }

// Mount writes the box of a new element.
func (b *Box) Mount(id string, on bool) {
	b.on = on
	SetProperty(id, "checked", on)
}

// Update writes only what has changed: a click of which the model has not heard
// yet would be undone by what it held before.
func (b *Box) Update(id string, on bool) {
	if on != b.on {
		b.Mount(id, on)
	}
}
