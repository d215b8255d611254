import { migrateDatabase } from './migrate/migrate.ts';
import { Failure } from './stack/failure.ts';
import { verifiedAddress } from './stack/database/owner-address.ts';
import { runProgram } from './stack/program.ts';

await runProgram(async ({ finish }) => {
  const owner_url = process.env['OWNER_DATABASE_URL'];
  if (!owner_url)
    throw new Failure('OWNER_DATABASE_URL is missing: the owner’s connection string, not a pooler’s.');
  await migrateDatabase(verifiedAddress(owner_url));
  console.log('The database is at the present release.');
  finish();
});
