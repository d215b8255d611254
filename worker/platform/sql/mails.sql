-- Mails: queued in the transaction that causes them, sent after it.

-- How often a mail is tried; the index `mails_queues` names it once more.
create or replace function mail_tries() returns integer
  language sql
  immutable
  parallel safe
  as 'select 12';

-- Of many mails queued at once, how many may leave in a minute: fewer than are sent, so that others get through.
create or replace function mails_a_minute() returns integer
  language sql
  immutable
  parallel safe
  as 'select 250';

-- When the mail at this place, from 1, of many queued at once is due.
create or replace function mail_turn(p_place bigint) returns timestamptz
  language sql
  stable
  parallel safe
  as $$
  select now() + make_interval(mins => ((p_place - 1) / mails_a_minute())::integer)
$$;

set role osnova_system;

-- Queues a mail ({subject, text, html}) that is sent with the next turn of the queue.
create or replace function queue_mail(
  p_recipient text,
  p_mail jsonb
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  insert into mails (recipient, subject, text, html)
    values (p_recipient, p_mail->>'subject', p_mail->>'text', p_mail->>'html')
$$;
grant execute on function queue_mail(text, jsonb) to public;

-- Mails that are due, for one sender, in the order to be sent. What signs people in or guards their account names no
-- kind and goes first. The others go in turn: one of each company, then the second of each, and between companies whose
-- turn is the same the one served longest ago; so however much one queues, another waits for one mail of each company
-- at most. A failed one is due again after a pause that doubles.
create or replace function take_mails(
  p_limit integer
) returns table (id integer, recipient text, subject text, text text, html text)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  -- Two senders choose one after the other: side by side both would choose the same, and one go away empty.
  perform pg_advisory_xact_lock(hashtext('take_mails'), 0);
  return query
  with recursive urgent as (
    select d.id, row_number() over (order by d.next_try_at, d.id) as place
      from (select u.id, u.next_try_at from mails u
              where u.sent_at is null and u.kind is null and u.next_try_at <= clock_timestamp()
                and u.tries < mail_tries()
              order by u.next_try_at limit p_limit) d
  ), queues as (
    -- One step of the index per company, however many mails each has.
    (select coalesce(q.company_id, 0) as company from mails q
       where q.sent_at is null and q.kind is not null and q.tries < mail_tries() order by 1 limit 1)
    union all
    select (select coalesce(q.company_id, 0) from mails q
              where q.sent_at is null and q.kind is not null and q.tries < mail_tries()
                and coalesce(q.company_id, 0) > before.company
              order by 1 limit 1)
      from queues before where before.company is not null
  ), others as (
    select d.id, row_number() over (order by d.turn, served.last nulls first, d.next_try_at, d.id) as place
      from queues
      cross join lateral (select max(t.taken_at) as last from mails t
                            where coalesce(t.company_id, 0) = queues.company and t.taken_at is not null) served
      cross join lateral (
        select o.id, o.next_try_at, row_number() over (order by o.next_try_at, o.id) as turn from mails o
          where coalesce(o.company_id, 0) = queues.company and o.sent_at is null and o.kind is not null
            and o.tries < mail_tries() and o.next_try_at <= clock_timestamp()
          order by o.next_try_at, o.id limit p_limit) d
      where queues.company is not null
  ), chosen as materialized (
    select c.id, row_number() over (order by c.rank, c.place) as place
      from (select u.id, u.place, 0 as rank from urgent u union all select o.id, o.place, 1 from others o) c
      order by 2 limit p_limit
  ), held as materialized (
    -- What somebody takes back at this moment is left alone: each would wait for mails that the other has.
    select m.id, chosen.place from chosen join mails m on m.id = chosen.id for update of m skip locked
  ), taken as (
    update mails m
      set tries = m.tries + 1, taken_at = clock_timestamp(),
          next_try_at = now() + least(interval '1 hour', interval '1 minute' * power(2, m.tries))
      from held where m.id = held.id
      returning m.id, m.recipient, m.subject, m.text, m.html, held.place
  )
  select t.id, t.recipient, t.subject, t.text, t.html from taken t order by t.place;
end $$;
grant execute on function take_mails(integer) to public;

-- These mails were taken by whoever delivers them. Several are locked in the order of their ids, here and where a
-- company takes them back, so that no two wait for each other.
create or replace function mails_sent(p_ids integer[]) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  with held as materialized (select id from mails where id = any (p_ids) order by id for update)
  update mails m set sent_at = now() from held where m.id = held.id
$$;
grant execute on function mails_sent(integer[]) to public;

-- Puts a value in the place of {key}. Between quotation marks its own become those of a quotation in a quotation:
-- «Стандарт „Поруч“».
create or replace function fill_text(
  p_text text,
  p_key text,
  p_value text
) returns text
  language sql
  immutable
  parallel safe
  as $$
  select replace(replace(replace(replace(p_text,
    format('«{%s}»', p_key), format('«%s»', translate(p_value, '«»', '„“'))),
    format('„{%s}“', p_key), format('„%s“', translate(p_value, '„“', '‚‘'))),
    format('“{%s}”', p_key), format('“%s”', translate(p_value, '“”', '‘’'))),
    format('{%s}', p_key), p_value)
$$;

-- Fills {placeholders} of a mail. People chose the values: in HTML they are escaped, and in the subject they are a
-- short line without addresses.
create or replace function fill_mail(p_mail jsonb, p_values jsonb) returns jsonb
  language plpgsql
  immutable
  as $$
declare
  v_subject text := p_mail->>'subject';
  v_text text := p_mail->>'text';
  v_html text := p_mail->>'html';
  v_key text;
  v_value text;
begin
  for v_key, v_value in select key, value from jsonb_each_text(p_values) loop
    if strpos(v_subject, '{' || v_key || '}') > 0 then
      v_subject := replace(v_subject, '{' || v_key || '}', subject_text(v_value));
    end if;
    v_text := fill_text(v_text, v_key, v_value);
    v_html := fill_text(v_html, v_key,
      replace(replace(replace(replace(v_value, '&', '&amp;'), '<', '&lt;'), '>', '&gt;'), '"', '&quot;'));
  end loop;
  return jsonb_build_object('subject', v_subject, 'text', v_text, 'html', v_html);
end $$;

-- A text as one line for a mail's subject: whatever ends a line, hides or turns text round would forge headers or
-- deceive the eye, and an address would send the reader somewhere. Mails come from tables and templates, so the queue
-- asks this of every subject as a whole.
create or replace function subject_line(p_text text) returns text
  language sql
  immutable
  parallel safe
  as $$
  select left(trim(regexp_replace(regexp_replace(regexp_replace(regexp_replace(p_text,
    '[\u0001-\u001F\u007F-\u009F\u00AD\u061C\u200B-\u200F\u2028-\u202E\u2060-\u2069\uFEFF]+', ' ', 'g'),
    '[ \u00A0\u1680\u2000-\u200A\u202F\u205F\u3000]+', ' ', 'g'),
    '[^ ]*(://|[@\uFF20\uFE6B])[^ ]*', ' ', 'g'), ' +', ' ', 'g')), 200)
$$;
grant execute on function subject_line(text) to public;

-- What a company or a person wrote, as a part of a subject: no address of any form, and too short for a message of its
-- own. A bare host keeps its words and loses its dots, so that "ASP.NET" can still be read.
create or replace function subject_text(p_text text) returns text
  language sql
  immutable
  parallel safe
  as $$
  select case when char_length(line) > 60 then rtrim(left(line, 59)) || '…' else coalesce(nullif(line, ''), '…') end
    from (select regexp_replace(subject_line(p_text), '([^ .])[.\u3002\uFF0E\uFF61](?=[^ .0-9]{2})', '\1 ',
      'g') as line) plain
$$;
grant execute on function subject_text(text) to public;

-- How an address is remembered where its holder may be erased: a count has to outlive the name.
create or replace function address_hash(p_address text) returns text
  language sql
  immutable
  parallel safe
  as $$
  select encode(sha256(convert_to(lower(trim(p_address)), 'UTF8')), 'hex')
$$;

-- Whether anybody can have a mailbox or a domain of their own there, so that a shared domain says nothing about who
-- belongs together. Of suffixes under which strangers register (publicsuffix.org) the usual second levels of any
-- country, and all of Ukraine's.
create or replace function is_public_mail_domain(p_domain text) returns boolean
  language sql
  immutable
  parallel safe
  as $$
  select lower(p_domain) = any (array[
    'gmail.com', 'googlemail.com', 'outlook.com', 'outlook.de', 'hotmail.com', 'hotmail.de', 'hotmail.co.uk',
      'hotmail.fr', 'live.com',
    'live.de', 'msn.com', 'icloud.com', 'me.com', 'mac.com', 'yahoo.com', 'yahoo.de', 'yahoo.co.uk', 'yahoo.fr',
      'ymail.com',
    'rocketmail.com', 'aol.com', 'proton.me', 'protonmail.com', 'protonmail.ch', 'pm.me', 'tutanota.com', 'tutanota.de',
      'tuta.com',
    'tuta.io', 'zoho.com', 'zohomail.eu', 'fastmail.com', 'fastmail.fm', 'hey.com', 'mail.com', 'email.com', 'usa.com',
      'post.com',
    'inbox.com', 'gmx.com', 'gmx.net', 'gmx.de', 'gmx.at', 'gmx.ch', 'web.de', 't-online.de', 'magenta.de',
      'freenet.de', 'arcor.de',
    'posteo.de', 'posteo.net', 'mailbox.org', '1und1.de', 'online.de', 'kabelmail.de', 'vodafone.de', 'bluewin.ch',
      'aon.at', 'chello.at',
    'ukr.net', 'i.ua', 'ua.fm', 'meta.ua', 'bigmir.net', 'email.ua', 'online.ua', 'mail.ua', '3g.ua', 'ex.ua',
      'ukrpost.ua', 'ukrpost.net',
    'wp.pl', 'o2.pl', 'onet.pl', 'op.pl', 'interia.pl', 'seznam.cz', 'email.cz', 'centrum.cz', 'azet.sk', 'abv.bg',
      'freemail.hu',
    'citromail.hu', 'libero.it', 'virgilio.it', 'tiscali.it', 'orange.fr', 'wanadoo.fr', 'free.fr', 'laposte.net',
      'sfr.fr', 'btinternet.com',
    'comcast.net', 'verizon.net', 'att.net', 'sbcglobal.net', 'cox.net', 'qq.com', '163.com', '126.com', 'naver.com',
    'mail.ru', 'inbox.ru', 'list.ru', 'bk.ru', 'internet.ru', 'yandex.ru', 'yandex.com', 'ya.ru', 'rambler.ru',
    'mailinator.com', 'guerrillamail.com', 'yopmail.com', '10minutemail.com', 'temp-mail.org', 'duck.com',
      'privaterelay.appleid.com',
    'biz.ua', 'in.ua', 'pp.ua', 'cherkassy.ua', 'cherkasy.ua', 'chernigov.ua', 'chernihiv.ua', 'chernivtsi.ua',
      'chernovtsy.ua', 'ck.ua', 'cn.ua', 'cr.ua', 'crimea.ua', 'cv.ua', 'dn.ua', 'dnepropetrovsk.ua',
      'dnipropetrovsk.ua', 'donetsk.ua', 'dp.ua', 'if.ua', 'ivano-frankivsk.ua', 'kh.ua', 'kharkiv.ua', 'kharkov.ua',
      'kherson.ua', 'khmelnitskiy.ua', 'khmelnytskyi.ua', 'kiev.ua', 'kirovograd.ua', 'km.ua', 'kr.ua', 'ks.ua',
      'kv.ua', 'kyiv.ua', 'lg.ua', 'lt.ua', 'lugansk.ua', 'luhansk.ua', 'lutsk.ua', 'lv.ua', 'lviv.ua', 'mk.ua',
      'mykolaiv.ua', 'nikolaev.ua', 'od.ua', 'odesa.ua', 'odessa.ua', 'pl.ua', 'poltava.ua', 'rivne.ua', 'rovno.ua',
      'rv.ua', 'sb.ua', 'sebastopol.ua', 'sevastopol.ua', 'sm.ua', 'sumy.ua', 'te.ua', 'ternopil.ua', 'uz.ua',
      'uzhgorod.ua', 'uzhhorod.ua', 'vinnica.ua', 'vinnytsia.ua', 'vn.ua', 'volyn.ua', 'yalta.ua', 'zakarpattia.ua',
      'zaporizhzhe.ua', 'zaporizhzhia.ua', 'zhitomir.ua', 'zhytomyr.ua', 'zp.ua', 'zt.ua'])
    or lower(p_domain) ~ '^(ac|co|com|edu|gov|mil|net|or|org)\.[a-z]{2}$'
$$;
grant execute on function is_public_mail_domain(text) to public;

-- The mail domain that a company can call its own: that of its owner, once they proved to have a mailbox there. Null:
-- none.
create or replace function own_mail_domain(p_company integer) returns text
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select d.domain from companies c join users u on u.id = c.owner_id and u.email_verified
    cross join lateral (select lower(split_part(u.email, '@', 2)) as domain) d
    where c.id = p_company and d.domain <> '' and not is_public_mail_domain(d.domain)
$$;

-- Until when a company invites few strangers a day: for its first 7 days, in which nobody but the vendor knows who it
-- is. Null: it is older, or the vendor has vouched for it.
create or replace function mails_limited_until(
  p_company integer
) returns timestamptz
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select c.created_at + interval '7 days' from companies c
    where c.id = p_company and c.created_at > now() - interval '7 days'
      and not exists (select from mail_limits l where l.company_id = c.id and l.vouched_at is not null)
$$;

-- How many strangers a young company may invite on one day.
create or replace function strangers_a_day() returns integer
  language sql
  immutable
  parallel safe
  as $$ select 30 $$;
grant execute on function strangers_a_day() to public;

-- When an invitation may leave, and takes its place on that day. Days are UTC and begin at 6, since nobody wants mail
-- at night, and a company chooses its own time zone but not how many days it has.
create or replace function invitation_turn(
  p_company integer,
  p_address text
) returns timestamptz
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_until timestamptz := mails_limited_until(p_company);
  v_today date := (now() at time zone 'UTC')::date;
  v_day date;
begin
  if v_until is null or lower(split_part(p_address, '@', 2)) = own_mail_domain(p_company) then
    return now();
  end if;
  loop
    select d::date into v_day from generate_series(v_today, (v_until at time zone 'UTC')::date, interval '1 day') d
      where (d + interval '6 hours') at time zone 'UTC' < v_until
        and not exists (select from mail_days m
          where m.company_id = p_company and m.day = d::date and m.strangers >= strangers_a_day())
      order by d limit 1;
    if v_day is null then
      return v_until;
    end if;
    insert into mail_days as m (company_id, day, strangers) values (p_company, v_day, 1)
      on conflict (company_id, day) do update set strangers = m.strangers + 1 where m.strangers < strangers_a_day();
    if found then
      return case when v_day = v_today then now() else (v_day + interval '6 hours') at time zone 'UTC' end;
    end if;
  end loop;
end $$;

-- Judges every mail at the door of the queue, so that no way in can leave it out: its subject is one harmless line;
-- nothing of a company goes to whoever refused it; an address is invited by a company once a day; strangers of a young
-- company wait for their day. What may not go leaves no row; `may_invite_by_mail` tells why.
create or replace function admit_mail() returns trigger
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_hash text;
begin
  new.subject := subject_line(new.subject);
  if new.company_id is null then
    return new;
  end if;
  v_hash := address_hash(new.recipient);
  if exists (select from mail_refusals r where r.company_id = new.company_id and r.address_hash = v_hash) then
    return null;
  elsif new.kind is distinct from 'invitation' then
    return new;
  end if;
  -- One after the other, so that two that invite the same people never wait for each other. The keys below hold without
  -- it.
  perform pg_advisory_xact_lock(hashtext('invitations'), new.company_id);
  insert into invited_addresses as i (company_id, address_hash, invited_at) values (new.company_id, v_hash, now())
    on conflict (company_id, address_hash) do update set invited_at = excluded.invited_at
      where i.invited_at <= excluded.invited_at - interval '24 hours';
  if not found then
    return null;
  end if;
  new.next_try_at := greatest(new.next_try_at, invitation_turn(new.company_id, new.recipient));
  if new.next_try_at > now() then
    update invited_addresses set invited_at = new.next_try_at
      where company_id = new.company_id and address_hash = v_hash;
  end if;
  return new;
end $$;

-- Whether a company may mail an address an invitation now. `outcome`: 'stopped' (the holder said "I do not know this
-- company"), 'already_invited' (`next_at`: when it may be sent again), 'waiting' (one is queued; `next_at`: when it
-- goes), or null.
create or replace function may_invite_by_mail(
  p_company integer,
  p_address text,
  out outcome text,
  out next_at timestamptz
)
  language plpgsql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_hash text := address_hash(p_address);
begin
  if exists (select from mail_refusals r where r.company_id = p_company and r.address_hash = v_hash) then
    outcome := 'stopped';
    return;
  end if;
  select case when i.invited_at > now() then 'waiting' else 'already_invited' end,
         case when i.invited_at > now() then i.invited_at else i.invited_at + interval '24 hours' end
    into outcome, next_at
    from invited_addresses i
    where i.company_id = p_company and i.address_hash = v_hash and i.invited_at > now() - interval '24 hours';
end $$;

-- Queues an invitation of a company: {subject, text, html}. `outcome`: 'queued' (it goes now), 'waiting' (it goes
-- `next_at`), 'already_invited' (it may be sent again `next_at`), 'stopped'. `id`: of this mail, which is on its way,
-- so that the link it holds has to work; without one an earlier may be, whose link has to go on working. It names no
-- account, so that the answer is the same whether there is one or not.
create or replace function queue_invitation_mail(
  p_company integer,
  p_recipient text,
  p_mail jsonb,
  out outcome text,
  out next_at timestamptz,
  out id integer
)
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform pg_advisory_xact_lock(hashtext('invitations'), p_company);
  select m.outcome, m.next_at into outcome, next_at from may_invite_by_mail(p_company, p_recipient) m;
  if outcome is not null then
    return;
  end if;
  insert into mails (recipient, company_id, kind, subject, text, html)
    values (p_recipient, p_company, 'invitation', p_mail->>'subject', p_mail->>'text', p_mail->>'html')
    returning mails.next_try_at, mails.id into next_at, id;
  if next_at > now() then
    outcome := 'waiting';
  else
    outcome := 'queued';
    next_at := null;
  end if;
end $$;

-- A company's mail to one address that is neither an invitation nor about sign-in: it waits in the company's own queue.
create or replace function queue_company_mail(
  p_company integer,
  p_kind text,
  p_recipient text,
  p_mail jsonb
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  insert into mails (recipient, company_id, kind, subject, text, html)
    values (p_recipient, p_company, p_kind, p_mail->>'subject', p_mail->>'text', p_mail->>'html')
$$;

-- "I do not know this company": it mails the address no more, and what waits does not go.
create or replace function refuse_company_mails(
  p_company integer,
  p_address text
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform pg_advisory_xact_lock(hashtext('invitations'), p_company);
  insert into mail_refusals (company_id, address_hash) values (p_company, address_hash(p_address))
    on conflict do nothing;
  with held as materialized (
    select id from mails where company_id = p_company and lower(recipient) = lower(p_address) and sent_at is null
      order by id for update
  )
  delete from mails m using held where m.id = held.id;
end $$;

-- The day on which a stranger's invitation takes a place: at 6 of that day, or the day on which it was queued, a
-- crowd's some minutes later. Null: it waits for the limit's end and takes none.
create or replace function day_taken(
  p_created_at timestamptz,
  p_due timestamptz
) returns date
  language sql
  immutable
  as $$
  select case when p_due <= p_created_at + interval '1 hour' then (p_created_at at time zone 'UTC')::date
              when (p_due at time zone 'UTC')::time = '06:00' then (p_due at time zone 'UTC')::date end
$$;

-- Whoever left before their invitation went gets no letter with a link that opens nothing, and may be invited anew.
-- What nobody tried to send takes nobody's place any more.
create or replace function recall_invitations(
  p_company integer,
  p_people integer[]
) returns void
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
begin
  perform pg_advisory_xact_lock(hashtext('invitations'), p_company);
  with held as materialized (
    select m.id from mails m join users u on lower(m.recipient) = lower(u.email)
      where u.id = any (p_people) and m.company_id = p_company and m.kind = 'invitation' and m.sent_at is null
      order by m.id for update of m
  ), recalled as (
    delete from mails m using held where m.id = held.id
      returning m.recipient, m.tries, day_taken(m.created_at, m.next_try_at) as day
  ), freed as (
    select day, count(*)::integer as places from recalled
      where tries = 0 and lower(split_part(recipient, '@', 2)) is distinct from own_mail_domain(p_company)
      group by day
  ), left_free as (
    update mail_days d set strangers = greatest(0, d.strangers - f.places) from freed f
      where d.company_id = p_company and d.day = f.day
  )
  delete from invited_addresses i using recalled r
    where i.company_id = p_company and i.address_hash = address_hash(r.recipient);
end $$;

-- Whoever accepts an invitation after all is mailed like everybody else.
create or replace function welcome_company_mails(
  p_company integer,
  p_address text
) returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  delete from mail_refusals where company_id = p_company and address_hash = address_hash(p_address)
$$;

-- What an administrator sees of the company's invitations: how many went out today, how many wait and when the next go;
-- `strangers_today`: those of today that the limit counts, gone or due;
-- `held`: those that the limit keeps for another day, and no crowd and no failure for some minutes;
-- `limit`: strangers a day, null without one; `domain`: whose addresses are not counted; `lift_requested_at`: when the
-- vendor was asked.
create or replace function mail_allowance() returns jsonb
  language sql
  stable
  security definer
  set search_path = public, pg_temp
  as $$
  select jsonb_build_object(
    'limit', case when l.until is not null then strangers_a_day() end,
    'limited_until', l.until,
    'domain', own_mail_domain(app_company()),
    'sent_today', (select count(*) from mails m where m.company_id = app_company() and m.kind = 'invitation'
                     and m.sent_at >= date_trunc('day', now(), 'UTC')),
    'strangers_today', coalesce((select d.strangers from mail_days d
                                   where d.company_id = app_company() and d.day = (now() at time zone 'UTC')::date), 0),
    'waiting', w.waiting, 'held', w.held, 'next_at', w.next_at,
    'lift_requested_at', (select m.lift_requested_at from mail_limits m where m.company_id = app_company()))
    from (select mails_limited_until(app_company()) as until) l,
         lateral (select count(*) as waiting, min(m.next_try_at) as next_at,
             count(*) filter (where l.until is not null and m.tries = 0 and m.next_try_at > now()
               and m.next_try_at > m.created_at + interval '1 hour') as held
            from mails m where m.company_id = app_company() and m.kind = 'invitation' and m.sent_at is null
              and m.tries < mail_tries()) w
$$;
grant execute on function mail_allowance() to osnova_worker;

-- Asks the vendor to let the company's invitations go; asking again changes nothing.
create or replace function request_mail_limit_lift() returns void
  language sql
  security definer
  set search_path = public, pg_temp
  as $$
  insert into mail_limits as l (company_id, lift_requested_at, lift_requested_by)
    values (app_company(), now(), app_user())
    on conflict (company_id) do update set lift_requested_at = now(), lift_requested_by = excluded.lift_requested_by
      where l.lift_requested_at is null
$$;
grant execute on function request_mail_limit_lift() to osnova_worker;

-- The vendor knows a company: it mails whom it likes, and what waits goes now. Gives how many that are.
create or replace function vouch_company(p_company integer) returns integer
  language plpgsql
  security definer
  set search_path = public, pg_temp
  as $$
declare
  v_released integer;
begin
  perform pg_advisory_xact_lock(hashtext('invitations'), p_company);
  insert into mail_limits as l (company_id, vouched_at) values (p_company, now())
    on conflict (company_id) do update set vouched_at = coalesce(l.vouched_at, excluded.vouched_at);
  update invited_addresses set invited_at = now() where company_id = p_company and invited_at > now();
  with held as materialized (
    select id from mails
      where company_id = p_company and kind = 'invitation' and sent_at is null and tries = 0 and next_try_at > now()
      order by id for update
  )
  update mails m set next_try_at = now() from held where m.id = held.id;
  get diagnostics v_released = row_count;
  return v_released;
end $$;

reset role;

-- After the person's own choices, by its name: what they muted takes nobody's place.
create trigger limits
  before insert
  on mails
  for each row
  execute function admit_mail();
