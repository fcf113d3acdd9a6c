package theorem

import (
	"slices"

	"lastiterate/bounds/run"
)

// LossDistributions returns the papers on composing privacy loss distributions by Fourier transforms on a
// grid with a bounded error (package pld). They are cited with every value found that way.
func LossDistributions() []Source { return slices.Clone(lossDistributions) }

var lossDistributions = []Source{
	{Authors: "Koskela et al.", Title: "Computing tight differential privacy guarantees using FFT", Year: 2020, URL: arXiv + "1906.03049",
		Key: "koskela2020computing", Names: `Koskela, Antti and J{\"a}lk{\"o}, Joonas and Honkela, Antti`,
		In: "Proceedings of the 23rd International Conference on Artificial Intelligence and Statistics", Pages: "2560--2569"},
	{Authors: "Gopi et al.", Title: "Numerical composition of differential privacy", Year: 2021, URL: arXiv + "2106.02848",
		Key: "gopi2021numerical", Names: "Gopi, Sivakanth and Lee, Yin Tat and Wutschitz, Lukas",
		In: "Advances in Neural Information Processing Systems 34", Pages: "11631--11642"},
	{Authors: "Doroshenko et al.", Title: "Connect the dots: tighter discrete approximations of privacy loss distributions", Year: 2022,
		URL: arXiv + "2207.04380", Key: "doroshenko2022connect",
		Names: "Doroshenko, Vadym and Ghazi, Badih and Kamath, Pritish and Kumar, Ravi and Manurangsi, Pasin",
		In:    "Proceedings on Privacy Enhancing Technologies", Volume: "2022(4)", Pages: "552--570"},
}

// RandomAllocation returns the papers on the pair of distributions for randomly allocated batches.
func RandomAllocation() []Source { return slices.Clone(randomAllocation) }

var randomAllocation = []Source{
	{Authors: "Chua et al.", Title: "Balls-and-bins sampling for DP-SGD", Year: 2025, URL: arXiv + "2412.16802", Key: "chua2025balls",
		Names: "Chua, Lynn and Ghazi, Badih and Harrison, Charlie and Leeman, Ethan and Kamath, Pritish and Kumar, Ravi and Manurangsi, " +
			"Pasin and Sinha, Amer and Zhang, Chiyuan",
		In: "Proceedings of the 28th International Conference on Artificial Intelligence and Statistics", Pages: "946--954"},
	{Authors: "Feldman and Shenfeld", Title: "Privacy amplification by random allocation", Year: 2025, URL: arXiv + "2502.08202",
		Key: "feldman2025allocation", Names: "Feldman, Vitaly and Shenfeld, Moshe",
		In: "Advances in Neural Information Processing Systems 38"},
}

// gaussianProfile are the papers on the exact privacy profile of a Gaussian mechanism, and on the composition of several.
var gaussianProfile = []Source{
	{Authors: "Balle and Wang", Title: "Improving the Gaussian mechanism for differential privacy: analytical calibration and optimal " +
		"denoising", Year: 2018, Where: "Theorem 8", URL: arXiv + "1805.06530", Key: "balle2018improving",
		Names: "Balle, Borja and Wang, Yu-Xiang", In: "Proceedings of the 35th International Conference on Machine Learning",
		Pages: "394--403"},
	{Authors: "Dong, Roth and Su", Title: "Gaussian differential privacy", Year: 2022, Where: "Corollary 3.3", URL: arXiv + "1905.02383",
		Key: "dong2022gaussian", Names: "Dong, Jinshuo and Roth, Aaron and Su, Weijie J.",
		In: "Journal of the Royal Statistical Society: Series B", Volume: "84(1)", Pages: "3--37"},
}

// PrivateSelection returns the papers on the privacy loss of the best of a random number of runs with the given distribution. Liu and
// Talwar treat the geometric one; Papernot and Steinke bound the Rényi divergence for all. A fixed number of runs composes, so it
// needs no paper.
func PrivateSelection(law run.Tuning) []Source {
	switch law {
	case run.Geometric:
		return []Source{papernotSteinke, liuTalwar}
	case run.Logarithmic, run.NegativeBinomial, run.PoissonTuning:
		return []Source{papernotSteinke}
	case run.NoTuning, run.FixedTuning, "":
		return nil
	}
	panic(run.Unknown(law))
}

var (
	papernotSteinke = Source{Authors: "Papernot and Steinke", Title: "Hyperparameter tuning with Rényi differential privacy", Year: 2022,
		Where: "Theorems 2 and 6", URL: arXiv + "2110.03620", Key: "papernot2022hyperparameter",
		Names: "Papernot, Nicolas and Steinke, Thomas", In: "International Conference on Learning Representations"}
	liuTalwar = Source{Authors: "Liu and Talwar", Title: "Private selection from private candidates", Year: 2019,
		URL: arXiv + "1811.07971", Key: "liu2019private", Names: "Liu, Jingcheng and Talwar, Kunal",
		In: "Proceedings of the 51st Annual ACM SIGACT Symposium on Theory of Computing", Pages: "298--309"}
)
