CREATE TABLE "reminders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reminders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"course_id" integer,
	"program_id" integer,
	"form_id" integer,
	"text" text DEFAULT '' NOT NULL,
	"author_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "history_recent";--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "certificate_months" integer;--> statement-breakpoint
ALTER TABLE "history" ADD COLUMN "relation" text;--> statement-breakpoint
ALTER TABLE "history" ADD COLUMN "change_id" integer;--> statement-breakpoint
-- Entries of before: their table by what their rows hold, their change by their batch.
UPDATE "history" h SET
  relation = case
    when object_model = 'company' then 'companies'
    when object_model = 'membership' then 'memberships'
    when object_model = 'group' then case when row ? 'role' then 'group_members' else 'study_groups' end
    when object_model = 'program' then case when row ? 'access_rule' then 'chronology_items' when row ? 'internal_name' then 'programs'
      when row ? 'course_id' then 'program_courses' when row ? 'group_id' then 'program_groups' else 'chronology_stages' end
    when object_model = 'course' then case when row ? 'theme_color' then 'courses' when row ? 'role' then 'course_members'
      when row ? 'group_id' then 'course_groups' else 'course_blocks' end
    when object_model = 'material' then case when row ? 'type' then 'materials' when row ? 'media_id' then 'material_files'
      else 'material_unlocks' end
    when object_model = 'form' then 'forms'
    when object_model = 'question' then case when row ? 'media_id' then 'question_files' else 'questions' end
    else case when row ? 'join_url' then 'webinars' when row ? 'media_id' then 'webinar_files' when row ? 'user_id' then 'webinar_hosts'
      when row ? 'course_id' then 'webinar_courses' when row ? 'program_id' then 'webinar_programs' else 'webinar_groups' end
  end,
  change_id = first_id
  from (select id, coalesce(new_object, old_object) as row,
               min(id) over (partition by company_id, coalesce(batch, id::text)) as first_id from history) w
  where w.id = h.id;--> statement-breakpoint
ALTER TABLE "history" ALTER COLUMN "relation" SET NOT NULL, ALTER COLUMN "change_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "reminders_user" ON "reminders" USING btree ("company_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "certificates_expiring" ON "certificates" USING btree ("company_id","expires_at") WHERE expires_at is not null and replaced_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "history_change" ON "history" USING btree ("company_id","change_id","id");--> statement-breakpoint
CREATE INDEX "media_removed" ON "media" USING btree ("removed_at") WHERE removed_at is not null;--> statement-breakpoint
select secure_tenant_table('reminders'::regclass);
--> statement-breakpoint
grant select on reminders to osnova_worker;
grant usage on sequence history_id_seq to osnova_system;
--> statement-breakpoint
-- As in 0017; whatever one transaction changes in a company is one change, known by its first entry.
set role osnova_system;
--> statement-breakpoint
create or replace function record_history() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_counters text[] := array['revision', 'sequence', 'day_reminded_at', 'hour_reminded_at'];
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - v_counters end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - v_counters end;
  v_row jsonb := coalesce(v_new, v_old);
  v_action text := nullif(current_setting('app.action', true), '');
  v_company integer := coalesce(v_row->>'company_id', v_row->>'id');
  v_id integer;
  v_change integer;
begin
  if v_old = v_new then
    return null;
  end if;
  if v_action is null then
    v_action := case
      when tg_argv[3] = 'part' then case when tg_op = 'INSERT' then 'add' else 'update_related_model' end
      when tg_op = 'INSERT' then 'create'
      when tg_op = 'DELETE' then 'delete'
      when v_old->>'deleted_at' is null and v_new->>'deleted_at' is not null then 'delete'
      when v_old->>'deleted_at' is not null and v_new->>'deleted_at' is null then 'restore'
      when v_old->>'blocked_at' is null and v_new->>'blocked_at' is not null then 'blocked'
      when v_old->>'blocked_at' is not null and v_new->>'blocked_at' is null then 'unblocked'
      else 'update'
    end;
  end if;
  v_id := nextval('history_id_seq');
  v_change := substring(current_setting('app.change', true) from '^' || v_company || ' (.*)$');
  if v_change is null then
    v_change := v_id;
    perform set_config('app.change', v_company || ' ' || v_id, true);
  end if;
  insert into history (id, company_id, author_id, author_type, action, section, object_model, object_id, object_label,
                       relation, old_object, new_object, change_id, batch, created_at)
    overriding system value
    values (v_id, v_company, app_user(), app_user_type(), v_action, tg_argv[1], tg_argv[0], (v_row->>tg_argv[4])::integer,
            coalesce(v_row->>tg_argv[2], ''), tg_table_name, v_old, v_new, v_change,
            nullif(current_setting('app.batch', true), ''), app_now());
  return null;
end $$;
--> statement-breakpoint
reset role;
