import { issueAccess, type Login } from '../../worker/platform/secrets/access-token.ts';
import type { Env } from '../../worker/platform/context.ts';
import { filled } from '../bench/companies/filled.ts';

/** A company that was registered just now, and its owner signed in: whoever sees the first steps. */
export async function signInNewOwner(ownerUrl: string, secrets: { jwt_secret: string }): Promise<string> {
  const login = await filled(ownerUrl, {}, async (client) => {
    await client.query(FILL);
    const { rows } = await client.query<Login>(
      `insert into sessions (user_id, expires_at, company_id, user_type)
         select u.id, now() + interval '30 days', m.company_id, 'owner'
           from users u join memberships m on m.user_id = u.id where u.email = 'new-owner@bench.example'
         returning id as session_id, user_id, company_id, user_type`,
    );
    return rows[0]!;
  });
  return issueAccess({ JWT_SECRET: secrets.jwt_secret } as Env, login);
}

const FILL = `
do $$
declare
  v_owner integer;
  v_company integer;
begin
  insert into users (email, first_name, last_name, email_verified, activated_at)
    values ('new-owner@bench.example', 'Олена', 'Шевчук', true, now()) returning id into v_owner;
  perform set_config('app.user', v_owner::text, true), set_config('app.user_type', 'owner', true);
  insert into companies (name, email, owner_id) values ('Нова компанія', 'new-owner@bench.example', v_owner)
    returning id into v_company;
  perform set_config('app.company', v_company::text, true);
  insert into memberships (company_id, user_id, user_types)
    values (v_company, v_owner, array['owner', 'admin', 'manager', 'trainer', 'student']);
end $$`;
