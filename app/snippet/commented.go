package snippet

// mostCommented are how many numbers of comments are offered.
const mostCommented = 4

// commented offers what comments say of the lengths of a training that its code does not say: a
// comment may be of another run, so it is never taken unasked.
func (r *reader) commented(comments []string) {
	for _, text := range comments {
		of := reader{values: map[string]Taken{}, defaults: map[string]defaulted{}, offered: map[string]Offer{}}
		of.in, _ = scan(text)
		of.known()
		of.read()
		for _, field := range of.order {
			said := of.values[field]
			switch field {
			case "T", "epochs":
				if r.says("T") || r.says("epochs") {
					continue
				}
			case "n", "b":
				if r.says(field) {
					continue
				}
			default:
				continue
			}
			offer := Offer{field, said.Value, "A comment says " + said.Said}
			if len(r.offers) < mostCommented && !has(r.fieldsOffered(), field) {
				r.offers = append(r.offers, offer)
			}
		}
	}
}

// fieldsOffered are the fields of the offers so far.
func (r *reader) fieldsOffered() (fields []string) {
	for _, o := range r.offers {
		fields = append(fields, o.Field)
	}
	return fields
}
