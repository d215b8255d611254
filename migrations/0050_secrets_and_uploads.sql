set role osnova_system;
--> statement-breakpoint
-- The names of the companies of the person whose password a link resets, which the new one must not be like.
create function companies_of_reset_link(p_token_hash text) returns text[]
  language sql stable security definer set search_path = public, pg_temp as $$
  select coalesce(array_agg(c.name), '{}')
    from one_time_tokens t join memberships m on m.user_id = t.user_id join companies c on c.id = m.company_id
    where t.token_hash = p_token_hash and t.purpose = 'password_reset' and t.used_at is null and t.expires_at > now()
$$;
--> statement-breakpoint
-- safe: the version before reads nothing of what it answers
drop function complete_upload(jsonb, integer, real);
--> statement-breakpoint
-- As in 0044, without an answer.
create function complete_upload(p_owner jsonb, p_media integer, p_duration real) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_company integer := app_company();
  v_owner integer := p_owner->'id';
  v_upload record;
  v_replaced integer[];
begin
  perform require_upload_owner(p_owner);
  delete from uploads where company_id = v_company and media_id = p_media and owner_kind = p_owner->>'kind' and owner_id = v_owner
    returning * into v_upload;
  if not found then
    perform fail('not_found');
  end if;
  update media set uploading_since = null, upload_id = null where id = p_media;
  v_replaced := array(select f.media_id from files_of(p_owner) f
    where f.kind = v_upload.kind and (f.kind in ('main', 'recording') or f.kind = 'captions' and f.language = v_upload.language));
  case p_owner->>'kind'
    when 'material' then
      delete from material_files where company_id = v_company and media_id = any (v_replaced);
      insert into material_files (company_id, material_id, media_id, kind, language, duration, position)
        select v_company, v_owner, p_media, v_upload.kind, v_upload.language, p_duration, coalesce(max(position), 0) + 1
          from material_files where company_id = v_company and material_id = v_owner;
    when 'webinar' then
      delete from webinar_files where company_id = v_company and media_id = any (v_replaced);
      insert into webinar_files (company_id, webinar_id, media_id, kind) values (v_company, v_owner, p_media, v_upload.kind);
    when 'question' then
      insert into question_files (company_id, question_id, media_id, position)
        select v_company, v_owner, p_media, coalesce(max(position), 0) + 1
          from question_files where company_id = v_company and question_id = v_owner;
  end case;
  perform drop_media(v_replaced);
end $$;
--> statement-breakpoint
do $$
declare f text;
begin
  foreach f in array array['companies_of_reset_link(text)', 'complete_upload(jsonb, integer, real)'] loop
    execute format('revoke execute on function %s from public', f);
    execute format('grant execute on function %s to osnova_worker', f);
  end loop;
end $$;
--> statement-breakpoint
reset role;
