package lexicon

import "lastiterate/app/snippet/source"

// IsOther reports whether a name is of other data than those trained on.
//
//go:noinline
func IsOther(named string) bool { return source.HasAny(others, source.Segments(named)) }

var others = []string{"test", "val", "valid", "validation", "eval", "testloader", "testset", "testing", "valloader", "valset",
	"validloader", "evalloader", "evalset", "dev", "holdout", "va", "te", "probe", "public", "pretrain"}

// DataSet is a training set with its size as libraries load it.
type DataSet struct {
	Keys, Name string
	N          int
}

// DataSets lists the data sets that texts name.
var DataSets = []DataSet{
	{"mnist", "MNIST", 60_000}, {"fashionmnist", "Fashion-MNIST", 60_000}, {"kmnist", "KMNIST", 60_000},
	{"cifar10", "CIFAR-10", 50_000}, {"cifar100", "CIFAR-100", 50_000}, {"svhn svhncropped", "SVHN", 73_257},
	{"stl10", "STL-10", 5_000}, {"celeba", "CelebA", 162_770}, {"imagenet imagenet2012 imagenet1k", "ImageNet-1k", 1_281_167},
	{"imdb imdbreviews", "IMDB", 25_000}, {"agnews", "AG News", 120_000},
	{"sst2", "SST-2", 67_349}, {"qnli", "QNLI", 104_743}, {"qqp", "QQP", 363_846}, {"mnli", "MNLI", 392_702},
}

// Parted are names of functions that take a part of a data set.
var Parted = []string{"randomsplit", "subset", "traintestsplit", "validationsplit", "kfold", "stratifiedkfold", "take",
	"skip", "shard", "sample", "select", "subsetrandomsampler"}
