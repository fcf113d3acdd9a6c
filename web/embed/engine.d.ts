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
  clip: number;
  sigma: number;
  noise?: "iterate" | "gradient" | "langevin" | "multiplier";
  /** Infinity or "inf": no projection. */
  diameter: Num;
  adjacency?: "replace" | "zero-out" | "add-remove";
  scheme: "full" | "cyclic" | "shuffle-once" | "reshuffle" | "without-replacement" | "poisson";
  loss: "smooth" | "convex" | "strongly-convex" | "weakly-convex" | "holder";
  smoothness?: number;
  strong_convexity?: number;
  weak_convexity?: number;
  holder_order?: number;
  clipping: "active" | "never" | "glm" | "difference";
}

/** Rényi divergence of an order, or ε at a δ. */
export type Question = { alpha: number } | { delta: number };

export interface Answer {
  /** The theorem that gave it. */
  row: string;
  epsilon: Num;
  certified: boolean;
}

export interface Row {
  id: string;
  name: string;
  source?: { authors: string; title?: string; year?: number; where?: string; url?: string };
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
  /** The same run if every iterate were published. */
  published?: Answer;
  lower?: Answer;
  lower_estimate?: Answer;
  /** Two rows contradict each other: neither is used, and nothing is certified. */
  contradiction?: Contradiction;
  verdict: { helps: boolean; burn_in?: number; given_up?: boolean; changes: { field: string; value: string; epsilon: Num; impractical?: boolean }[]; ordered?: Answer };
  warnings: string[];
  statement: string;
  rows: Row[];
}

/** The distances and payments behind a row; see the README of the engine's messages. */
export interface Schedule {
  row: string;
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

/** A figure of a paper: its lines, ours, and what was checked against print. */
export interface Figure {
  figure: string;
  paper: string;
  number: string;
  title: string;
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
  }[];
  checks: { line: string; T: Num; want: Num; digits: number; source: string; got: Num | null; agrees: boolean }[];
}

export interface Options {
  /** Gets the rows known so far while slow ones are computed. */
  partial?: (part: { rows: Row[]; pending: string[]; contradiction?: Contradiction }) => void;
  /** Gets counts from requests that count their parts. */
  progress?: (count: { done: number; of: number }) => void;
  /** Gives the request up, even in the middle of it. */
  signal?: AbortSignal;
}

/** Which results count. */
export interface Restriction {
  /** Leave out our own results: only theorems of papers. */
  published_only?: boolean;
}

export interface Engine {
  /** The version and the build of the engine, and what it can be asked. */
  readonly version: string;
  readonly build: string;
  readonly methods: readonly string[];

  evaluate(request: { run: Run; question: Question; rows?: string[] } & Restriction, options?: Options): Promise<Evaluation>;

  /** ε where one number varies; null where a row does not apply. */
  curve(
    request: { run: Run; question: Question; parameter: string; values: Num[]; rows?: string[]; slow_values?: number } & Restriction,
    options?: Options,
  ): Promise<{ series: { row: string; epsilon: (Num | null)[]; coarse?: boolean }[]; levels_off?: number }>;

  /** The value of a field that meets a target, evaluated. */
  solve(
    request: {
      run: Run;
      field: "sigma" | "T" | "diameter" | "b";
      target: { epsilon: number } & Question;
      steps?: "T" | "epochs";
      rows?: string[];
    } & Restriction,
    options?: Options,
  ): Promise<{ value: Num; epsilon: Num; row: string; bracket: Num[] }>;

  /** The steps that a row's value is made of; rejects with "no-schedule" where it has none. */
  schedule(request: { run: Run; row: string; question?: Question }, options?: Options): Promise<Schedule>;

  /** Several runs; each has its result or its own error. */
  compare(
    request: { runs: { label?: string; run: Run; question: Question }[]; rows?: string[] } & Restriction,
    options?: Options,
  ): Promise<{ runs: { label: string; result?: Evaluation; error?: Fault }[] }>;

  /** A figure of a paper by its name, such as "chien-li-1a". */
  figure(request: { figure: string }, options?: Options): Promise<Figure>;

  /** Any method by its name; see the README of the engine's messages. */
  ask<Result = unknown>(method: string, request?: object, options?: Options): Promise<Result>;

  /** Gives up every request of this engine; each rejects with an AbortError. */
  cancel(): void;

  /** Ends the use of the engine. What is under way is given up. */
  close(): void;
}

/** Rejected requests carry what the engine said. */
export class EngineError extends Error {
  /** As in the engine's messages; or "crashed", or "closed". */
  readonly code: string;
  /** One entry for each field at fault. */
  readonly errors: { field: string; value: string; message: string }[];
}

export interface Settings {
  /** The folder of the calculator; where engine.js came from unless given. */
  base?: string;
}

/** Connects to the engine. All engines of a page share one worker. */
export function engine(settings?: Settings): Promise<Engine>;
