import { parseArgs } from 'node:util';
import { Failure } from './stack/failure.ts';
import { runProgram } from './stack/program.ts';
import { endSessions, removeFactors } from './vendor/accounts.ts';
import { oneFeedback, recentFeedback } from './vendor/feedback.ts';
import { connectAsVendor } from './vendor/connection.ts';
import { eraseCompany, keepCompany } from './vendor/erasure.ts';
import { allCompanies, createOwner, markLibrary, setBlocked, setLicenceLimit } from './vendor/companies.ts';
import { allRequests, vouchFor } from './vendor/mails.ts';
import { oneLine, print } from './vendor/print.ts';
import { recount } from './vendor/recount.ts';
import { reportOf, type Line } from './vendor/report.ts';

const USAGE = `npm run vendor -- <command>

  companies                          every company: licences used, pending and allowed, owner
  report                             every company's activity; jobs, mails and errors of the product
  limit <company> <number|none>      how many licences a company has
  library <company>                  whose published courses are everybody's library
  block <company>, unblock <company> nobody of it gets in, from their very next request on
  requests                           young companies that ask to invite more strangers a day, and how many invitations wait
  vouch <company>                    it invites whom it likes, and what waits goes now
  recount <company>                  counts anew what is kept of it for its lists and sums, and says what was mended
  sign-out <email or phone>          ends all sessions of a person, who has to sign in anew; of several with one phone it
                                     lists the numbers, and takes one of them
  lost-factor <email or phone>       takes the second factors and recovery codes off a person's account, ends its sessions
                                     and mails them; docs/operations.md says how to make sure who asks
  erase <company> <name>             everything of it is erased in 30 days, or with --now within minutes
  keep <company>                     takes that back
  owner --company <name> --email <address> [--language uk|en|de]
                                     a company with its first owner, who gets a link by mail
  feedback                           what people wrote last, newest first
  feedback <message>                 all of one message; its screenshot is saved in the current folder

A company is named by its id. The database is that of OWNER_DATABASE_URL, or of the product running from DATA_DIR.`;

await runProgram(async ({ onStop, finish }) => {
  const { positionals, values } = read(process.argv.slice(2));
  const [command, ...rest] = positionals;
  if (!command) {
    print(USAGE);
    return finish();
  }
  const vendor = await connectAsVendor();
  onStop(() => vendor.client.end());
  const { client, files } = vendor;
  switch (command) {
    case 'companies':
      print(tableOf(await allCompanies(client)));
      break;
    case 'report':
      print(printed(await reportOf(client)));
      break;
    case 'limit':
      print(await setLicenceLimit(client, companyFrom(rest), limitFrom(rest[1])));
      break;
    case 'library':
      print(await markLibrary(client, companyFrom(rest)));
      break;
    case 'block':
    case 'unblock':
      print(await setBlocked(client, companyFrom(rest), command === 'block'));
      break;
    case 'requests':
      print(tableOf(await allRequests(client), 'Nobody asks.'));
      break;
    case 'vouch':
      print(await vouchFor(client, companyFrom(rest)));
      break;
    case 'recount':
      print(await recount(client, companyFrom(rest)));
      break;
    case 'sign-out':
      print(await endSessions(client, rest[0] ?? ''));
      break;
    case 'lost-factor':
      print(await removeFactors(client, rest[0] ?? '', vendor.url));
      break;
    case 'erase':
      print(
        await eraseCompany(client, companyFrom(rest), {
          name: rest[1] ?? '',
          now: values.now ?? false,
          url: vendor.url,
        }),
      );
      break;
    case 'keep':
      print(await keepCompany(client, companyFrom(rest)));
      break;
    case 'owner':
      print(await createOwner(client, { ...ownerFrom(values), url: vendor.url }));
      break;
    case 'feedback':
      print(
        rest[0]
          ? await oneFeedback(client, messageFrom(rest[0]), files)
          : tableOf(await recentFeedback(client), 'No feedback yet.'),
      );
      break;
    default:
      throw new Failure(`There is no command ${command}.\n\n${USAGE}`);
  }
  finish();
}, USAGE);

function read(args: string[]) {
  const options = {
    company: { type: 'string' },
    email: { type: 'string' },
    language: { type: 'string' },
    now: { type: 'boolean' },
  } as const;
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    throw new Failure(`${(error as Error).message}\n\n${USAGE}`);
  }
}

function companyFrom([id]: string[]): number {
  if (!/^[1-9]\d{0,8}$/.test(id ?? ''))
    throw new Failure('Name the company by its id; "companies" lists them.');
  return Number(id);
}

function messageFrom(id: string): number {
  if (!/^[1-9]\d{0,8}$/.test(id)) throw new Failure('Name the message by its number; "feedback" lists them.');
  return Number(id);
}

function limitFrom(value: string | undefined): number | null {
  if (value === 'none') return null;
  if (!/^\d{1,7}$/.test(value ?? '')) throw new Failure('The limit is a whole number, or none.');
  return Number(value);
}

function ownerFrom({
  company,
  email,
  language = 'uk',
}: {
  company?: string;
  email?: string;
  language?: string;
}) {
  if (!company?.trim() || !email?.trim()) throw new Failure('An owner needs --company and --email.');
  return { company: company.trim(), email: email.trim().toLowerCase(), language };
}

function printed({ companies, jobs, mails, errors, problems }: Awaited<ReturnType<typeof reportOf>>): string {
  const parts = [
    ['Companies', tableOf(companies)],
    ['Jobs', tableOf(jobs, 'None has run yet.')],
    ['Mails', tableOf(mails)],
    ['Errors of 24 hours', tableOf(errors, 'None.')],
    ['To look at', problems.join('\n') || 'Nothing: jobs and mails are on time.'],
  ];
  return parts.map(([title, text]) => `${title}\n${text}`).join('\n\n');
}

function tableOf(rows: Line[], empty = 'No company yet.'): string {
  if (rows.length === 0) return empty;
  const names = Object.keys(rows[0]!);
  const cells = [names, ...rows.map((row) => names.map((name) => oneLine(String(row[name] ?? ''))))];
  const widths = names.map((_, column) => Math.max(...cells.map((row) => row[column]!.length)));
  return cells
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
