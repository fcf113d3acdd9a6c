package main

import (
	"bytes"
	"encoding/binary"
	"errors"
)

// Go's table of functions has the file and the line of every instruction and the name of every function. The program uses them
// only for crash traces, for which the names of our own functions are enough; the rest is a seventh of the download. Without it
// a trace has "?:0" for a line, as the runtime prints for unknown lines, and lacks arguments, inlined calls, and calls in other
// modules and the standard library.
//
// The layout is that of the runtime package: pcHeader and functab in symtab.go,
// _func in runtime2.go.

// errLayout says what to do when Go has changed the table.
var errLayout = errors.New("the program's table of functions is not as Go 1.20 to 1.26 write it: compare runtime/symtab.go of this Go " +
	"with web/build/lines.go, or leave out its call")

// tableStart are the first bytes of the table in WebAssembly: Go 1.20's mark, two
// zeros, instructions of a byte, pointers of eight.
var tableStart = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

const (
	headerSize  = 8 + 8*8
	functabSize = 8 // an entry, and where its _func is
)

// Offsets of the fields of a _func.
const (
	nameAt   = 4
	spAt     = 16 // of pcsp, pcfile and pcln: where in pctab its three fixed tables begin
	fileAt   = 20
	lineAt   = 24
	tablesAt = 28 // npcdata, the number of its further tables
	unitAt   = 32 // cuOffset and startLine, its compilation unit and its first line
	piecesAt = 43 // nfuncdata, the number of its pieces of data
	pcdataAt = 44 // the offsets of its further tables, then its pieces of data
)

// The numbers of a function's further tables and pieces of data that only traces read: which calls
// were inlined, and what the arguments were (internal/abi, PCDATA_… and FUNCDATA_…).
var (
	tracingTables = map[uint64]bool{2: true, 3: true}
	tracingPieces = map[uint64]bool{3: true, 5: true, 6: true}
)

// withoutLines removes the tables of files and lines, and the names of other modules' functions. The program keeps its length;
// zeros replace the removed bytes.
func withoutLines(program []byte) ([]byte, error) {
	m, err := readMemory(bytes.Clone(program))
	if err != nil {
		return nil, err
	}
	start := bytes.Index(m.image, tableStart)
	if start < 0 || bytes.Contains(m.image[start+1:], tableStart) || len(m.image) < start+headerSize {
		return nil, errLayout
	}
	header := m.image[start:]
	functions := binary.LittleEndian.Uint64(header[8:])
	files, pctab, functab := binary.LittleEndian.Uint64(header[40:]), binary.LittleEndian.Uint64(header[56:]),
		binary.LittleEndian.Uint64(header[64:])
	if size := uint64(len(header)); functions == 0 || functions > 1<<20 || files < headerSize || pctab < files || functab <= pctab ||
		functab > size || functab+functions*functabSize > size {
		return nil, errLayout
	}
	t := table{memory: m, header: header, start: start}
	for i := range functions {
		t.functions = append(t.functions, functab+uint64(binary.LittleEndian.Uint32(header[functab+i*functabSize+4:])))
	}
	if err := t.clearLines(int(pctab), header[pctab:functab]); err != nil {
		return nil, err
	}
	// Names of files, and the list of files of each package: only lines refer to them.
	m.clear(start+int(files), int(pctab-files))
	names := binary.LittleEndian.Uint64(header[32:])
	if names < headerSize || names > files {
		return nil, errLayout
	}
	return m.program, t.clearNames(int(names), int(files))
}

// table is the table of functions: its start in the image, and the offset of each
// function's _func in it.
type table struct {
	*memory
	header    []byte
	start     int
	functions []uint64
}

// traced collects the references of functions to tables.
type traced struct {
	needed map[uint32]bool // offsets in pctab of the tables that the program needs beyond traces
	lines  map[uint32]bool // offsets in pctab of the tables that only traces read
	fields []int           // addresses in the image of the fields that refer to tables of files and lines
}

// clearLines clears the tables that only traces read, and the references to them.
func (t *table) clearLines(pctab int, tables []byte) error {
	all := traced{needed: map[uint32]bool{}, lines: map[uint32]bool{}}
	for _, at := range t.functions {
		if err := t.collect(at, &all); err != nil {
			return err
		}
	}
	for from := range all.lines {
		if all.needed[from] || from == 0 {
			continue
		}
		length, err := tableLength(tables, from)
		if err != nil {
			return err
		}
		t.clear(t.start+pctab+int(from), length)
	}
	for _, field := range all.fields {
		t.clear(field, 4)
	}
	return nil
}

// collect adds the references of the function whose _func is at an offset of the table. It also marks those pieces of its data
// as missing that only traces read.
func (t *table) collect(at uint64, all *traced) error {
	if at+pcdataAt > uint64(len(t.header)) {
		return errLayout
	}
	f := t.header[at:]
	count := uint64(binary.LittleEndian.Uint32(f[tablesAt:]))
	if count > 16 || pcdataAt+4*count > uint64(len(f)) {
		return errLayout
	}
	all.needed[binary.LittleEndian.Uint32(f[spAt:])] = true
	fields := []int{fileAt, lineAt}
	for j := range count {
		if tracingTables[j] {
			fields = append(fields, pcdataAt+4*int(j))
			continue
		}
		all.needed[binary.LittleEndian.Uint32(f[pcdataAt+4*j:])] = true
	}
	for _, field := range fields {
		all.lines[binary.LittleEndian.Uint32(f[field:])] = true
		all.fields = append(all.fields, t.start+int(at)+field)
	}
	all.fields = append(all.fields, t.start+int(at)+unitAt, t.start+int(at)+unitAt+4)
	pieces := pcdataAt + 4*count
	if pieces+4*uint64(f[piecesAt]) > uint64(len(f)) {
		return errLayout
	}
	for j := range uint64(f[piecesAt]) {
		if tracingPieces[j] {
			t.set(t.start+int(at+pieces+4*j), none)
		}
	}
	return nil
}

// clearNames clears the names between two offsets of the table that traces need not show, and gives their functions the first
// of the cleared names, which is then empty.
func (t *table) clearNames(names, end int) error {
	cleared := map[uint32]bool{} // offsets of the cleared names
	var first []byte             // the offset of the first of them, encoded
	for at := names; at < end; {
		length := bytes.IndexByte(t.header[at:end], 0)
		if length < 0 {
			return errLayout
		}
		if !keepsName(t.header[at : at+length]) {
			t.clear(t.start+at, length)
			name := uint32(at - names)
			cleared[name] = true
			if first == nil {
				first = binary.LittleEndian.AppendUint32(nil, name)
			}
		}
		at += length + 1
	}
	for _, at := range t.functions {
		if cleared[binary.LittleEndian.Uint32(t.header[at+nameAt:])] {
			t.set(t.start+int(at)+nameAt, first)
		}
	}
	return nil
}

// none marks a piece of data that a function does not have.
var none = []byte{0xff, 0xff, 0xff, 0xff}

// keepsName reports whether the function keeps its name: this module's do, and the runtime's, because
// the runtime recognises its own goroutines by their functions' names.
func keepsName(function []byte) bool {
	for _, room := range []string{"main.", "lastiterate/", "runtime."} {
		if bytes.HasPrefix(function, []byte(room)) {
			return true
		}
	}
	return false
}

// tableLength is the length of the table at an offset of pctab: pairs of a value's change
// and a number of instructions, each in base 128, up to a change of 0 that is not
// the first.
func tableLength(tables []byte, from uint32) (int, error) {
	at := uint64(from)
	number := func() (value, length int) {
		if at >= uint64(len(tables)) {
			return 0, 0
		}
		v, n := binary.Uvarint(tables[at:])
		return int(v), n
	}
	for first := true; ; first = false {
		change, n := number()
		if n <= 0 {
			return 0, errLayout
		}
		at += uint64(n)
		if change == 0 && !first {
			return int(at - uint64(from)), nil
		}
		if _, n = number(); n <= 0 {
			return 0, errLayout
		}
		at += uint64(n)
	}
}
