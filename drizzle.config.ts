import { defineConfig } from 'drizzle-kit';

export default defineConfig({
  dialect: 'postgresql',
  schema: './worker/*/tables.ts',
  out: './migrations',
  // The owner's connection string; only `drizzle-kit migrate` needs it.
  dbCredentials: { url: process.env['OWNER_DATABASE_URL'] ?? '' },
});
