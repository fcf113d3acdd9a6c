// Package ray follows the rays of Chien and Li's theorems: paths whose payments all have one marginal cost
// (rays.md).
package ray
