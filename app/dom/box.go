package dom

// A Box is a checkbox as the page last wrote it.
type Box struct{ on bool }

// Mount writes the box of a new element.
func (b *Box) Mount(id string, on bool) {
	b.on = on
	SetProperty(id, "checked", on)
}

// Update writes the box only if on differs from the value written last. Otherwise it would undo a click that the session has
// not received yet.
func (b *Box) Update(id string, on bool) {
	if on != b.on {
		b.Mount(id, on)
	}
}
