package snippet

import "slices"

// commented offers what comments say of the lengths of a training that its code does not say: a
// comment may be of another run, so it is never taken unasked.
func (r *reader) commented(comments []string) {
	for _, text := range comments {
		of := newReader()
		of.in, _ = scan(text)
		of.known()
		of.read()
		for _, field := range of.order {
			said := of.values[field]
			offer := Offer{field, said.Value, "A comment says " + said.Said}
			length := field == "T" || field == "epochs"
			if !offer.counts() || r.says(field) || length && (r.says("T") || r.says("epochs")) ||
				slices.ContainsFunc(r.offers, func(o Offer) bool { return o.Field == field }) {
				continue
			}
			r.offer(offer.Field, offer.Value, offer.Text)
		}
	}
}
