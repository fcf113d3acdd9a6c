/**
 * The engine of Last Iterate for any page. It runs in a worker of a hidden frame
 * of the calculator's own origin; nothing of a request is sent to a server.
 *
 *     import { engine } from "https://calculator.example/engine.js";
 *     const li = await engine();
 *     const { answer } = await li.evaluate({ run, question: { delta: 1e-5 } });
 *     console.log(answer.row, answer.epsilon);
 *     li.close();
 */

/** A number of an answer; infinity is the string "inf". */
export type Num = number | "inf";

/** What was trained. Constants that the class of losses does not use may be left out. */
export interface Run {
  n: number;
  b: number;
  T: number;
  eta: number;
  /** How the learning rate falls after the warm-up; eta is its highest. */
  schedule?: "constant" | "linear" | "cosine" | "step";
  /** Steps, at most T, over which the learning rate rises in proportion to their number. */
  warmup?: number;
  /** Share of eta after the last step, 0 to 1, of "linear", which needs it, and "cosine". */
  schedule_final?: number;
  /** Of "step": the steps from drop to drop, and what each multiplies the learning rate by, at most 1. */
  schedule_every?: number;
  schedule_factor?: number;
  /** ω, outside of the clip and whatever the batch holds: each step also takes the share eta·ω of the weights. */
  weight_decay?: number;
  clip: number;
  sigma: number;
  noise?: "iterate" | "gradient" | "langevin" | "multiplier";
  /** Infinity or "inf": no projection. */
  diameter: Num;
  adjacency?: "replace" | "zero-out" | "add-remove";
  scheme: "full" | "cyclic" | "shuffle-once" | "reshuffle" | "without-replacement" | "poisson" | "allocation";
  /** Of "cyclic": the batch of the epoch, from 1, whose examples' loss is asked for; 0, or nothing, for the worst. */
  position?: number;
  /** K of the T steps are made after the example was deleted, on the data without it; 0, or nothing, for none. */
  after?: number;
  /** Examples of one person, whose loss together is asked for; 1, or nothing, for one. */
  group?: number;
  /** Which iterates are released: the last; those every `every` steps and the last; the last `every`, or their average; or all. */
  release?: "last" | "every" | "tail" | "all";
  /** k ≥ 1 of "every" and "tail". */
  every?: number;
  /** How many runs the released one was chosen from, by what they release: drawn beforehand by a law of mean tuning_mean, or "fixed". */
  tuning?: "none" | "geometric" | "logarithmic" | "negative-binomial" | "poisson" | "fixed";
  /** With a tuning: the mean number of runs, or their number. */
  tuning_mean?: number;
  /** ν of "negative-binomial", above −1. */
  tuning_shape?: number;
  loss: "smooth" | "convex" | "strongly-convex" | "weakly-convex" | "holder";
  /** L, or the Hölder constant of the gradient; Infinity or "inf" of convex losses that are not smooth. */
  smoothness?: Num;
  strong_convexity?: number;
  weak_convexity?: number;
  /** Of convex losses that are not smooth: L of gradients that are Hölder continuous on all of space; 0, or nothing: not known. */
  holder_constant?: number;
  /** λ of "holder" and of a `holder_constant`. */
  holder_order?: number;
  /**
   * What is known of gradients. "active": clipped at C. "never": at most C long. "glm": the unregularised gradient of a
   * generalised linear model is clipped, and the regulariser's added once a step, whatever the batch. "difference": the
   * differing example's two are at most κC apart. "difference-all": any two examples' are.
   */
  clipping: "active" | "never" | "glm" | "difference" | "difference-all";
}

/** Rényi divergence of an order, or ε at a δ. */
export type Question = { alpha: number } | { delta: number };

export interface Answer {
  /** The theorem that gave it. */
  row: string;
  epsilon: Num;
  certified: boolean;
}

export interface Source {
  authors: string;
  title?: string;
  year?: number;
  where?: string;
  url?: string;
  /** Of the BibTeX entry. */
  key?: string;
  bibtex?: string;
}

export interface Row {
  id: string;
  name: string;
  source?: Source;
  /** Papers of the numerical method that found the value: cited in place of the source, or with it where the theorem is ours. */
  by?: Source[];
  /** Papers on the best of a random number of runs: cited beside the others. */
  selection?: Source[];
  side: "upper" | "lower";
  status: "proved" | "not-valid" | "reference" | "estimate";
  hidden_state: boolean;
  applies: boolean;
  hypotheses: { name: string; holds: boolean; needed?: string; actual?: string; detail?: string }[];
  /** Absent where the row does not apply. */
  epsilon?: Num;
  rdp?: { alpha: Num; epsilon: Num; converted?: Num; mironov?: Num };
  mu?: Num;
  certified: boolean;
  optimum?: {
    tau: number;
    window?: number;
    p?: Num;
    beta?: Num;
    betas?: Num[];
    block?: number;
    tail?: number;
    levels?: Num[];
    least?: Num;
    most?: Num;
    factor?: Num;
  };
  gap?: Num;
  /** Why a row that applies has no value, in words. */
  failed?: string;
  note?: string;
  errata?: string;
  /** LaTeX. */
  formula?: string;
  substituted?: string;
  /** What the letters of the formula mean. */
  symbols?: string;
}

/** An upper bound below a proved lower bound of the same run: one of the two is wrong. */
export interface Contradiction {
  upper: Answer;
  lower: Answer;
}

export interface Evaluation {
  /** The smallest valid bound. */
  answer?: Answer;
  /** The same run if every iterate were public, whoever proved it; for published theorems alone ask with published_only. */
  published?: Answer;
  lower?: Answer;
  lower_estimate?: Answer;
  /** Two rows contradict each other: neither is used, and nothing is certified. */
  contradiction?: Contradiction;
  verdict: { helps: boolean; burn_in?: number; given_up?: boolean; changes: { field: string; value: string; epsilon: Num; impractical?: boolean }[]; ordered?: Answer; constant?: Answer };
  warnings: string[];
  statement: string;
  /** The same of `published`: what holds of training that departs from the run, where only that does. */
  published_statement?: string;
  /** Departures from plain training that the run's fields state: "schedule", "averaging", "checkpoints", "decay", "tuning". */
  covers?: string[];
  rows: Row[];
}

/** The distances and payments behind a row; see the README of the engine's messages. */
export interface Schedule {
  row: string;
  /** The order for which it is made, where batches are sampled: others have others. */
  alpha?: Num;
  tau: number;
  T: number;
  complete: boolean;
  at: number[];
  z: Num[];
  a: Num[];
  s: Num[];
  beta: (Num | null)[];
  composed: Num[];
  paid: Num[];
  forward: { at: number[]; z: Num[] };
}

/** What the engine says is wrong. */
export interface Fault {
  code: string;
  message?: string;
  errors?: { field: string; value: string; message: string }[];
}

/** A row's values along a curve; null where the row does not apply. */
export interface Series {
  row: string;
  epsilon: (Num | null)[];
  /** More values would have shown more of the line. */
  coarse?: boolean;
}

/** A figure of a paper: its lines, ours, and what was checked against print. */
export interface Figure {
  figure: string;
  paper: string;
  number: string;
  title: string;
  /** Whether the values of at and T are epochs. */
  epochs?: boolean;
  /** What epsilon, low and high hold where it is not ε, such as "training loss". */
  quantity?: string;
  /** What low and high are, such as "2.5 %" and "97.5 %". */
  ends?: [string, string];
  run: Run;
  question: Question;
  lines: {
    id: string;
    name: string;
    row?: string;
    ours: boolean;
    side: string;
    status: string;
    run: Run;
    at: Num[];
    epsilon: (Num | null)[];
    /** What each value lies within. */
    low?: Num[];
    high?: Num[];
  }[];
  checks: { line: string; T: Num; want: Num; digits: number; source: string; got: Num | null; agrees: boolean }[];
}

/** What is known of an answer before it is whole. */
export interface Partial {
  rows: Row[];
  /** The ids of the rows to come. */
  pending: string[];
  answer?: Answer;
  published?: Answer;
  lower?: Answer;
  lower_estimate?: Answer;
  contradiction?: Contradiction;
  warnings: string[];
  /** Whether the answer so far is below that of public iterates. */
  helps: boolean;
  /** No row to come can change answer, published or helps, unless it contradicts them. */
  answered: boolean;
}

export interface Options {
  /** Gets the answer as soon as it stands, and the rows known so far while slow ones are computed. */
  partial?: (part: Partial) => void;
  /** Gets counts from requests that count their parts; with `lines`, also what is complete while slow lines are still to come. */
  progress?: (count: { done: number; of: number; lines?: Series[]; figure?: Figure }) => void;
  /** Gives the request up, even in the middle of it. */
  signal?: AbortSignal;
}

/** Which results count. */
export interface Restriction {
  /** Leave out our own results: only theorems of papers. */
  published_only?: boolean;
}

/** Which rows are evaluated. */
export interface RowSelection extends Restriction {
  /** Their ids; all unless given. */
  rows?: string[];
}

export interface Engine {
  /** The version and the build of the engine, and what it can be asked. */
  readonly version: string;
  readonly build: string;
  /** Why the numbers of this build were withdrawn, in a sentence; empty where they were not. Results say so, too. */
  readonly withdrawn: string;
  readonly methods: readonly string[];

  evaluate(request: { run: Run; question: Question } & RowSelection, options?: Options): Promise<Evaluation>;

  /**
   * ε where one number varies; null where a row does not apply. Of a full batch, "n_and_b" varies both. Where n or b
   * varies, `steps` says which of T and the number of epochs stays; T unless given.
   */
  curve(
    request: {
      run: Run;
      question: Question;
      parameter: string;
      values: Num[];
      slow_values?: number;
      /** Also return the proved rows that beat those asked for at one of five values. */
      rivals?: boolean;
      /** The counts that `progress` gets carry the lines that are complete. */
      lines?: boolean;
      steps?: "T" | "epochs";
    } & RowSelection,
    options?: Options,
  ): Promise<{ series: Series[]; levels_off?: number }>;

  /** The value of a field that meets a target, evaluated. */
  solve(
    request: {
      run: Run;
      field: "sigma" | "T" | "diameter" | "b" | "after";
      target: { epsilon: number } & Question;
      steps?: "T" | "epochs" | "before";
    } & RowSelection,
    options?: Options,
  ): Promise<{ value: Num; epsilon: Num; row: string; bracket: Num[] }>;

  /**
   * The steps that a row's value is made of; rejects with "no-schedule" where it has none.
   * Rows for sampled batches need the question: each order divides the noise differently.
   */
  schedule(request: { run: Run; row: string; question?: Question }, options?: Options): Promise<Schedule>;

  /** Several runs, at most 100; each has its result or its own error. */
  compare(
    request: { runs: { label?: string; run: Run; question: Question }[] } & RowSelection,
    options?: Options,
  ): Promise<{ runs: { label: string; result?: Evaluation; error?: Fault }[] }>;

  /** A figure of a paper by its name, such as "chien-li-1a". With `lines` the counts carry the figure without checks, as far as it is. */
  figure(request: { figure: string; lines?: boolean }, options?: Options): Promise<Figure>;

  /** The laboratory's methods, of an engine that was asked for with {lab: true}. */
  readonly lab?: Laboratory;

  /**
   * Any method by its name; see the README of the engine's messages. What is asked always settles: it rejects with
   * "crashed" where the engine fails over it, and where its hidden frame is taken away, led elsewhere or silent for ten
   * seconds. While the page is frozen nothing settles; it goes on, or rejects, when the page does.
   */
  ask<Result = unknown>(method: string, request?: object, options?: Options): Promise<Result>;

  /** Gives up every request of this engine; each rejects with an AbortError. */
  cancel(): void;

  /** Ends the use of the engine. What is under way is given up. */
  close(): void;
}

/** Rejected requests carry what the engine said. */
export class EngineError extends Error {
  /** As in the engine's messages; or "crashed", after which engine() gives another if its message says so; or "closed". */
  readonly code: string;
  /** One entry for each field at fault. */
  readonly errors: { field: string; value: string; message: string }[];
}

/** Counts of a membership attack, or its thresholds as CSV. */
export type AuditInput = { members: number; non_members: number; delta: number; level?: number } & (
  | { true_positives: number; false_positives: number; thresholds?: number }
  | { table: string }
) &
  ({ guesses?: never; correct?: never } | { guesses: number; correct: number });

/** A share with its Clopper–Pearson limits. */
export interface Rate {
  value: Num;
  lower: Num;
  upper: Num;
}

export interface AuditPoint {
  /** ε is at least this, at the level asked for. */
  epsilon: Num;
  side?: "positives" | "negatives";
  /** From the rates themselves; it limits nothing. */
  estimate: Num;
  tpr: Rate;
  fpr: Rate;
  true_positives: number;
  false_positives: number;
}

export interface Audit extends AuditPoint {
  points?: AuditPoint[];
  best?: number;
  corrected?: boolean;
  /**
   * Of guesses and correct: what they prove where fair coins chose the members of one training run. Its ε is for adding or removing an
   * example; apart says that it is not compared with the run, whose neighbours are others.
   */
  one_run?: { epsilon: Num; canaries: number; guesses: number; correct: number; apart?: boolean };
  bound?: Answer;
  floor?: Answer;
  published?: Answer;
  contradicted?: boolean;
}

/** A side release: ε with δ, ε with a Rényi order, or μ. */
export type Release = { name?: string } & ({ epsilon: number; delta?: number } | { epsilon: number; alpha: number } | { mu: number });

export interface TradeoffInput {
  fpr?: number[];
  prior?: number;
  fit?: boolean;
  /** Soon, and weaker. */
  quick?: boolean;
}

export interface Laboratory {
  audit(request: { input: AuditInput; run?: Run } & RowSelection, options?: Options): Promise<Audit>;

  /** The largest true positive rate at each false positive rate; risk at a prior; a Gaussian fit. */
  tradeoff(
    request: ({ run: Run; question?: Question; input?: TradeoffInput } & RowSelection) | { input: { mu?: Num; epsilon?: Num; delta?: number } & TradeoffInput },
    options?: Options,
  ): Promise<{
    fpr: Num[];
    tpr: Num[];
    advantage: Num;
    mu?: Num;
    rows?: string[];
    profile?: { epsilon: Num; delta: Num }[];
    /** error is the Bayes risk, at least; posterior follows a positive guess at each rate of fpr, at most. */
    risk?: { prior: Num; blind: Num; error: Num; posterior: Num[] };
    /** Where both rates are at least least. */
    fit?: { mu: Num; regret: Num; least: Num; tpr: Num[]; advantage: Num };
  }>;

  /** Corollary C.2 of Kong and Ribero, beside solving. */
  noise(
    request: { input: { n: number; b: number; epochs: number; clip: number; smoothness: number; weak_convexity: number; alpha: number; epsilon: number } },
    options?: Options,
  ): Promise<{
    eta: Num;
    printed: Num;
    costs: Num;
    repaired: Num;
    batches: Num;
    theorem: { sigma: Num; epsilon: Num; row: string };
    best: { sigma: Num; epsilon: Num; row: string };
    run: Run;
  }>;

  /** Proposition A.5(a) of Kong and Ribero. */
  operators(
    request: { input: { lipschitz: number; apart: number; start?: number; sigma: number; cycle: number; steps: number; alpha: number } },
    options?: Options,
  ): Promise<{ epsilon: Num; printed: Num }>;

  /** The constants of a logistic or soft-max regression. */
  logistic(
    request: { input: { features: number; classes: number; bias?: boolean; single?: boolean; reg?: number; clip?: Num; eta?: number } },
    options?: Options,
  ): Promise<{
    curvature: Num;
    norm: Num;
    difference: Num;
    clips: boolean;
    run?: { loss: string; smoothness: Num; strong_convexity?: Num; clip: Num; clipping: string };
    modulus?: Num;
    modulus_without_clip?: Num;
    modulus_without_convexity?: Num;
  }>;

  /** A run and other releases together. */
  account(
    request: { run: Run; question: Question; input: { releases: Release[] } } & RowSelection,
    options?: Options,
  ): Promise<{ epsilon: Num; alone: Num; row: string; order?: Num; divergence?: Num; run: Run }>;

  /** Estimates of a Hölder constant: Iris, unless a table is given. Takes minutes at its defaults. */
  hoelder(
    request?: { input?: { seed?: number; epochs?: number; points?: number; starts?: number; radius?: number; orders?: number[]; table?: string } },
    options?: Options,
  ): Promise<{
    orders: Num[];
    example: Num[];
    mean: Num[];
    nearest: Num;
    furthest: Num;
    compared: number;
    weights: number;
    examples: number;
    features: number;
    classes: string[];
    figure: { T: Num[]; composition: Num[]; output: Num[]; lines: { order: Num; constant: Num; epsilon: Num[] }[] };
  }>;

  /** Shapes of utility bounds along the diameter, or along the noise, relative to the run's own. */
  utility(
    request: { run: Run; input: { dimension: number; deviation: number; alpha: number; epsilon: number; delta: number; noise?: boolean } },
    options?: Options,
  ): Promise<{
    along: "diameter" | "noise";
    factor: Num[];
    shapes: { id: string; source: string; of: string; needs?: string; firm?: boolean; value: Num; half: Num; ratios: Num[] }[];
    run: Run;
  }>;

  /** Lemma 3.2 of Ye and Shokri, as ε(α)/α before each step and after the last. */
  dynamics(request: { run: Run; input: { uses: number[] } }, options?: Options): Promise<{ loss: Num[]; composed: Num[]; inverse_lsi: Num[] }>;

  /** Two runs on a line from step tau on, and a third that the schedule leads from one to the other. */
  replay(
    request: { run: Run; input?: { seed?: number } } & Restriction,
    options?: Options,
  ): Promise<{ row: string; tau: number; T: number; with: Num[]; without: Num[]; shifted: Num[]; left: Num[]; allowed: Num[]; spent: Num[] }>;
}

export interface Settings {
  /** Load the laboratory's program, which has the methods of `lab` besides all others. */
  lab?: boolean;
  /** The folder of the calculator; where engine.js came from unless given. */
  base?: string;
}

/** Connects to the engine. All engines of a page share one worker. */
export function engine(settings?: Settings): Promise<Engine>;
