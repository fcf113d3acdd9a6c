// Package shift solves the shift program, the one optimisation behind all bounds for batches in a fixed order. Let z_t bound
// the part of the two runs' distance (in W∞) that is not yet paid for before step t, a_t ≥ 0 the part that step t pays, that
// is, hides in its noise, s_t the sensitivity of step t and m_t its modulus:
//
//	z_{t+1} = m_t(z_t) + s_t − a_t ≥ 0,   z_T = 0,   z_τ = Δ_τ
//	R = Σ_{t=τ}^{T−1} a_t²,   minimised over the start τ and over a
//
// where Δ_τ = min(D, forward track from 0) bounds the distance at τ. For every
// feasible (τ, a) the released W_T is (α, αR/(2σ²))-RDP for all α > 1 and
// √R/σ-GDP; shift.md beside this file proves it and the closed forms. Any
// feasible point is a valid bound, so the search for τ needs no rounding care.
//
// A step that uses the differing example is a visit. A path is a feasible point, from its start τ on; its cost is R.
// [FullBatch] and [CyclicProgram] are the program under linear moduli, which [ProvenCyclic] evaluates with proved errors; a
// [Planner] is for orders that change every epoch. [ChargedProgram] is Chien and Li's variant, [VariedProgram] has steps that
// differ, and [MonotoneProgram] is for convex losses that are not smooth. The sub-packages have concave moduli (curved),
// sampled batches (drawn) and Chien and Li's other programs (ray, reordered).
package shift
