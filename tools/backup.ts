import { restoreBackup } from './backup/restore.ts';
import { saveBackup } from './backup/save.ts';
import { Failure } from './stack/failure.ts';
import { runProgram } from './stack/program.ts';
import { connectAsVendor } from './vendor/connection.ts';

const USAGE = `npm run backup -- <command>

  save <file>      writes every row of the database into a compressed file, as of one moment
  restore <file>   reads it into an empty database that has the same migrations

The database is that of OWNER_DATABASE_URL, or of the product running from DATA_DIR. Files in the bucket, secrets and the
Worker's password are not in it.`;

await runProgram(async ({ onStop, finish }) => {
  const [command, file] = process.argv.slice(2);
  if (!command) {
    console.log(USAGE);
    return finish();
  }
  if (!file || (command !== 'save' && command !== 'restore')) throw new Failure(USAGE);
  const { client } = await connectAsVendor();
  onStop(() => client.end());
  const rows = await (command === 'save' ? saveBackup : restoreBackup)(client, file);
  console.log(`${rows} rows ${command === 'save' ? 'written to' : 'read from'} ${file}.`);
  finish();
}, USAGE);
