package lexicon

import "strings"

// marks are tried in this order.
var marks = []Mark{
	{names: "swalr cosinedecay cosinedecayrestarts exponentialdecay polynomialdecay inversetimedecay piecewiseconstantdecay " +
		"reducelronplateau paramgroup paramgroups decay lrdecay learningratedecay exponentialnoise stepnoise lambdanoise multisteplr " +
		"exponentialgradclip stepgradclip lambdagradclip",
		segments: "schedule scheduler schedules schedulers scheduling warmup annealing sgdr",
		Departs:  "schedule", Why: SomeSchedule},
	{names: "incrementalupdate", segments: "ema", within: "movingaverage", Departs: "averaging",
		Why: "an exponential moving average uses all iterates: only composition holds"},
	{names: "averagedmodel stochasticweightaveraging", segments: "swa polyak", Departs: "averaging",
		Why: "weight averaging: only composition holds until you enter how many final iterates are averaged"},
	{names: adaptive + " scalebyadam scalebyrms",
		within: "adam adagrad rmsprop", Departs: "adam", Why: "an adaptive method: only composition holds"},
	{names: "momentum nesterov optaxtrace", Departs: "momentum", Why: "momentum: only composition holds"},
	{names: "kernelregularizer", Departs: "loss", Why: "a regulariser inside the clip is part of the loss: only composition holds until " +
		"the loss’s constants include it"},
	{names: "numrounds nrounds commrounds globalrounds communicationrounds serverrounds federatedrounds localepochs", Blank: "T",
		Why: "several rounds of training may use the same examples: enter the total number of steps"},
	{names: "maxexamplesperuser examplesperuser", Blank: "n b",
		Why: "users are sampled, not examples: enter the numbers of users in the dataset and in a batch"},
	{names: strings.Join(deviceCounts, " "), Blank: "b", Why: SeveralDevices},
	{names: "distributeddataparallel differentiallyprivatedistributeddataparallel dpddp worldsize pmap mirroredstrategy initprocessgroup",
		Blank: "b", Why: SeveralDevices},
	{within: "accelerator", Blank: "b", Why: SeveralProcesses},
	{names: "perdevicetrainbatchsize perdevicebatchsize perdevicebatch batchsizeperdevice batchsizepergpu pergputrainbatchsize",
		Blank: "b", Why: OfOneDevice},
	{names: "multisteps", Blank: "b", Why: Accumulates},
	{names: "crossvalscore crossvalidate crossvalpredict", Blank: "n T",
		Why: "trains several times, each time on a part of the data: enter the size of that part and the total number of steps"},
	{names: "truncatedbatchsize", Blank: "scheme", Why: "Poisson batches that are cut off at a size, which no batch scheme here does"},
	{names: "randomoversampler smote", Blank: "n",
		Why: "an example is there several times, or is mixed into others: no bound here covers that"},
	{names: "weightedrandomsampler randomallocationsampling", Blank: "scheme", Why: "no batch scheme here draws like this"},
	{within: "adaclip adaptiveclip quantileclip quantileestimator", names: "targetunclippedquantile",
		Departs: "schedule", Of: ofClip, Blank: "sigma clip",
		Why: "adaptive clipping spends part of the privacy on the norm, which varies: " +
			"only composition holds; enter the noise multiplier that covers gradients and norm, and the largest norm"},
	{names: "dpftrl", within: "treeaggregation correlatednoise matrixfactorization toeplitz ftrl",
		Blank: "sigma", Why: "noise correlated across steps is another mechanism, which no bound here covers"},
	{names: "stepsperepoch limittrainbatches", Blank: "T", Why: OwnEpochs},
	{names: "optuna createstudy tunerun tunetuner wandbsweep wandbagent kerastuner", within: "gridsearch randomizedsearch",
		Departs: "tuning",
		Why:     ChosenByResults},
	{names: "earlystopping earlystopper savebestonly restorebestweights loadbestmodelatend", Departs: "stopping",
		Why: ChosenIterate},
	{names: "usedmicrobatching", Blank: "sigma", Why: Microbatched},
}

// Accumulates is the remark about batches that consist of several.
const Accumulates = "gradients are accumulated: enter the batch size after accumulation"

// OwnEpochs is the remark about epochs whose number of steps the text sets.
const OwnEpochs = "an epoch here is not a pass over the data: enter the total number of steps"

// Undecided is the remark about a step that depends on a condition.
const Undecided = "a condition decides which batches make a step of the optimiser: enter the batch size of a step"

// SeveralDevices is the remark about batches that several devices share.
const SeveralDevices = "several devices: enter the batch size over all of them"

// SeveralProcesses is the remark about a program that may be started in several processes.
const SeveralProcesses = "may train in several processes, each with batches of its own: enter the batch size over all of them"

// OfOneDevice is the remark about a batch size per device.
const OfOneDevice = "is the batch size of one device: enter that of all devices together, after accumulation"

// deviceCounts are names of numbers of devices. A number of one gives no remark.
var deviceCounts = strings.Fields("devices ngpus numgpus gpus numdevices nprocpernode gpuspernode numnodes nnodes numprocesses")

// Microbatched is the remark about microbatches of several examples.
const Microbatched = "a microbatch is clipped as a whole, and one example can reverse its gradient: enter half the noise multiplier"

// SomeSchedule is the remark about a schedule of an unknown quantity.
const SomeSchedule = "a schedule" + OnlyFor + "the smallest noise and the largest clipping norm and learning rate in it"

// OnlyFor begins the statement for which values composition holds.
const OnlyFor = ": only composition holds, for "

const (
	ChosenByResults = "settings are chosen by results on the data: no bound holds until you enter, under Release, how many runs there were"
	ChosenIterate   = "which iterate is released is chosen by results on data: no bound here holds"
)
