package figure

import "lastiterate/bounds/claim"

// liang4 is of no privacy loss: what the trainings of Figure 2(a) had learnt.
var liang4 = Figure{
	ID: "liang-4", Paper: liangPaper, Number: "Figure 4", URL: liangURL,
	Title: "training loss by batch size",
	Query: claim.Query{Run: liangNetwork, Question: claim.Question{Delta: 1e-5}}, Values: append([]float64{1, 10, 25}, steps(50, 400, 50)...), Epochs: true,
	Quantity: "training loss", Ends: liangEnds,
	Lines: []Line{
		{ID: "b100", Name: "b = 100",
			Points: []float64{2.969, 1.502, 1.151, 0.866, 0.568, 0.404, 0.318, 0.276, 0.247, 0.228, 0.211},
			Low:    []float64{2.812, 1.477, 1.143, 0.853, 0.551, 0.387, 0.288, 0.258, 0.230, 0.209, 0.190},
			High:   []float64{3.127, 1.529, 1.168, 0.887, 0.587, 0.419, 0.338, 0.291, 0.258, 0.242, 0.234}},
		{ID: "b200", Name: "b = 200", With: with(200, 0),
			Points: []float64{3.242, 1.612, 1.303, 1.059, 0.782, 0.618, 0.506, 0.428, 0.376, 0.340, 0.303},
			Low:    []float64{3.131, 1.590, 1.280, 1.046, 0.760, 0.592, 0.485, 0.397, 0.351, 0.322, 0.284},
			High:   []float64{3.303, 1.635, 1.324, 1.075, 0.812, 0.638, 0.537, 0.451, 0.403, 0.355, 0.325}},
		{ID: "b300", Name: "b = 300", With: with(300, 0),
			Points: []float64{3.502, 1.686, 1.393, 1.163, 0.918, 0.752, 0.630, 0.542, 0.478, 0.425, 0.395},
			Low:    []float64{3.413, 1.662, 1.357, 1.137, 0.894, 0.730, 0.606, 0.524, 0.451, 0.408, 0.364},
			High:   []float64{3.666, 1.709, 1.428, 1.183, 0.947, 0.784, 0.658, 0.565, 0.491, 0.452, 0.422}},
		{ID: "b400", Name: "b = 400", With: with(400, 0),
			Points: []float64{3.731, 1.747, 1.462, 1.244, 1.025, 0.862, 0.748, 0.647, 0.585, 0.524, 0.469},
			Low:    []float64{3.447, 1.719, 1.435, 1.208, 0.986, 0.837, 0.713, 0.629, 0.560, 0.514, 0.451},
			High:   []float64{4.122, 1.777, 1.477, 1.273, 1.062, 0.895, 0.779, 0.682, 0.606, 0.539, 0.490}},
		{ID: "b600", Name: "b = 600", With: with(600, 0),
			Points: []float64{3.919, 1.825, 1.540, 1.353, 1.134, 0.996, 0.886, 0.786, 0.716, 0.652, 0.603},
			Low:    []float64{3.662, 1.780, 1.496, 1.326, 1.091, 0.942, 0.841, 0.758, 0.687, 0.633, 0.577},
			High:   []float64{4.150, 1.861, 1.597, 1.381, 1.177, 1.032, 0.931, 0.818, 0.738, 0.676, 0.622}},
		{ID: "b1000", Name: "b = 1000", With: with(1000, 0),
			Points: []float64{3.873, 1.992, 1.668, 1.473, 1.301, 1.177, 1.073, 0.984, 0.927, 0.854, 0.805},
			Low:    []float64{3.501, 1.920, 1.615, 1.430, 1.267, 1.145, 1.037, 0.953, 0.902, 0.821, 0.754},
			High:   []float64{4.046, 2.072, 1.706, 1.524, 1.337, 1.227, 1.118, 1.005, 0.981, 0.910, 0.854}},
	},
	Seen: "What privacy is bought with: the trainings of Figure 2(a) that the attack tells less of, those with large batches, have also learnt less after as many epochs. " +
		"After 400 epochs the loss is 0.21 with b = 100 and 0.80 with b = 1000, where the attack shows 1.12 and 0.46.",
	Setting: "The points are the means of ten trainings, typed in to three decimals from the results beside the authors’ program (MIT licence), at the first, the 10th and the 25th of 400 epochs and at every 50th. " +
		liangShaded + "By that program the loss is cross-entropy, averaged over the batches of an epoch.",
	Open: "Nothing in this figure is of privacy, and nothing here computes it: no row of the calculator says how well a model trains.",
}
