// Package forgetting has the rows that use forgetting, mostly on a bounded domain: contraction of Rényi
// divergences and of whole profiles, contraction with payments, the first epoch of a secret order, and
// windows of sampled steps.
package forgetting
