-- safe: the outbox holds what was not sent yet, and the index leaves the rest out
CREATE INDEX "mails_urgent" ON "mails" USING btree ("next_try_at") WHERE sent_at is null and kind is null;
--> statement-breakpoint
set role osnova_system;
--> statement-breakpoint
-- What signs people in or guards their account names no kind; it goes first, however many others wait.
create or replace function take_mails(p_limit integer)
  returns table (id integer, recipient text, subject text, text text, html text)
  language sql security definer set search_path = public, pg_temp as $$
  with urgent as materialized (
    select d.id from mails d where d.sent_at is null and d.kind is null and d.next_try_at <= now() and d.tries < 12
      order by d.next_try_at limit p_limit for update skip locked
  ), others as materialized (
    select d.id from mails d
      where d.sent_at is null and d.kind is not null and d.next_try_at <= now() and d.tries < 12
      order by d.next_try_at limit p_limit - (select count(*) from urgent) for update skip locked
  )
  update mails m set tries = tries + 1, next_try_at = now() + least(interval '1 hour', interval '1 minute' * power(2, tries))
    where m.id in (select u.id from urgent u union all select o.id from others o)
    returning m.id, m.recipient, m.subject, m.text, m.html
$$;
--> statement-breakpoint
reset role;
