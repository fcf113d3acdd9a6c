package snippet

// Scripts of Keras and JAX. The parts are those of the libraries' own tutorials: TensorFlow Privacy 0.9, JAX Privacy 1.0, optax 0.2,
// Keras 3, Flax 0.10.
var kerasScripts = []script{
	{name: "TF Privacy, MNIST with Keras", text: `
flags.DEFINE_float('learning_rate', 0.15, 'Learning rate for training')
flags.DEFINE_float('noise_multiplier', 1.1, 'Ratio of the standard deviation to the clipping norm')
flags.DEFINE_float('l2_norm_clip', 1.0, 'Clipping norm')
flags.DEFINE_integer('batch_size', 250, 'Batch size')
flags.DEFINE_integer('epochs', 60, 'Number of epochs')
flags.DEFINE_integer('microbatches', 250, 'Number of microbatches')
(train_data, train_labels), test = tf.keras.datasets.mnist.load_data()
optimizer = DPKerasSGDOptimizer(
    l2_norm_clip=FLAGS.l2_norm_clip, noise_multiplier=FLAGS.noise_multiplier,
    num_microbatches=FLAGS.microbatches, learning_rate=FLAGS.learning_rate)
model.compile(optimizer=optimizer, loss=loss, metrics=['accuracy'])
model.fit(train_data, train_labels, epochs=FLAGS.epochs, validation_data=(x, y), batch_size=FLAGS.batch_size)
`, reads: "b=250 eta=0.15 clip=1 sigma=1.1 epochs=60 scheme=reshuffle adjacency=zero-out", needs: "n", differs: "loss", offers: "n=60000"},

	{name: "TF Privacy clips microbatches of several examples", text: `
num_examples = 60000
optimizer = DPKerasAdamOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, num_microbatches=50, learning_rate=0.001)
model.fit(x, y, epochs=3, batch_size=250)
`, reads: "n=60000 b=250 T=720 eta=0.001", needs: "sigma", differs: "adam~loss", unheard: "DPKerasAdamOptimizer(…)|num_microbatches = 50", offers: "sigma=0.55"},

	{name: "Keras with schedules, a small buffer and a remainder", text: `
num_examples = 1000
ds = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(100).batch(30)
lr_schedule = keras.optimizers.schedules.ExponentialDecay(0.1, decay_steps=1000, decay_rate=0.9)
optimizer = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, learning_rate=lr_schedule, momentum=0.9)
model.fit(ds, epochs=3, callbacks=[keras.callbacks.LearningRateScheduler(f)])
batch_size = 30
`, reads: "n=1000 b=30 sigma=1.1 clip=1", needs: "eta~scheme", differs: "momentum~schedule~remainder~loss", unheard: "keras.callbacks.LearningRateScheduler(…)|momentum = 0.9|shuffle(100)",
		offers: "scheme=cyclic"},

	{name: "a pipeline whose batch has no name", text: `
dataset = tf.data.Dataset.from_tensor_slices((x_train, y_train))
dataset = dataset.shuffle(60000).batch(256)
optimizer = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.0, num_microbatches=256, learning_rate=0.15)
model.fit(dataset, epochs=20)
`, reads: "b=256 eta=0.15 clip=1 sigma=1 epochs=20", needs: "n~scheme", differs: "loss", unheard: "dataset.shuffle(60000)"},

	{name: "Keras with a full buffer that has a name", text: `
num_examples = 1000
batch_size = 25
ds = ds.shuffle(buffer_size=1000, seed=1).batch(batch_size)
optimizer = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, learning_rate=0.1)
model.fit(ds, epochs=3)
`, reads: "n=1000 b=25 T=120 scheme=reshuffle", differs: "loss"},

	{name: "Keras with a full buffer", text: `
num_examples = 1000
batch_size = 30
ds = ds.shuffle(num_examples).batch(batch_size)
optimizer = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, learning_rate=0.1)
model.fit(ds, epochs=3)
`, reads: "n=1000 b=30 T=99 scheme=reshuffle", differs: "remainder~loss", unheard: "the last batch of an epoch has 10 examples"},

	{name: "JAX Privacy's Keras API counts ⌊n/b⌋ steps and multiplies batches", text: `
import keras
from jax_privacy import keras_api
params = keras_api.DPKerasConfig(
    epsilon=1.0, delta=1e-5, clipping_norm=1.0, batch_size=30, gradient_accumulation_steps=2,
    train_steps=48, train_size=1000, poisson_sampling_in_fit=True, noise_multiplier=1.0, microbatch_size=5)
model = keras_api.make_private(model, params)
model.compile(optimizer=keras.optimizers.SGD(learning_rate=0.1))
model.fit(x, y, epochs=3, batch_size=30)
`, reads: "n=1000 b=60 T=48 eta=0.1 clip=1 sigma=1 delta=1e-5 scheme=poisson adjacency=add-remove", differs: "loss"},

	{name: "JAX Privacy by epochs", text: `
params = keras_api.DPKerasConfig(delta=1e-5, clipping_norm=1.0, batch_size=512, train_size=50000, poisson_sampling_in_fit=True, noise_multiplier=1.0)
learning_rate = 0.1
num_epochs = 30
`, reads: "T=2910 steps=T scheme=poisson", differs: "loss"},

	{name: "JAX Privacy with optax", text: `
from jax_privacy import batch_selection, clipping, noise_addition
schedule = optax.warmup_cosine_decay_schedule(init_value=0.0, peak_value=1e-3, warmup_steps=100, decay_steps=1000)
optimizer = optax.chain(optax.add_decayed_weights(1e-4), optax.adamw(learning_rate=schedule))
strategy = batch_selection.CyclicPoissonSampling(sampling_prob=0.01, iterations=1000)
grad_fn = jax_privacy.clipped_grad(loss, l2_clip_norm=1.0, batch_argnums=1)
ema_params = optax.incremental_update(params, ema_params, step_size=0.001)
noise_multiplier = 1.1
train_size = 60000
`, reads: "n=60000 b=600 T=1000 clip=1 sigma=1.1 scheme=poisson weight_decay=0.0001 eta=0.001", differs: "adam~schedule~averaging~loss",
		unheard: "optax.warmup_cosine_decay_schedule(…)|optax.adamw(…)|optax.incremental_update(…)"},

	{name: "JAX Privacy's balls in bins, one cycle", text: `
from jax_privacy import batch_selection
strategy = batch_selection.BallsInBinsSampling(iterations=234, cycle_length=234)
grad_fn = jax_privacy.clipped_grad(loss, l2_clip_norm=1.0)
noise_multiplier = 1.0
train_size = 60000
learning_rate = 0.1
`, reads: "n=60000 b=256 T=234 sigma=1 scheme=allocation", differs: "loss"},

	{name: "balls in bins whose batches do not divide the data", text: `
from jax_privacy import batch_selection
strategy = batch_selection.BallsInBinsSampling(iterations=4, cycle_length=4)
grad_fn = jax_privacy.clipped_grad(loss, l2_clip_norm=1.0)
noise_multiplier = 1.0
train_size = 10
learning_rate = 0.1
`, reads: "n=10 b=3 T=4 scheme=allocation", differs: "loss"},

	{name: "balls in bins that stay where they are", text: `
from jax_privacy import batch_selection
strategy = batch_selection.BallsInBinsSampling(iterations=1000, cycle_length=234)
grad_fn = jax_privacy.clipped_grad(loss, l2_clip_norm=1.0)
noise_multiplier = 1.0
train_size = 60000
learning_rate = 0.1
`, reads: "n=60000 T=1000 sigma=1", needs: "b~scheme", differs: "loss", unheard: "batch_selection.BallsInBinsSampling(…)"},

	{name: "Flax without a library of privacy", text: `
L = 12
tx = optax.sgd(learning_rate=0.1, momentum=0.9)
state = train_state.TrainState.create(apply_fn=model.apply, params=params, tx=tx)
ds = tfds.load("cifar10", split="train")
batch_size = 128
num_epochs = 10
clip_norm = 1.0
noise_multiplier = 1.1
`, reads: "b=128 eta=0.1 sigma=1.1 epochs=10", needs: "n~adjacency~scheme", differs: "momentum~loss", unheard: "momentum = 0.9",
		offers: "n=50000 scheme=poisson scheme=reshuffle" + neighboursAnyScheme},

	{name: "Keras with its own length of an epoch, tuned", text: `
study = optuna.create_study()
optimizer = DPKerasSGDOptimizer(l2_norm_clip=1.0, noise_multiplier=1.1, learning_rate=0.1)
model.fit(ds, epochs=3, steps_per_epoch=100)
num_examples = 1000; batch_size = 10
`, needs: "T", differs: "tuning~loss", unheard: "steps_per_epoch = 100|optuna.create_study(…)", offers: "T=300"},
}
