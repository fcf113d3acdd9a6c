package figure

import "lastiterate/bounds/claim"

// learnt is the training loss at the epochs of Figure 4.
var learnt = []trainings{
	{100, "2969 1502 1151 866 568 404 318 276 247 228 211",
		"2812 1477 1143 853 551 387 288 258 230 209 190", "3127 1529 1168 887 587 419 338 291 258 242 234"},
	{200, "3242 1612 1303 1059 782 618 506 428 376 340 303",
		"3131 1590 1280 1046 760 592 485 397 351 322 284", "3303 1635 1324 1075 812 638 537 451 403 355 325"},
	{300, "3502 1686 1393 1163 918 752 630 542 478 425 395",
		"3413 1662 1357 1137 894 730 606 524 451 408 364", "3666 1709 1428 1183 947 784 658 565 491 452 422"},
	{400, "3731 1747 1462 1244 1025 862 748 647 585 524 469",
		"3447 1719 1435 1208 986 837 713 629 560 514 451", "4122 1777 1477 1273 1062 895 779 682 606 539 490"},
	{600, "3919 1825 1540 1353 1134 996 886 786 716 652 603",
		"3662 1780 1496 1326 1091 942 841 758 687 633 577", "4150 1861 1597 1381 1177 1032 931 818 738 676 622"},
	{1000, "3873 1992 1668 1473 1301 1177 1073 984 927 854 805",
		"3501 1920 1615 1430 1267 1145 1037 953 902 821 754", "4046 2072 1706 1524 1337 1227 1118 1005 981 910 854"},
}

// liang4 shows no privacy loss but the training loss of the trainings of Figure 2(a).
var liang4 = Figure{
	ID: "liang-4", Paper: liangPaper, Number: "Figure 4", URL: liangURL,
	Span:     [2]float64{0.19, 4.15},
	Title:    "training loss by batch size",
	Query:    claim.Query{Run: liangNetwork, Question: claim.Question{Delta: 1e-5}},
	Values:   append([]float64{1, 10, 25}, steps(50, 400, 50)...),
	Epochs:   true,
	Quantity: "training loss", Ends: liangEnds,
	Lines: byBatchSize("", learnt),
	Seen: "What privacy costs: the trainings of Figure 2(a) about which the attack learns less, those with large batches, have also " +
		"learnt less after as many epochs. After 400 epochs the loss is 0.21 with b = 100 and 0.80 with b = 1000, where the attack " +
		"shows 1.12 and 0.46.",
	Setting: "The points are the means of ten trainings, typed in to three decimals from the results beside the authors’ program (MIT " +
		"licence), at the first, the 10th and the 25th of 400 epochs and at every 50th. " +
		liangShaded + "By that program the loss is cross-entropy, averaged over the batches of an epoch.",
	Open: "This figure is not about privacy, and nothing here computes it: no row of the calculator says how well a model trains.",
}
