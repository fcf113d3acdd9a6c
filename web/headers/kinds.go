package headers

// A kind are the addresses that a host sends the same headers with, for hosts
// whose settings know cases: pages that may be framed, scripts for other sites,
// files kept for ever, and all the rest.
type kind struct {
	names  []string // empty: those of the folder, or the rest
	folder string
	lines  []Header
}

func kinds() []kind {
	of := func(name string) []Header { return append(For(name), Header{"Cache-Control", Cache(name)}) }
	return []kind{
		{names: Frameable, lines: of(Frameable[0])},
		{names: ForOthers, lines: of(ForOthers[0])},
		{folder: HashedFolder, lines: of(HashedFolder)},
		{lines: of("")},
	}
}
