// Package attained has the floors: each is the loss that some run within the assumptions has, or tends to, so no bound for
// these assumptions can be below it. Package adversary computes the losses of such runs and proves that they are within the
// assumptions. Here the losses and factors that the run's assumptions allow are listed (*_members.go, *_factors.go), the one
// with the largest privacy loss is chosen, and the answer is certified and written.
//
//   - [LinearAdversary]: linear and quadratic losses, for known orders (linear*.go, erasing.go), secret batches (randomlinear*.go)
//     and changing learning rates (varied_linear.go);
//   - [OneStep]: the last step alone, in a ball of many dimensions;
//   - [IntervalAdversary] and the estimate [ProjectedAdversary]: runs on an interval;
//   - [OscillatingAdversary]: waves in many dimensions;
//   - [ShuffleFloor]: shuffled epochs of which every iterate is public.
package attained
