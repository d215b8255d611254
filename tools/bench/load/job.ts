export interface Call {
  method: 'GET' | 'POST';
  path: string;
  access?: string;
  /** SEQUENCE in it stands for a number that is higher with each request. */
  body?: string;
}

export interface Job {
  calls: Call[];
  clients: number;
  /** No client begins a call after this long. */
  seconds: number;
  /** Milliseconds from one call of a client to its next; without it, each follows the answer before. */
  every?: number;
  /** Each call once, or over and over: client n takes the calls n, n + clients, … */
  order: 'once' | 'repeat';
  expected: number;
  /** Gives the answers back, each with the place of its call in `calls`. */
  keep: boolean;
}

export interface Outcome {
  /** Of each request, in milliseconds, until its last byte. */
  latencies: number[];
  /** Seconds from the first request to the last answer. */
  elapsed: number;
  /** Answers of another status than the expected one. */
  failures: string[];
  answers: { call: number; body: string }[];
  /** Of all answers. */
  bytes: number;
}

export const SEQUENCE = '%SEQUENCE%';
