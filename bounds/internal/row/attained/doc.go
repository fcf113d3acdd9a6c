// Package attained has the rows from below: losses that some run within the assumptions has.
package attained
