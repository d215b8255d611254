import type { Context, Hono } from 'hono';
import type { Env } from '../context.ts';
import type { Endpoint } from '../contract.ts';

/** `endpoint` as declared, who called it, once that is known, and why it was refused: for the log. */
interface Variables {
  request_id: string;
  endpoint?: Endpoint;
  refusal?: string;
  login?: { company_id: number; user_type: string };
  /** A secret for the browser to keep, by which its sign-ins are known. */
  device?: string;
}
type Bindings = { Bindings: Env; Variables: Variables };

/** The router together with the list of what it serves, and what a call has to meet first: it throws what refuses it. */
export interface App {
  hono: Hono<Bindings>;
  endpoints: Endpoint[];
  /** The modules that declare them, by whose exports they are named. */
  contracts: object[];
  admit: (c: AppContext) => Promise<void> | undefined;
}

/** One call on its way through. */
export type AppContext = Context<Bindings>;
