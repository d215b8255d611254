import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type pg from 'pg';
import { oneLine } from './print.ts';
import { Failure, messageOf } from '../stack/failure.ts';
import { presignGet } from '../../worker/platform/files/object-storage.ts';
import type { Files } from './connection.ts';

/** The last messages of people to whoever runs the product, newest first, as the command prints them. */
export async function recentFeedback(client: pg.Client, count = 50) {
  const { rows } = await client.query<Record<string, string | number | null>>(
    `
    select f.id, to_char(f.created_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as "UTC", c.name as company,
           coalesce(u.email, u.phone) as "from", f.category, case when f.screenshot_id is not null then 'yes' end as screenshot,
           case when length(f.text) > 60 then left(regexp_replace(f.text, '\\s+', ' ', 'g'), 59) || '…'
             else regexp_replace(f.text, '\\s+', ' ', 'g') end as text
      from feedback f join companies c on c.id = f.company_id join users u on u.id = f.user_id
      order by f.created_at desc, f.id desc limit $1`,
    [count],
  );
  return rows;
}

interface Message {
  company: string;
  company_id: number;
  name: string;
  email: string | null;
  phone: string | null;
  user_type: string;
  category: string;
  text: string;
  page: string;
  device: string;
  created_at: Date;
  key: string | null;
  content_type: string | null;
}

/** One message in full; its screenshot is saved into the current folder. */
export async function oneFeedback(client: pg.Client, id: number, files: Files): Promise<string> {
  const { rows } = await client.query<Message>(
    `
    select c.name as company, c.id as company_id, trim(concat_ws(' ', u.first_name, u.last_name)) as name, u.email, u.phone,
           f.user_type, f.category, f.text, f.page, f.device, f.created_at, m.key, m.content_type
      from feedback f join companies c on c.id = f.company_id join users u on u.id = f.user_id
      left join media m on m.id = f.screenshot_id where f.id = $1`,
    [id],
  );
  const [message] = rows;
  if (!message) throw new Failure(`There is no message ${id}; "feedback" lists them.`);
  const { key, content_type } = message;
  const saved = key && (await saveScreenshot(files, key, `feedback-${id}.${extensionOf(content_type)}`));
  const facts: [string, string | null][] = [
    ['company', `${message.company} (${message.company_id})`],
    ['from', [message.name, message.email, message.phone].filter(Boolean).join(', ')],
    ['role', message.user_type],
    ['category', message.category],
    ['written', message.created_at.toISOString()],
    ['page', message.page],
    ['browser', message.device],
    ['screenshot', saved],
  ];
  const lines = facts
    .filter(([, value]) => value)
    .map(([label, value]) => `${label.padEnd(12)}${oneLine(value!)}`);
  return `${lines.join('\n')}\n\n${message.text}`;
}

const extensionOf = (type: string | null): string => (type === 'image/jpeg' ? 'jpg' : 'png');

async function saveScreenshot({ endpoint, bucket, id, secret }: Files, key: string, name: string) {
  const storage = {
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY_ID: id,
    S3_SECRET_ACCESS_KEY: secret,
  };
  try {
    const answer = await fetch(await presignGet(storage, key, 60));
    if (!answer.ok) throw new Error(`it answers ${answer.status}`);
    writeFileSync(name, await answer.bytes());
    return resolve(name);
  } catch (error) {
    throw new Failure(`The screenshot cannot be read from storage: ${messageOf(error)}`);
  }
}
