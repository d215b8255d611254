import { DurableObject } from 'cloudflare:workers';
import { neon, neonConfig } from '@neondatabase/serverless';

export class ExamClock extends DurableObject {}

export default {
  async fetch(request: Request, env: any) {
    if (env.DATABASE_PROXY) neonConfig.fetchEndpoint = env.DATABASE_PROXY;
    const [row] = await neon(env.DATABASE_URL)`select 1 as one, current_user as me`;
    return Response.json(row);
  },
  async scheduled() {
    console.log('scheduled');
  },
};
