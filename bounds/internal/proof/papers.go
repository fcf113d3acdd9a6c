package proof

import (
	"lastiterate/bounds/theorem"
)

// Ours is the source of a result of ours; where names the note with its proof.
func Ours(where string) theorem.Source {
	return theorem.Source{Authors: "Last Iterate", Where: where}
}

// ChienLi is a place in Chien and Li 2024.
func ChienLi(where string) theorem.Source {
	return theorem.Source{Authors: "Chien and Li", Title: "Convergent privacy loss of Noisy-SGD without convexity and smoothness",
		Year: 2024, Where: where, URL: "https://arxiv.org/abs/2410.01068",
		Key: "chien2024convergent", Names: "Chien, Eli and Li, Pan",
		In: "International Conference on Learning Representations", Printed: 2025}
}
