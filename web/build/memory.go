package main

import (
	"encoding/binary"
	"fmt"
	"slices"
	"sort"
)

// memory is the content of a program's memory at its start. The linker leaves out long runs of zeros; the rest is in segments.
type memory struct {
	program  []byte
	image    []byte
	segments []segment // by address
}

// segment is a number of bytes of memory, with their address and their offset in the program.
type segment struct{ address, place, length int }

// clear makes bytes of the memory zero in the program.
func (m *memory) clear(address, length int) {
	for i := m.first(address); i < len(m.segments) && m.segments[i].address < address+length; i++ {
		s := m.segments[i]
		from, to := max(address, s.address), min(address+length, s.address+s.length)
		clear(m.program[s.place+from-s.address : s.place+to-s.address])
	}
}

// set writes bytes of the memory into the program if one segment holds them all;
// otherwise it writes nothing.
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

// Constants of the binary format of WebAssembly.
const (
	preamble    = 8
	dataSection = 11
	constI32    = 0x41
	end         = 0x0b

	mostMemory = 1 << 28 // above the addresses of any program's data
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
