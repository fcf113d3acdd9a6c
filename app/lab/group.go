package lab

// Group is a group of tools with one purpose. The tabs of a group stand together under its heading.
type Group int

const (
	Attacks   Group = iota // what an attack shows
	Constants              // where constants come from
	Plans                  // what to do before a run, and what goes on in it
)

// Groups lists all groups in the order of the page.
func Groups() []Group { return []Group{Attacks, Constants, Plans} }

// Name identifies a group in the page.
func (g Group) Name() string {
	switch g {
	case Attacks:
		return "attacks"
	case Constants:
		return "constants"
	case Plans:
		return "plans"
	}
	return ""
}

// Heading is the heading above the tabs of a group.
func (g Group) Heading() string {
	switch g {
	case Attacks:
		return "What an attack shows"
	case Constants:
		return "Where constants come from"
	case Plans:
		return "Plan and look inside"
	}
	return ""
}

// Tools lists the tools of a group in the order of the page.
func (g Group) Tools() (list []*Tool) {
	for _, t := range Tools() {
		if t.Group == g {
			list = append(list, t)
		}
	}
	return list
}
