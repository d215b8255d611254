import type { Reach, UserType } from '../access/contract.ts';

/** Bindings, variables and secrets of the Worker; docs/operations.md explains each. */
export interface Env {
  ASSETS: Fetcher;
  FILES: R2Bucket;
  MAIL: SendEmail;
  EXAM_CLOCK: DurableObjectNamespace;
  /** Connection string of the role osnova_worker. */
  DATABASE_URL: string;
  /** Local only: the HTTP endpoint that stands in for the managed database's. */
  DATABASE_PROXY?: string;
  JWT_SECRET: string;
  PASSWORD_PEPPER: string;
  /** Local only: rounds of a password's hash, for tests. */
  PASSWORD_ROUNDS?: string;
  APP_URL: string;
  /** Where packages are served: another host of the same Worker. Without it there are none. */
  CONTENT_URL?: string;
  PRODUCT_NAME: string;
  MAIL_FROM: string;
  /** Where feedback is mailed to; without it, it is only kept. */
  SUPPORT_EMAIL?: string;
  /** Where browsers send uploads: the bucket's S3 address and its keys. */
  S3_ENDPOINT: string;
  S3_BUCKET: string;
  S3_ACCESS_KEY_ID: string;
  S3_SECRET_ACCESS_KEY: string;
  /** Requests per address at the calls that anybody may make. */
  PUBLIC_CALLS: RateLimit;
  /** Calls of a person that make or read a file. */
  FILE_CALLS: RateLimit;
  /** Calls of a directory, by its token. */
  DIRECTORY_CALLS: RateLimit;
  /** Provider settings as JSON; without one its button is not shown. */
  GOOGLE_SIGN_IN?: string;
  FACEBOOK_SIGN_IN?: string;
  /** The help widget: its key, and its product for Ukrainian and for other languages. */
  SLEEKPLAN_KEY?: string;
  SLEEKPLAN_PRODUCT_UK?: string;
  SLEEKPLAN_PRODUCT_OTHER?: string;
  /** Whoever sends it reads the figures of `GET /api/health`. */
  HEALTH_TOKEN?: string;
  /** 'errors' keeps requests that went well out of the log. */
  LOG_REQUESTS?: string;
  /** Which version of the Worker this is; the platform's word. */
  VERSION?: { id: string };
}

/** Who acts, where, and how far their hand reaches in this call. Every query takes one. */
export interface Scope {
  company_id: number;
  user_id: number;
  user_type: UserType;
  session_id: number;
  /** Of whoever came from another system: the one course that they have. */
  only_course?: number;
  reach: Reach;
  /** Calls of a running attempt, which tolerate a role lost since the start, and calls about the person alone. */
  in_no_role: boolean;
  /** The caller's `Idempotency-Key` with the endpoint it belongs to, and a digest of what is asked for. */
  idempotency: { key: string; endpoint: string; request: string } | null;
}

/** What a request tells of its sender, for sessions and throttling. */
export interface Sender {
  /** The browser's User-Agent. */
  device: string;
  address: string;
  /** What failures are counted by: the address, of IPv6 its /64. */
  network: string;
  /** The secret by which the browser is known; null: it has none. It proves nothing and opens nothing. */
  known: string | null;
  /** Has the browser keep such a secret. */
  keep: (secret: string) => void;
}

/** Keeps work alive beyond the answer of its request: what comes after it, and what others wait for too. */
export type Later = (work: Promise<unknown>) => void;
