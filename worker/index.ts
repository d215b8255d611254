import { createApp } from './app.ts';
import { runJobs } from './jobs.ts';
import { answerContent } from './learning/packages/content/content.ts';
import { isOfContent } from './learning/packages/content/content-token.ts';
import type { Env } from './platform/context.ts';

export { ExamClock } from './exams/attempts/exam-clock.ts';

const app = createApp();

export default {
  fetch: (request, env, ctx) =>
    isOfContent(env, request)
      ? answerContent(env, request, (work) => ctx.waitUntil(work))
      : app.hono.fetch(request, env, ctx),
  scheduled: (_event, env, ctx) => ctx.waitUntil(runJobs(env)),
} satisfies ExportedHandler<Env>;
