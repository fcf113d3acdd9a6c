package figure

import "strconv"

// trainings are the mean and the 2.5 and 97.5 % percentiles, interpolated as numpy does, of one
// quantity (ε̂ or a loss) over ten trainings with one batch size, at the epochs of a figure. Each is in
// thousandths, typed in from the results that the authors publish beside their program
// (HauLiang/DPSGD-DC, MIT).
type trainings struct {
	b               int
	mean, low, high string
}

// liangEnds are the percentiles of the ten trainings that Figures 2(a) and 4 shade.
var liangEnds = [2]string{"2.5 %", "97.5 %"}

// byBatchSize makes one line for the trainings of each batch size. A line's name is the prefix followed by
// "b = " and the batch size.
func byBatchSize(prefix string, list []trainings) []PlottedLine {
	lines := make([]PlottedLine, len(list))
	for i, t := range list {
		b := strconv.Itoa(t.b)
		lines[i] = PlottedLine{ID: "b" + b, Name: prefix + "b = " + b, With: with(t.b, 0),
			Points: thousandths(t.mean), Low: thousandths(t.low), High: thousandths(t.high)}
	}
	return lines
}

// attackEpsilons are ε̂ at the epochs of Figure 2(a).
var attackEpsilons = []trainings{
	{100, "310 569 789 949 1037 1106 1143 1121",
		"241 471 715 804 926 1032 1008 1066", "356 619 869 1027 1141 1196 1244 1211"},
	{200, "188 418 626 744 837 941 1038 1024",
		"145 386 555 666 763 836 939 976", "226 456 719 828 907 1019 1183 1097"},
	{300, "160 340 507 605 716 829 921 939",
		"142 306 416 547 668 762 863 863", "192 398 569 643 768 892 977 1027"},
	{400, "99 256 368 483 587 716 752 802",
		"68 204 312 420 492 656 638 741", "116 320 427 533 685 799 851 873"},
	{600, "76 182 312 407 474 571 624 688",
		"57 141 268 354 407 519 576 590", "99 214 337 475 518 603 663 744"},
	{1000, "37 92 180 242 282 331 402 458",
		"14 62 142 213 223 286 306 408", "55 118 239 284 336 394 464 536"},
}
