package shift

// pool joins n pieces of a path, taken in order, until their slopes rise. Wherever falls(i, j) says that the slope of j is no
// larger than that of the piece i before it, join(i, j) adds i to j. It returns the indices of the remaining pieces, in
// order. This is the greatest convex minorant, by pooling adjacent violators.
func pool(n int, falls func(i, j int) bool, join func(i, j int)) []int {
	left := make([]int, 0, n)
	for j := range n {
		for len(left) > 0 && falls(left[len(left)-1], j) {
			join(left[len(left)-1], j)
			left = left[:len(left)-1]
		}
		left = append(left, j)
	}
	return left
}
