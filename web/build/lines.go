package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sort"
)

// Go's table of functions tells, for every instruction, the file and the line it
// was compiled from, and every function its name. The program uses them for nothing but
// the traces of a crash, where names of our own functions say enough, and the rest is a
// seventh of what a visitor downloads. Without it a trace has "?:0" for a line, as the
// runtime prints wherever it does not know one, and leaves out arguments, inlined calls, and what
// other modules and the standard library called in between.
//
// The layout is that of the runtime package: pcHeader and functab in symtab.go,
// _func in runtime2.go.

// errLayout says what to do when Go has changed the table.
var errLayout = errors.New("the program's table of functions is not as Go 1.20 to 1.26 write it: compare runtime/symtab.go of this Go with web/build/lines.go, or leave out its call")

// tableStart are the first bytes of the table in WebAssembly: Go 1.20's mark, two
// zeros, instructions of a byte, pointers of eight.
var tableStart = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

const (
	headerSize  = 8 + 8*8
	functabSize = 8 // an entry, and where its _func is
	// Of a _func: its name, where its tables are in pctab, how many more there are, its first
	// line and its unit, how many pieces of data it has, and where its tables and data begin.
	nameAt, spAt, fileAt, lineAt, tablesAt, unitAt, piecesAt, pcdataAt = 4, 16, 20, 24, 28, 32, 43, 44
)

// tracing are the tables and pieces of data of a function that only traces read: which calls
// were inlined, and what the arguments were (internal/abi, PCDATA_… and FUNCDATA_…).
var (
	tracingTables = map[uint64]bool{2: true, 3: true}
	tracingPieces = map[uint64]bool{3: true, 5: true, 6: true}
)

// withoutLines is the program without the tables of files and lines, and without the names
// of other modules' functions. It is as long as before; what was there is zeros.
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
	files, pctab, functab := binary.LittleEndian.Uint64(header[40:]), binary.LittleEndian.Uint64(header[56:]), binary.LittleEndian.Uint64(header[64:])
	if size := uint64(len(header)); functions == 0 || functions > 1<<20 || files < headerSize || pctab < files || functab <= pctab || functab > size || functab+functions*functabSize > size {
		return nil, errLayout
	}
	tables := header[pctab:functab]
	needed, lines := map[uint32]bool{}, map[uint32]bool{}
	var fields []int // of the image: where to find files and lines
	for i := range functions {
		at := functab + uint64(binary.LittleEndian.Uint32(header[functab+i*functabSize+4:]))
		if at+pcdataAt > uint64(len(header)) {
			return nil, errLayout
		}
		f := header[at:]
		count := uint64(binary.LittleEndian.Uint32(f[tablesAt:]))
		if count > 16 || pcdataAt+4*count > uint64(len(f)) {
			return nil, errLayout
		}
		needed[binary.LittleEndian.Uint32(f[spAt:])] = true
		traced := []int{fileAt, lineAt}
		for j := range count {
			if tracingTables[j] {
				traced = append(traced, pcdataAt+4*int(j))
				continue
			}
			needed[binary.LittleEndian.Uint32(f[pcdataAt+4*j:])] = true
		}
		for _, field := range traced {
			lines[binary.LittleEndian.Uint32(f[field:])] = true
			fields = append(fields, start+int(at)+field)
		}
		fields = append(fields, start+int(at)+unitAt, start+int(at)+unitAt+4)
		pieces := pcdataAt + 4*count
		if pieces+4*uint64(f[piecesAt]) > uint64(len(f)) {
			return nil, errLayout
		}
		for j := range uint64(f[piecesAt]) {
			if tracingPieces[j] {
				m.set(start+int(at+pieces+4*j), none)
			}
		}
	}
	for table := range lines {
		if needed[table] || table == 0 {
			continue
		}
		length, err := tableLength(tables, table)
		if err != nil {
			return nil, err
		}
		m.clear(start+int(pctab)+int(table), length)
	}
	for _, field := range fields {
		m.clear(field, 4)
	}
	// Names of files, and which of them a package has: only lines refer to them.
	m.clear(start+int(files), int(pctab-files))
	names := binary.LittleEndian.Uint64(header[32:])
	if names < headerSize || names > files {
		return nil, errLayout
	}
	unnamed := map[uint32]bool{} // where names are that nobody will read
	var nameless []byte          // the first of them
	for at := int(names); at < int(files); {
		length := bytes.IndexByte(header[at:files], 0)
		if length < 0 {
			return nil, errLayout
		}
		if !keepsName(header[at : at+length]) {
			m.clear(start+at, length)
			name := uint32(at - int(names))
			unnamed[name] = true
			if nameless == nil {
				nameless = binary.LittleEndian.AppendUint32(nil, name)
			}
		}
		at += length + 1
	}
	for i := range functions {
		at := functab + uint64(binary.LittleEndian.Uint32(header[functab+i*functabSize+4:]))
		if unnamed[binary.LittleEndian.Uint32(header[at+nameAt:])] {
			m.set(start+int(at)+nameAt, nameless)
		}
	}
	return m.program, nil
}

// none is what stands for a piece of data that a function has not.
var none = []byte{0xff, 0xff, 0xff, 0xff}

// keepsName reports whether a trace shall name the function: those of this module, and the
// runtime's, which knows its own goroutines by their functions' names.
func keepsName(function []byte) bool {
	for _, room := range []string{"main.", "lastiterate/", "runtime."} {
		if bytes.HasPrefix(function, []byte(room)) {
			return true
		}
	}
	return false
}

// tableLength is that of the table at an offset of pctab: pairs of a value's change
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

// memory is what a program's memory holds when it starts. The linker leaves out
// long runs of zeros: what is between is in segments.
type memory struct {
	program  []byte
	image    []byte
	segments []segment // by address
}

// segment is so many bytes of memory, at an address of it and at a place of the program.
type segment struct{ address, place, length int }

// clear makes bytes of the memory zero in the program.
func (m *memory) clear(address, length int) {
	for i := m.first(address); i < len(m.segments) && m.segments[i].address < address+length; i++ {
		s := m.segments[i]
		from, to := max(address, s.address), min(address+length, s.address+s.length)
		clear(m.program[s.place+from-s.address : s.place+to-s.address])
	}
}

// set writes bytes of the memory into the program, if one segment holds them all. Others are
// left as they are.
func (m *memory) set(address int, value []byte) {
	i := m.first(address)
	if i == len(m.segments) {
		return
	}
	if s := m.segments[i]; s.address <= address && address+len(value) <= s.address+s.length {
		copy(m.program[s.place+address-s.address:], value)
	}
}

// first is the first segment that ends after an address.
func (m *memory) first(address int) int {
	return sort.Search(len(m.segments), func(i int) bool { return m.segments[i].address+m.segments[i].length > address })
}

// Of the binary format of WebAssembly.
const (
	preamble    = 8
	dataSection = 11
	constI32    = 0x41
	end         = 0x0b

	mostMemory = 1 << 28 // no program's data is so far up
)

// readMemory reads the section of data of a program.
func readMemory(program []byte) (*memory, error) {
	r := reader{program: program, at: preamble}
	for r.at < len(program) && r.err == nil {
		kind, length := r.byte(), r.number()
		if kind != dataSection {
			r.at += length
			continue
		}
		m := &memory{program: program}
		for range r.number() {
			memoryIndex, op := r.number(), r.byte()
			address := r.number()
			if last := r.byte(); r.err != nil || memoryIndex != 0 || op != constI32 || last != end {
				return nil, fmt.Errorf("a segment of the program's data is not read: %w", errLayout)
			}
			s := segment{address, 0, r.number()}
			s.place = r.at
			if r.at += s.length; r.err != nil || r.at > len(program) || address > mostMemory {
				return nil, fmt.Errorf("a segment of the program's data is not read: %w", errLayout)
			}
			if missing := address + s.length - len(m.image); missing > 0 {
				m.image = append(m.image, make([]byte, missing)...)
			}
			copy(m.image[address:], program[s.place:r.at])
			m.segments = append(m.segments, s)
		}
		slices.SortFunc(m.segments, func(a, b segment) int { return a.address - b.address })
		return m, nil
	}
	return nil, fmt.Errorf("the program has no data: %w", errLayout)
}

// reader reads WebAssembly's numbers, none of which is negative here.
type reader struct {
	program []byte
	at      int
	err     error
}

func (r *reader) byte() byte {
	if r.at < 0 || r.at >= len(r.program) {
		r.err = errLayout
		return 0
	}
	r.at++
	return r.program[r.at-1]
}

func (r *reader) number() int {
	if r.at < 0 || r.at >= len(r.program) {
		r.err = errLayout
		return 0
	}
	v, n := binary.Uvarint(r.program[r.at:])
	if n <= 0 || v > 1<<31 {
		r.err = errLayout
		return 0
	}
	r.at += n
	return int(v)
}
