// Package forgetting has the rows for runs whose noise makes them forget, mostly on a bounded domain. [Contraction] and
// [Profile] contract Rényi divergences and whole profiles step by step or in blocks, also with a changing learning rate
// (varied_*.go); [Joint] combines contraction with payments of the shift program. [FirstEpoch] counts only the last steps of
// a secret order (forgotten*.go). [ShiftShuffled] lets runs that use the example early hide those that use it late
// (amplified*.go). Losses are divergences or ε in nats.
package forgetting
