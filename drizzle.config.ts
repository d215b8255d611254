import { defineConfig } from 'drizzle-kit';

// Only `drizzle-kit generate`: what applies migrations is `npm run migrate`.
export default defineConfig({
  dialect: 'postgresql',
  schema: './worker/**/tables.ts',
  out: './migrations',
});
