package snippet

import (
	"strings"
	"testing"
)

// trainedByObject is a script in which an object holds the noise multiplier; a case says how.
var trainedByObject = strings.Replace(trainedByOpacus, "noise_multiplier=1.0", "noise_multiplier=cfg.z", 1)

// trainedByOptions is one in which the command line may say the noise and the epochs.
var trainedByOptions = "parser.add_argument('--noise-multiplier', default=0.5)\nparser.add_argument('--epochs', default=20)\nargs = parser.parse_args()\n" +
	strings.NewReplacer("noise_multiplier=1.0", "noise_multiplier=args.noise_multiplier", "range(20)", "range(args.epochs)").Replace(trainedByOpacus)

// What an object holds is what the text gave it last, or its class, or the class from which that is made; where the text does not
// settle it, nothing is taken.
func TestMembers(t *testing.T) {
	const class = "class Config:\n    z = 1.5\n"
	checkDoubts(t, []doubt{
		{"a class", trainedByObject, class + "cfg = Config()", "sigma=1.5", "", "loss"},
		{"an object that is changed", trainedByObject, class + "cfg = Config()\ncfg.z = 0.5", "sigma=0.5", "", "loss"},
		{"an object that is changed under a condition", trainedByObject, class + "cfg = Config()\nif fast:\n    cfg.z = 9", "", "sigma", "loss"},
		{"an object that is changed too late", trainedByObject, class + "cfg = Config() | +cfg.z = 9", "", "sigma", "loss"},
		{"an object that is changed by another name", trainedByObject, class + "settings.z = 9", "", "sigma", "loss"},
		{"a member by its name in quotation marks", trainedByObject, class + "cfg = Config()\nsetattr(cfg, 'z', 0.5)", "", "sigma", "loss"},
		{"an object that is replaced", trainedByObject, class + "cfg = Config()\ncfg = replace(cfg, z=0.5)", "", "sigma", "loss"},
		{"a class made from it", trainedByObject, class + "class Small(Config):\n    z = 0.5\ncfg = Small()", "sigma=0.5", "", "loss"},
		{"the class from which another is made", trainedByObject, class + "class Small(Config):\n    z = 0.5\ncfg = Config()", "sigma=1.5", "", "loss"},
		{"a member of the class from which it is made", trainedByObject, class + "class Small(Config):\n    y = 0.5\ncfg = Small()", "sigma=1.5", "", "loss"},
		{"one of two classes", trainedByObject, class + "class Small(Config):\n    z = 0.5\ncfg = Small() if fast else Config()", "", "sigma", "loss"},
		{"two objects", trainedByObject, class + "class Small(Config):\n    z = 0.5\ncfg = Small()\ncfg = Config()", "", "sigma", "loss"},
		{"an argument", trainedByObject, "class Config:\n    z: float = 1.5\ncfg = Config(z=0.5)", "sigma=0.5", "", "loss"},
		{"an argument without its name", trainedByObject, "class Config:\n    y: int\n    z: float = 1.5\ncfg = Config(3, 0.5)", "sigma=0.5", "", "loss"},
		{"arguments that are elsewhere", trainedByObject, "class Config:\n    z: float = 1.5\ncfg = Config(**given)", "", "sigma", "loss"},
		{"an argument that cannot be read", trainedByObject, "class Config:\n    z: float = 1.5\ncfg = Config(z=given())", "", "sigma", "loss"},
		{"a member of its own making", trainedByObject, "class Config:\n    def __init__(self, y=1.5):\n        self.z = y\ncfg = Config(y=0.5)",
			"sigma=0.5", "", "loss"},
		{"a field's own name", trainedByOpacus, "class Config:\n    noise_multiplier = 1.5\ncfg = Config()\ncfg.noise_multiplier = 0.5" +
			" | noise_multiplier=1.0 => noise_multiplier=cfg.noise_multiplier", "sigma=0.5", "", "loss"},
		{"a field's own name in a class made from it", trainedByOpacus, "class Config:\n    epochs = 20\nclass Long(Config):\n    epochs = 200\ncfg = Long()" +
			" | range(20) => range(cfg.epochs)", "T=20000", "", "loss"},
		{"a field's own name in two objects", trainedByOpacus, "class Config:\n    epochs = 20\na = Config(epochs=2)\nb = Config()" +
			" | range(20) => range(b.epochs)", "", "T", "loss"},
		{"options that are changed", trainedByOptions, "args = parser.parse_args() => args = parser.parse_args()\nargs.epochs = 40\nargs.noise_multiplier = 0.6",
			"T=4000 sigma=0.6", "", "loss"},
		{"options that are changed under a condition", trainedByOptions,
			"args = parser.parse_args() => args = parser.parse_args()\nif args.quick:\n    args.epochs = 2\n    args.noise_multiplier = 3",
			"", "T~sigma", "loss"},
		{"options that are changed too late", trainedByOptions, "+args.noise_multiplier = 3", "", "sigma", "loss"},
		{"options by another name", trainedByOptions, "args = parser.parse_args() => args = parser.parse_args()\nopt = args\nopt.noise_multiplier = 3",
			"", "sigma", "loss"},
		{"what the call that trains is given counts", trainedByOpacus, "noise_multiplier = 3 | noise_multiplier=1.0 => noise_multiplier=settings['z']",
			"", "sigma", "loss"},
	})
}

// A name to which a statement gives what cannot be computed has no number, whatever another gives it.
func TestNamesThatAreGivenMore(t *testing.T) {
	named := strings.Replace(trainedByOpacus, "noise_multiplier=1.0", "noise_multiplier=nm", 1)
	checkDoubts(t, []doubt{
		{"once", named, "nm = 4.0", "sigma=4", "", "loss"},
		{"and a call", named, "nm = 4.0\nnm = f()", "", "sigma", "loss"},
		{"and nothing", named, "nm = None\nnm = 4.0", "sigma=4", "", "loss"},
		{"and a quotient", named, "nm = 4.0\nnm /= 8", "", "sigma", "loss"},
		{"and one of itself", named, "nm = 4.0\nnm = nm / 8", "", "sigma", "loss"},
		{"and those of a loop", named, "nm = 4.0\nfor nm in (4.0, .5):\n    f(nm)", "", "sigma", "loss"},
		{"and one of several", named, "nm = 4.0\nb, nm = f()", "", "sigma", "loss"},
		{"and what follows from it", named, "z = 4.0\nz = f()\nnm = z / 2", "", "sigma", "loss"},
		{"another function's", named, "nm = 4.0\ndef g():\n    nm = f()", "sigma=4", "", "loss"},
		{"of an object", trainedByObject, "class Config:\n    z = 1.5\ncfg = Config()\ncfg.z = f()", "", "sigma", "loss"},
		{"of an object in a loop", trainedByObject, "class Config:\n    z = 1.5\ncfg = Config()\nfor z in (1.5, .5):\n    cfg.z = z", "", "sigma", "loss"},
		{"of an object, a quotient", trainedByObject, "class Config:\n    z = 1.5\ncfg = Config()\ncfg.z /= 8", "", "sigma", "loss"},
		{"of options", trainedByOptions, "args = parser.parse_args() => args = parser.parse_args()\nargs.noise_multiplier = f()", "", "sigma", "loss"},
		{"of a field", trainedByOpacus, "noise_multiplier = 1.0\nnoise_multiplier = f()", "", "sigma", "loss"},
		{"of epochs", trainedByOpacus, "epochs = 2\nepochs = int(sys.argv[1]) | range(20) => range(epochs)", "", "T", "loss"},
	})
}
