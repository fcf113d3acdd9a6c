// Package forgetting has the rows that count what noise forgets on a bounded domain: contraction of Rényi
// divergences and of whole profiles, beside payments, in the first epoch, and in windows of sampled steps.
package forgetting
