CREATE TABLE "chronology_items" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chronology_items_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"program_id" integer NOT NULL,
	"stage_id" integer NOT NULL,
	"position" integer NOT NULL,
	"course_id" integer,
	"webinar_id" integer,
	"required" boolean DEFAULT true NOT NULL,
	"access_rule" text DEFAULT 'always' NOT NULL,
	"access_from" date,
	"opens" text DEFAULT 'none' NOT NULL,
	"opens_on" date,
	"opens_after_days" integer,
	"due" text DEFAULT 'none' NOT NULL,
	"due_on" date,
	"due_after_days" integer,
	"after_due" text DEFAULT 'allow_late' NOT NULL,
	CONSTRAINT "chronology_items_tenant" UNIQUE("company_id","id"),
	CONSTRAINT "chronology_items_one_thing" CHECK (num_nonnulls(course_id, webinar_id) = 1)
);
--> statement-breakpoint
CREATE TABLE "chronology_opened" (
	"company_id" integer NOT NULL,
	"item_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "chronology_opened_company_id_user_id_item_id_pk" PRIMARY KEY("company_id","user_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "chronology_stages" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chronology_stages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"program_id" integer NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "chronology_stages_tenant" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "material_origins" (
	"company_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"origin_material_id" integer NOT NULL,
	"material_id" integer,
	"revision" integer NOT NULL,
	"kept_without_original" boolean DEFAULT false NOT NULL,
	CONSTRAINT "material_origins_company_id_course_id_origin_material_id_pk" PRIMARY KEY("company_id","course_id","origin_material_id")
);
--> statement-breakpoint
CREATE TABLE "material_files" (
	"company_id" integer NOT NULL,
	"material_id" integer NOT NULL,
	"media_id" integer NOT NULL,
	"kind" text NOT NULL,
	"language" text,
	"duration" real,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "material_files_company_id_media_id_pk" PRIMARY KEY("company_id","media_id")
);
--> statement-breakpoint
CREATE TABLE "material_unlocks" (
	"company_id" integer NOT NULL,
	"material_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"unlocked_by" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "material_unlocks_company_id_user_id_material_id_pk" PRIMARY KEY("company_id","user_id","material_id")
);
--> statement-breakpoint
CREATE TABLE "webinar_attendance" (
	"company_id" integer NOT NULL,
	"webinar_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"joined_at" timestamp with time zone,
	"left_at" timestamp with time zone,
	"source" text NOT NULL,
	"status" text NOT NULL,
	CONSTRAINT "webinar_attendance_company_id_webinar_id_user_id_pk" PRIMARY KEY("company_id","webinar_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "webinar_courses" (
	"company_id" integer NOT NULL,
	"webinar_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	CONSTRAINT "webinar_courses_company_id_webinar_id_course_id_pk" PRIMARY KEY("company_id","webinar_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "webinar_files" (
	"company_id" integer NOT NULL,
	"webinar_id" integer NOT NULL,
	"media_id" integer NOT NULL,
	"kind" text DEFAULT 'file' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "webinar_files_company_id_media_id_pk" PRIMARY KEY("company_id","media_id")
);
--> statement-breakpoint
CREATE TABLE "webinar_groups" (
	"company_id" integer NOT NULL,
	"webinar_id" integer NOT NULL,
	"group_id" integer NOT NULL,
	CONSTRAINT "webinar_groups_company_id_webinar_id_group_id_pk" PRIMARY KEY("company_id","webinar_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "webinar_hosts" (
	"company_id" integer NOT NULL,
	"webinar_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "webinar_hosts_company_id_webinar_id_user_id_pk" PRIMARY KEY("company_id","webinar_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "webinar_programs" (
	"company_id" integer NOT NULL,
	"webinar_id" integer NOT NULL,
	"program_id" integer NOT NULL,
	CONSTRAINT "webinar_programs_company_id_webinar_id_program_id_pk" PRIMARY KEY("company_id","webinar_id","program_id")
);
--> statement-breakpoint
CREATE TABLE "webinars" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "webinars_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"photo_id" integer,
	"host_id" integer NOT NULL,
	"provider" text DEFAULT 'link' NOT NULL,
	"join_url" text DEFAULT '' NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"time_zone" text NOT NULL,
	"duration" integer NOT NULL,
	"capacity" integer,
	"recording_url" text DEFAULT '' NOT NULL,
	"uid" uuid DEFAULT gen_random_uuid() NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"canceled_at" timestamp with time zone,
	"cancel_reason" text DEFAULT '' NOT NULL,
	"day_reminded_at" timestamp with time zone,
	"hour_reminded_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "webinars_tenant" UNIQUE("company_id","id")
);
--> statement-breakpoint
ALTER TABLE "media" ALTER COLUMN "size" SET DATA TYPE bigint;--> statement-breakpoint
ALTER TABLE "companies" ADD COLUMN "time_zone" text DEFAULT 'Europe/Kyiv' NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "origin_id" integer;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "cloned_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "material_progress" ADD COLUMN "viewed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "material_progress" ADD COLUMN "resume_at" real DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "material_progress" ADD COLUMN "watched" "nummultirange" DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "material_progress" ADD COLUMN "reported_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "materials" ADD COLUMN "next_access" text DEFAULT 'after_passing' NOT NULL;--> statement-breakpoint
ALTER TABLE "materials" ADD COLUMN "done_when" text DEFAULT 'passed' NOT NULL;--> statement-breakpoint
ALTER TABLE "materials" ADD COLUMN "revision" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "name" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "uploading_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "media" ADD COLUMN "upload_id" text;--> statement-breakpoint
ALTER TABLE "program_groups" ADD COLUMN "created_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "chronology_items" ADD CONSTRAINT "chronology_items_program_fk" FOREIGN KEY ("company_id","program_id") REFERENCES "public"."programs"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chronology_items" ADD CONSTRAINT "chronology_items_stage" FOREIGN KEY ("company_id","stage_id") REFERENCES "public"."chronology_stages"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chronology_items" ADD CONSTRAINT "chronology_items_course_fk" FOREIGN KEY ("company_id","course_id") REFERENCES "public"."courses"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chronology_items" ADD CONSTRAINT "chronology_items_webinar_fk" FOREIGN KEY ("company_id","webinar_id") REFERENCES "public"."webinars"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chronology_opened" ADD CONSTRAINT "chronology_opened_item" FOREIGN KEY ("company_id","item_id") REFERENCES "public"."chronology_items"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chronology_opened" ADD CONSTRAINT "chronology_opened_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chronology_stages" ADD CONSTRAINT "chronology_stages_program_fk" FOREIGN KEY ("company_id","program_id") REFERENCES "public"."programs"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_origins" ADD CONSTRAINT "material_origins_course" FOREIGN KEY ("company_id","course_id") REFERENCES "public"."courses"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_origins" ADD CONSTRAINT "material_origins_material_fk" FOREIGN KEY ("company_id","material_id") REFERENCES "public"."materials"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_files" ADD CONSTRAINT "material_files_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_files" ADD CONSTRAINT "material_files_material_fk" FOREIGN KEY ("company_id","material_id") REFERENCES "public"."materials"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_unlocks" ADD CONSTRAINT "material_unlocks_material" FOREIGN KEY ("company_id","material_id") REFERENCES "public"."materials"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_unlocks" ADD CONSTRAINT "material_unlocks_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_attendance" ADD CONSTRAINT "webinar_attendance_webinar" FOREIGN KEY ("company_id","webinar_id") REFERENCES "public"."webinars"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_attendance" ADD CONSTRAINT "webinar_attendance_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_courses" ADD CONSTRAINT "webinar_courses_webinar" FOREIGN KEY ("company_id","webinar_id") REFERENCES "public"."webinars"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_courses" ADD CONSTRAINT "webinar_courses_course_fk" FOREIGN KEY ("company_id","course_id") REFERENCES "public"."courses"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_files" ADD CONSTRAINT "webinar_files_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_files" ADD CONSTRAINT "webinar_files_webinar_fk" FOREIGN KEY ("company_id","webinar_id") REFERENCES "public"."webinars"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_groups" ADD CONSTRAINT "webinar_groups_webinar" FOREIGN KEY ("company_id","webinar_id") REFERENCES "public"."webinars"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_groups" ADD CONSTRAINT "webinar_groups_group_fk" FOREIGN KEY ("company_id","group_id") REFERENCES "public"."study_groups"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_hosts" ADD CONSTRAINT "webinar_hosts_webinar" FOREIGN KEY ("company_id","webinar_id") REFERENCES "public"."webinars"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_hosts" ADD CONSTRAINT "webinar_hosts_user_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_programs" ADD CONSTRAINT "webinar_programs_webinar" FOREIGN KEY ("company_id","webinar_id") REFERENCES "public"."webinars"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_programs" ADD CONSTRAINT "webinar_programs_program_fk" FOREIGN KEY ("company_id","program_id") REFERENCES "public"."programs"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinars" ADD CONSTRAINT "webinars_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinars" ADD CONSTRAINT "webinars_photo_id_media_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinars" ADD CONSTRAINT "webinars_host" FOREIGN KEY ("company_id","host_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chronology_items_program" ON "chronology_items" USING btree ("company_id","program_id");--> statement-breakpoint
CREATE INDEX "chronology_items_course" ON "chronology_items" USING btree ("company_id","course_id");--> statement-breakpoint
CREATE INDEX "chronology_items_webinar" ON "chronology_items" USING btree ("company_id","webinar_id");--> statement-breakpoint
CREATE INDEX "chronology_stages_program" ON "chronology_stages" USING btree ("company_id","program_id","position");--> statement-breakpoint
CREATE INDEX "material_origins_material" ON "material_origins" USING btree ("company_id","material_id");--> statement-breakpoint
CREATE INDEX "material_files_material" ON "material_files" USING btree ("company_id","material_id","position");--> statement-breakpoint
CREATE INDEX "webinar_attendance_user" ON "webinar_attendance" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "webinar_courses_course" ON "webinar_courses" USING btree ("company_id","course_id");--> statement-breakpoint
CREATE INDEX "webinar_files_webinar" ON "webinar_files" USING btree ("company_id","webinar_id");--> statement-breakpoint
CREATE INDEX "webinar_groups_group" ON "webinar_groups" USING btree ("company_id","group_id");--> statement-breakpoint
CREATE INDEX "webinar_hosts_user" ON "webinar_hosts" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "webinar_programs_program" ON "webinar_programs" USING btree ("company_id","program_id");--> statement-breakpoint
CREATE INDEX "webinars_start" ON "webinars" USING btree ("company_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "courses_origin" ON "courses" USING btree ("company_id","origin_id") WHERE origin_id is not null;--> statement-breakpoint
CREATE INDEX "media_key" ON "media" USING btree ("key");--> statement-breakpoint
CREATE INDEX "media_uploading" ON "media" USING btree ("uploading_since") WHERE uploading_since is not null;
--> statement-breakpoint
select secure_tenant_table(name::regclass) from unnest(array[
  'material_files', 'material_unlocks', 'material_origins', 'webinars', 'webinar_hosts', 'webinar_courses',
  'webinar_programs', 'webinar_groups', 'webinar_files', 'webinar_attendance', 'chronology_stages', 'chronology_items',
  'chronology_opened'
]) as name;
--> statement-breakpoint
-- They are written by functions alone.
grant select on material_files, material_unlocks, material_origins, webinars, webinar_hosts, webinar_courses, webinar_programs,
  webinar_groups, webinar_files, webinar_attendance, chronology_stages, chronology_items, chronology_opened to osnova_worker;
--> statement-breakpoint
-- As in 0001, without what only counts.
set role osnova_system;
--> statement-breakpoint
create or replace function record_history() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  v_counters text[] := array['revision', 'sequence', 'day_reminded_at', 'hour_reminded_at'];
  v_old jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) - v_counters end;
  v_new jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) - v_counters end;
  v_row jsonb := coalesce(v_new, v_old);
  v_action text := nullif(current_setting('app.action', true), '');
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
  insert into history (company_id, author_id, author_type, action, section, object_model, object_id, object_label,
                       old_object, new_object, batch, created_at)
  values (coalesce((v_row->>'company_id')::integer, (v_row->>'id')::integer), app_user(), app_user_type(), v_action,
          tg_argv[1], tg_argv[0], (v_row->>tg_argv[4])::integer, coalesce(v_row->>tg_argv[2], ''),
          v_old, v_new, nullif(current_setting('app.batch', true), ''), app_now());
  return null;
end $$;
--> statement-breakpoint
reset role;
--> statement-breakpoint
select record_table('material_files', 'material', 'courses', '', 'part', 'material_id');
select record_table('webinars', 'webinar', 'webinars', 'name', 'main', 'id');
select record_table(name, 'webinar', 'webinars', '', 'part', 'webinar_id')
  from unnest(array['webinar_hosts', 'webinar_courses', 'webinar_programs', 'webinar_groups', 'webinar_files']) as name;
select record_table(name, 'program', 'programs', '', 'part', 'program_id') from unnest(array['chronology_stages', 'chronology_items']) as name;
-- What a change of order kept open is not anybody's doing.
create trigger history after insert on material_unlocks for each row when (new.unlocked_by is not null)
  execute function record_history('material', 'courses', '', 'part', 'material_id');
--> statement-breakpoint
-- What was opened before counts as viewed; a test or exam once an attempt at it has ended.
update material_progress p set viewed_at = case
    when m.type in ('practice', 'exam') then (
      select min(a.finished_at) from attempts a join forms f on f.company_id = a.company_id and f.id = a.form_id
        where a.company_id = p.company_id and a.user_id = p.user_id and f.material_id = p.material_id and a.status = 'completed')
    else p.opened_at end
  from materials m where m.company_id = p.company_id and m.id = p.material_id;
