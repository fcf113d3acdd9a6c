package shift

// pool joins n pieces of a path, taken in order, until their slopes rise: join(i, j)
// is asked to add piece i to piece j wherever falls(i, j), that is, where j would be
// paid at no more than i before it. It returns the pieces that are left, in order.
// This is the greatest convex minorant, by pooling adjacent violators.
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
