package theorem

func ours(where string) Source {
	return Source{Authors: "Last Iterate", Where: where}
}

func chienLi(where string) Source {
	return Source{Authors: "Chien and Li", Title: "Convergent privacy loss of Noisy-SGD without convexity and smoothness",
		Year: 2024, Where: where, URL: "https://arxiv.org/abs/2410.01068",
		Key: "chien2024convergent", Names: "Chien, Eli and Li, Pan"}
}
