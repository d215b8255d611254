import { createApp } from './app.ts';
import { runJobs } from './jobs.ts';
import type { Env } from './platform/context.ts';

export { ExamClock } from './exams/attempts/exam-clock.ts';

const app = createApp();

export default {
  fetch: app.hono.fetch,
  scheduled: (_event, env, ctx) => ctx.waitUntil(runJobs(env)),
} satisfies ExportedHandler<Env>;
