import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { Failure, messageOf } from '../stack/failure.ts';
import { verifiedAddress } from '../stack/database/owner-address.ts';
import { dataPath } from '../stack/settings.ts';

/** What a running `npm start` leaves for this command: the owner's connection string and the product's address. */
export const RUNNING = 'vendor.json';

/** Where files are stored, and the keys to them. */
export interface Files {
  endpoint: string;
  bucket: string;
  id: string;
  secret: string;
}

export interface Running {
  owner_url: string;
  url: string;
  files: Files;
}

/** Connects as the owner of the database, acting as the role of the system functions, which sees every company. */
export async function connectAsVendor(): Promise<{ client: pg.Client; url: string; files: Files }> {
  const { owner_url, url, files } = running();
  const client = new pg.Client({ connectionString: verifiedAddress(owner_url) });
  try {
    await client.connect();
    await client.query('set role osnova_system');
  } catch (error) {
    throw new Failure(`The database does not answer: ${messageOf(error)}`);
  }
  return { client, url, files };
}

function running(): Running {
  const { OWNER_DATABASE_URL, APP_URL } = process.env;
  if (OWNER_DATABASE_URL) {
    if (!APP_URL) throw new Failure('Set APP_URL to the public address: links in mails begin with it.');
    return { owner_url: OWNER_DATABASE_URL, url: APP_URL.replace(/\/$/, ''), files: filesFromEnvironment() };
  }
  const file = join(dataPath(), RUNNING);
  if (!existsSync(file)) throw new Failure('Start the product first (npm start), or set OWNER_DATABASE_URL.');
  return JSON.parse(readFileSync(file, 'utf8')) as Running;
}

function filesFromEnvironment(): Files {
  const {
    S3_ENDPOINT: endpoint = '',
    S3_BUCKET: bucket = 'osnova-files',
    S3_ACCESS_KEY_ID: id = '',
    S3_SECRET_ACCESS_KEY: secret = '',
  } = process.env;
  return { endpoint, bucket, id, secret };
}
