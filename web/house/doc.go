// Package house holds tests of the repository itself: that imports point the
// way they should, that the commands of the documentation print what it says,
// and that the tools fetched for tests come from where they should.
package house
