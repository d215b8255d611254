import { env } from 'cloudflare:workers';
import { neon, neonConfig } from '@neondatabase/serverless';

neonConfig.fetchEndpoint = env.DATABASE_PROXY ?? '';

/** The tables' owner, for tests in workerd: ownerSql`select …` or ownerSql.transaction([…]). */
export const ownerSql = neon(env.OWNER_DATABASE_URL);
