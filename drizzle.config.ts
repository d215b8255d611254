import { defineConfig } from 'drizzle-kit';
import { verifiedAddress } from './tools/stack/owner-address.ts';

export default defineConfig({
  dialect: 'postgresql',
  schema: './worker/*/tables.ts',
  out: './migrations',
  // The owner's connection string; only `drizzle-kit migrate` needs it.
  dbCredentials: { url: verifiedAddress(process.env['OWNER_DATABASE_URL'] ?? '') },
});
