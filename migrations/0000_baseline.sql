-- Roles, tables and what belongs to tables. Functions, views, triggers, policies and grants stand in worker/**/sql and are
-- applied after the migrations.
--
-- osnova_system owns the SECURITY DEFINER functions; osnova_worker is what the Worker connects as. Neither bypasses
-- row-level security: the system role has a policy of its own on each table, so nothing here needs BYPASSRLS, which a
-- managed Postgres does not give away. Passwords never stand in migrations.

do $$
begin
  if not exists (select from pg_roles where rolname = 'osnova_system') then
    create role osnova_system nologin;
  end if;
  if not exists (select from pg_roles where rolname = 'osnova_worker') then
    create role osnova_worker login;
  end if;
  -- Needed to hand functions over to the system role; gives no inherited rights.
  execute format('grant osnova_system to %I with inherit false, set true', current_user);
end $$;

grant usage, create on schema public to osnova_system;
grant usage on schema public to osnova_worker;
-- The check before a deployment asks, as the Worker, how far the database is.
grant usage on schema drizzle to osnova_system;
grant select on drizzle.__drizzle_migrations, drizzle.schema_releases to osnova_system;

-- What the system role owns nobody may execute whom no grant names.
set role osnova_system;
alter default privileges revoke execute on functions from public;
reset role;

create extension if not exists pg_trgm;

create sequence answer_ids as integer;
--> statement-breakpoint
CREATE TABLE "credentials" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"password_hash" text NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" integer NOT NULL,
	"device_hash" text NOT NULL,
	"last_used_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "known_devices_user_id_device_hash_pk" PRIMARY KEY("user_id","device_hash")
);
--> statement-breakpoint
CREATE TABLE "one_time_tokens" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "one_time_tokens_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"purpose" text NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" integer NOT NULL,
	"company_id" integer,
	"payload" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sessions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"company_id" integer,
	"user_type" text,
	"device" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"confirmed_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_failures" (
	"key" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_failed_at" timestamp with time zone NOT NULL,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "users_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text,
	"email_verified" boolean DEFAULT false NOT NULL,
	"phone" text,
	"first_name" text DEFAULT '' NOT NULL,
	"last_name" text DEFAULT '' NOT NULL,
	"middle_name" text DEFAULT '' NOT NULL,
	"language" text DEFAULT 'uk' NOT NULL,
	"activated_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"blocked_at" timestamp with time zone,
	"photo_id" integer,
	"dismissed_hints" text[] DEFAULT '{}' NOT NULL,
	"erased_at" timestamp with time zone,
	"search_words" text GENERATED ALWAYS AS (search_text(last_name || ' ' || first_name || ' ' || middle_name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))) STORED NOT NULL,
	"record_of" integer,
	"account_id" integer,
	"renamed_at" timestamp with time zone,
	"former_name" text,
	CONSTRAINT "users_record" CHECK (record_of is null or (activated_at is null and not email_verified))
);
--> statement-breakpoint
CREATE TABLE "assignment_decisions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assignment_decisions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"assignment_id" integer NOT NULL,
	"attempt_id" integer,
	"kind" text NOT NULL,
	"amount" integer,
	"reason" text DEFAULT '' NOT NULL,
	"batch" text NOT NULL,
	"author_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assignments" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "assignments_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"status" integer DEFAULT 3 NOT NULL,
	"attempts_used" integer DEFAULT 0 NOT NULL,
	"extra_attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"extra_minutes" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	CONSTRAINT "assignments_tenant" UNIQUE("company_id","id"),
	CONSTRAINT "assignments_student" UNIQUE("company_id","form_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "attempt_answers" (
	"company_id" integer NOT NULL,
	"attempt_id" integer NOT NULL,
	"question_id" integer NOT NULL,
	"answer_ids" integer[] NOT NULL,
	"seq" integer NOT NULL,
	"saved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attempt_answers_company_id_attempt_id_question_id_pk" PRIMARY KEY("company_id","attempt_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "attempt_events" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attempt_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"attempt_id" integer NOT NULL,
	"kind" text NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "attempt_notes" (
	"company_id" integer NOT NULL,
	"attempt_id" integer NOT NULL,
	"question_id" integer DEFAULT 0 NOT NULL,
	"text" text NOT NULL,
	"author_id" integer NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "attempt_notes_company_id_attempt_id_question_id_pk" PRIMARY KEY("company_id","attempt_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "attempts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"assignment_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"form_version_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"number" integer NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"holder" text NOT NULL,
	"seed" integer NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"deadline" timestamp with time zone NOT NULL,
	"close_due_at" timestamp with time zone,
	"due_at" timestamp with time zone NOT NULL,
	"finished_at" timestamp with time zone,
	"finished_by" text,
	"result_published_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone,
	CONSTRAINT "attempts_tenant" UNIQUE("company_id","id"),
	CONSTRAINT "attempts_number" UNIQUE("company_id","assignment_id","number")
);
--> statement-breakpoint
CREATE TABLE "gradings" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "gradings_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"attempt_id" integer NOT NULL,
	"score" numeric NOT NULL,
	"max_score" numeric NOT NULL,
	"percent" numeric NOT NULL,
	"ects" text NOT NULL,
	"passed" boolean NOT NULL,
	"explanation" jsonb NOT NULL,
	"reason" text DEFAULT 'finished' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"repair_id" integer,
	CONSTRAINT "gradings_tenant" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "certificates" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "certificates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"number" text NOT NULL,
	"version" integer NOT NULL,
	"content" jsonb NOT NULL,
	"issued_at" timestamp with time zone NOT NULL,
	"replaced_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"mailed_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"results_since" timestamp with time zone,
	"expiry_mailed_at" timestamp with time zone,
	"expired_mailed_at" timestamp with time zone,
	"renamed_at" timestamp with time zone,
	"former_name" text,
	CONSTRAINT "certificates_number" UNIQUE("number"),
	CONSTRAINT "certificates_version" UNIQUE("company_id","course_id","user_id","version")
);
--> statement-breakpoint
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
CREATE TABLE "companies" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "companies_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text,
	"website" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"owner_id" integer NOT NULL,
	"licence_limit" integer,
	"is_library" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"facebook" text DEFAULT '' NOT NULL,
	"instagram" text DEFAULT '' NOT NULL,
	"linkedin" text DEFAULT '' NOT NULL,
	"photo_id" integer,
	"blocked_at" timestamp with time zone,
	"time_zone" text DEFAULT 'Europe/Kyiv' NOT NULL,
	"erase_at" timestamp with time zone,
	"erased_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "memberships" (
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"user_types" text[] NOT NULL,
	"position" text DEFAULT '' NOT NULL,
	"subdivision" text DEFAULT '' NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"blocked_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"recorded_phone" text,
	"invited_by" integer,
	"accepted_at" timestamp with time zone,
	"declined_at" timestamp with time zone,
	CONSTRAINT "memberships_company_id_user_id_pk" PRIMARY KEY("company_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "course_blocks" (
	"company_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"blocked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "course_blocks_company_id_user_id_course_id_pk" PRIMARY KEY("company_id","user_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "course_categories" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "course_categories_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text NOT NULL,
	CONSTRAINT "course_categories_tenant" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "course_groups" (
	"company_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"group_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "course_groups_company_id_course_id_group_id_pk" PRIMARY KEY("company_id","course_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "course_members" (
	"company_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "course_members_company_id_course_id_user_id_role_pk" PRIMARY KEY("company_id","course_id","user_id","role")
);
--> statement-breakpoint
CREATE TABLE "course_states" (
	"company_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"total" integer NOT NULL,
	"done" integer NOT NULL,
	"opened_at" timestamp with time zone,
	"last_activity" timestamp with time zone,
	CONSTRAINT "course_states_company_id_course_id_user_id_pk" PRIMARY KEY("company_id","course_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "courses" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "courses_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"detailed_description" text DEFAULT '' NOT NULL,
	"theme_color" text DEFAULT '#1f5fa8' NOT NULL,
	"category_id" integer,
	"material_access" text DEFAULT 'all_materials_access' NOT NULL,
	"published_at" timestamp with time zone DEFAULT now(),
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"photo_id" integer,
	"origin_id" integer,
	"cloned_at" timestamp with time zone,
	"certificate_months" integer,
	CONSTRAINT "courses_tenant" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "recovery_codes" (
	"user_id" integer NOT NULL,
	"code_hash" text NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "recovery_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "security_keys" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "security_keys_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"user_id" integer NOT NULL,
	"name" text NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] DEFAULT '{}' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "totp_secrets" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"secret" text,
	"pending_secret" text,
	"since" timestamp with time zone,
	"last_step" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "form_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "form_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"number" integer NOT NULL,
	"settings" jsonb NOT NULL,
	"questions" jsonb NOT NULL,
	"max_score" integer NOT NULL,
	"published_at" timestamp with time zone DEFAULT now() NOT NULL,
	"choices" jsonb,
	CONSTRAINT "form_versions_tenant" UNIQUE("company_id","id"),
	CONSTRAINT "form_versions_number" UNIQUE("company_id","form_id","number")
);
--> statement-breakpoint
CREATE TABLE "forms" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "forms_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"material_id" integer NOT NULL,
	"form_type" integer NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"time_limit" integer,
	"is_one_attempt_allowed" boolean DEFAULT true NOT NULL,
	"attempt_limit" integer,
	"passing_score_type" text DEFAULT 'percentages' NOT NULL,
	"passing_score" integer DEFAULT 60 NOT NULL,
	"rating_system" text DEFAULT 'percentages' NOT NULL,
	"max_score_for_questions" integer DEFAULT 100 NOT NULL,
	"text_after_success_passing" text DEFAULT '' NOT NULL,
	"text_after_failure_passing" text DEFAULT '' NOT NULL,
	"shuffle_questions" boolean DEFAULT false NOT NULL,
	"shuffle_answers" boolean DEFAULT false NOT NULL,
	"show_uncounted_answers" boolean DEFAULT true NOT NULL,
	"show_right_answers" boolean DEFAULT false NOT NULL,
	"show_points_for_answers" boolean DEFAULT true NOT NULL,
	"send_email_with_answers" boolean DEFAULT false NOT NULL,
	"disable_autosave_for_all_respondents" boolean DEFAULT false NOT NULL,
	"issue_certificate" boolean DEFAULT false NOT NULL,
	"publication_after_passing" boolean DEFAULT true NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"result_counts" text DEFAULT 'best' NOT NULL,
	CONSTRAINT "forms_tenant" UNIQUE("company_id","id"),
	CONSTRAINT "forms_material" UNIQUE("company_id","material_id")
);
--> statement-breakpoint
CREATE TABLE "key_repairs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "key_repairs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"changes" jsonb NOT NULL,
	"only_raise" boolean NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"author_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "key_repairs_tenant" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "question_files" (
	"company_id" integer NOT NULL,
	"question_id" integer NOT NULL,
	"media_id" integer NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "question_files_company_id_media_id_pk" PRIMARY KEY("company_id","media_id")
);
--> statement-breakpoint
CREATE TABLE "questions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "questions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"form_id" integer NOT NULL,
	"position" integer NOT NULL,
	"title" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"multiple_right_answers" boolean DEFAULT false NOT NULL,
	"required" boolean DEFAULT false NOT NULL,
	"score" integer DEFAULT 1 NOT NULL,
	"answers" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "questions_tenant" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "group_members" (
	"company_id" integer NOT NULL,
	"group_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"role" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "group_members_company_id_group_id_user_id_role_pk" PRIMARY KEY("company_id","group_id","user_id","role")
);
--> statement-breakpoint
CREATE TABLE "study_groups" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "study_groups_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	CONSTRAINT "study_groups_tenant" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "history" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"author_id" integer,
	"author_type" text,
	"action" text NOT NULL,
	"section" text NOT NULL,
	"object_model" text NOT NULL,
	"object_id" integer NOT NULL,
	"object_label" text NOT NULL,
	"old_object" jsonb,
	"new_object" jsonb,
	"batch" text,
	"created_at" timestamp with time zone NOT NULL,
	"relation" text NOT NULL,
	"change_id" integer NOT NULL,
	"part_label" text DEFAULT '' NOT NULL
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
CREATE TABLE "material_progress" (
	"company_id" integer NOT NULL,
	"material_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now() NOT NULL,
	"done_at" timestamp with time zone,
	"viewed_at" timestamp with time zone,
	"resume_at" real DEFAULT 0 NOT NULL,
	"watched" "nummultirange" DEFAULT '{}' NOT NULL,
	"reported_at" timestamp with time zone,
	CONSTRAINT "material_progress_company_id_user_id_material_id_pk" PRIMARY KEY("company_id","user_id","material_id")
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
CREATE TABLE "materials" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "materials_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"type" text NOT NULL,
	"text" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	"archived_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"next_access" text DEFAULT 'after_passing' NOT NULL,
	"done_when" text DEFAULT 'passed' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "materials_tenant" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "media" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "media_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer,
	"user_id" integer,
	"key" text NOT NULL,
	"content_type" text NOT NULL,
	"size" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"uploading_since" timestamp with time zone,
	"upload_id" text,
	"removed_at" timestamp with time zone,
	"width" integer,
	"height" integer
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"company_id" integer NOT NULL,
	"media_id" integer NOT NULL,
	"kind" text NOT NULL,
	"language" text,
	"owner_kind" text NOT NULL,
	"owner_id" integer NOT NULL,
	CONSTRAINT "uploads_company_id_media_id_pk" PRIMARY KEY("company_id","media_id")
);
--> statement-breakpoint
CREATE TABLE "course_waits" (
	"company_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	CONSTRAINT "course_waits_company_id_course_id_user_id_pk" PRIMARY KEY("company_id","course_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "notification_settings" (
	"user_id" integer PRIMARY KEY NOT NULL,
	"muted" text[] DEFAULT '{}' NOT NULL,
	"quiet_from" smallint,
	"quiet_to" smallint,
	"time_zone" text DEFAULT 'Europe/Kyiv' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"kind" text NOT NULL,
	"key" text NOT NULL,
	"path" text NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"mailed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "error_counts" (
	"hour" timestamp with time zone NOT NULL,
	"place" text NOT NULL,
	"count" integer NOT NULL,
	"last_request_id" text DEFAULT '' NOT NULL,
	"last_at" timestamp with time zone NOT NULL,
	CONSTRAINT "error_counts_hour_place_pk" PRIMARY KEY("hour","place")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"key" text NOT NULL,
	"endpoint" text NOT NULL,
	"row_id" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_company_id_user_id_key_pk" PRIMARY KEY("company_id","user_id","key")
);
--> statement-breakpoint
CREATE TABLE "invited_addresses" (
	"company_id" integer NOT NULL,
	"address_hash" text NOT NULL,
	"invited_at" timestamp with time zone NOT NULL,
	CONSTRAINT "invited_addresses_company_id_address_hash_pk" PRIMARY KEY("company_id","address_hash")
);
--> statement-breakpoint
CREATE TABLE "job_heartbeats" (
	"name" text PRIMARY KEY NOT NULL,
	"ran_at" timestamp with time zone NOT NULL,
	"affected" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_days" (
	"company_id" integer NOT NULL,
	"day" date NOT NULL,
	"strangers" integer NOT NULL,
	CONSTRAINT "mail_days_company_id_day_pk" PRIMARY KEY("company_id","day")
);
--> statement-breakpoint
CREATE TABLE "mail_limits" (
	"company_id" integer PRIMARY KEY NOT NULL,
	"vouched_at" timestamp with time zone,
	"lift_requested_at" timestamp with time zone,
	"lift_requested_by" integer
);
--> statement-breakpoint
CREATE TABLE "mail_refusals" (
	"company_id" integer NOT NULL,
	"address_hash" text NOT NULL,
	"refused_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mail_refusals_company_id_address_hash_pk" PRIMARY KEY("company_id","address_hash")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "mails_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"html" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"user_id" integer,
	"company_id" integer,
	"kind" text,
	"taken_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "program_courses" (
	"company_id" integer NOT NULL,
	"program_id" integer NOT NULL,
	"course_id" integer NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT app_now(),
	CONSTRAINT "program_courses_company_id_program_id_course_id_pk" PRIMARY KEY("company_id","program_id","course_id")
);
--> statement-breakpoint
CREATE TABLE "program_groups" (
	"company_id" integer NOT NULL,
	"program_id" integer NOT NULL,
	"group_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "program_groups_company_id_program_id_group_id_pk" PRIMARY KEY("company_id","program_id","group_id")
);
--> statement-breakpoint
CREATE TABLE "programs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "programs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"name" text NOT NULL,
	"internal_name" text DEFAULT '' NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"detailed_description" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp with time zone,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"photo_id" integer,
	CONSTRAINT "programs_tenant" UNIQUE("company_id","id")
);
--> statement-breakpoint
CREATE TABLE "result_mails" (
	"company_id" integer NOT NULL,
	"attempt_id" integer NOT NULL,
	"kind" text NOT NULL,
	"due_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "result_mails_pk" PRIMARY KEY("company_id","attempt_id")
);
--> statement-breakpoint
CREATE TABLE "social_links" (
	"backend" text NOT NULL,
	"subject" text NOT NULL,
	"user_id" integer NOT NULL,
	"email" text DEFAULT '' NOT NULL,
	"linked_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "social_links_backend_subject_pk" PRIMARY KEY("backend","subject")
);
--> statement-breakpoint
CREATE TABLE "feedback" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feedback_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"user_id" integer NOT NULL,
	"user_type" text NOT NULL,
	"category" text NOT NULL,
	"text" text NOT NULL,
	"page" text DEFAULT '' NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"screenshot_id" integer,
	"created_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
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
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_tokens" ADD CONSTRAINT "one_time_tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "users" ADD CONSTRAINT "users_photo_id_media_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignment_decisions" ADD CONSTRAINT "assignment_decisions_assignment_fk" FOREIGN KEY ("company_id","assignment_id") REFERENCES "public"."assignments"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_form_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assignments" ADD CONSTRAINT "assignments_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "attempt_answers" ADD CONSTRAINT "attempt_answers_attempt_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_events" ADD CONSTRAINT "attempt_events_attempt_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_notes" ADD CONSTRAINT "attempt_notes_attempt_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_assignment_fk" FOREIGN KEY ("company_id","assignment_id") REFERENCES "public"."assignments"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempts" ADD CONSTRAINT "attempts_version_fk" FOREIGN KEY ("company_id","form_version_id") REFERENCES "public"."form_versions"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gradings" ADD CONSTRAINT "gradings_repair" FOREIGN KEY ("company_id","repair_id") REFERENCES "public"."key_repairs"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "gradings" ADD CONSTRAINT "gradings_attempt_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_course" FOREIGN KEY ("company_id","course_id") REFERENCES "public"."courses"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "chronology_items" ADD CONSTRAINT "chronology_items_program_fk" FOREIGN KEY ("company_id","program_id") REFERENCES "public"."programs"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chronology_items" ADD CONSTRAINT "chronology_items_stage" FOREIGN KEY ("company_id","stage_id") REFERENCES "public"."chronology_stages"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chronology_items" ADD CONSTRAINT "chronology_items_course_fk" FOREIGN KEY ("company_id","course_id") REFERENCES "public"."courses"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chronology_items" ADD CONSTRAINT "chronology_items_webinar_fk" FOREIGN KEY ("company_id","webinar_id") REFERENCES "public"."webinars"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chronology_opened" ADD CONSTRAINT "chronology_opened_item" FOREIGN KEY ("company_id","item_id") REFERENCES "public"."chronology_items"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "chronology_opened" ADD CONSTRAINT "chronology_opened_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "chronology_stages" ADD CONSTRAINT "chronology_stages_program_fk" FOREIGN KEY ("company_id","program_id") REFERENCES "public"."programs"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_photo_id_media_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "companies" ADD CONSTRAINT "companies_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "memberships" ADD CONSTRAINT "memberships_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_blocks" ADD CONSTRAINT "course_blocks_course" FOREIGN KEY ("company_id","course_id") REFERENCES "public"."courses"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_blocks" ADD CONSTRAINT "course_blocks_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "course_categories" ADD CONSTRAINT "course_categories_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_groups" ADD CONSTRAINT "course_groups_course" FOREIGN KEY ("company_id","course_id") REFERENCES "public"."courses"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_groups" ADD CONSTRAINT "course_groups_group_fk" FOREIGN KEY ("company_id","group_id") REFERENCES "public"."study_groups"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_members" ADD CONSTRAINT "course_members_course" FOREIGN KEY ("company_id","course_id") REFERENCES "public"."courses"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_members" ADD CONSTRAINT "course_members_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "course_states" ADD CONSTRAINT "course_states_course" FOREIGN KEY ("company_id","course_id") REFERENCES "public"."courses"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_states" ADD CONSTRAINT "course_states_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_photo_id_media_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "courses" ADD CONSTRAINT "courses_category" FOREIGN KEY ("company_id","category_id") REFERENCES "public"."course_categories"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recovery_codes" ADD CONSTRAINT "recovery_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_keys" ADD CONSTRAINT "security_keys_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "totp_secrets" ADD CONSTRAINT "totp_secrets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_versions" ADD CONSTRAINT "form_versions_form_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "forms" ADD CONSTRAINT "forms_material_fk" FOREIGN KEY ("company_id","material_id") REFERENCES "public"."materials"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_repairs" ADD CONSTRAINT "key_repairs_form_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_files" ADD CONSTRAINT "question_files_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_files" ADD CONSTRAINT "question_files_question_fk" FOREIGN KEY ("company_id","question_id") REFERENCES "public"."questions"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "questions" ADD CONSTRAINT "questions_form_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group" FOREIGN KEY ("company_id","group_id") REFERENCES "public"."study_groups"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "study_groups" ADD CONSTRAINT "study_groups_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "history" ADD CONSTRAINT "history_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_origins" ADD CONSTRAINT "material_origins_course" FOREIGN KEY ("company_id","course_id") REFERENCES "public"."courses"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_origins" ADD CONSTRAINT "material_origins_material_fk" FOREIGN KEY ("company_id","material_id") REFERENCES "public"."materials"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_files" ADD CONSTRAINT "material_files_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_files" ADD CONSTRAINT "material_files_material_fk" FOREIGN KEY ("company_id","material_id") REFERENCES "public"."materials"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_progress" ADD CONSTRAINT "material_progress_material_fk" FOREIGN KEY ("company_id","material_id") REFERENCES "public"."materials"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_progress" ADD CONSTRAINT "material_progress_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "material_unlocks" ADD CONSTRAINT "material_unlocks_material" FOREIGN KEY ("company_id","material_id") REFERENCES "public"."materials"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "material_unlocks" ADD CONSTRAINT "material_unlocks_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "materials" ADD CONSTRAINT "materials_course_fk" FOREIGN KEY ("company_id","course_id") REFERENCES "public"."courses"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "uploads" ADD CONSTRAINT "uploads_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_waits" ADD CONSTRAINT "course_waits_course" FOREIGN KEY ("company_id","course_id") REFERENCES "public"."courses"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "course_waits" ADD CONSTRAINT "course_waits_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "notification_settings" ADD CONSTRAINT "notification_settings_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "program_courses" ADD CONSTRAINT "program_courses_program" FOREIGN KEY ("company_id","program_id") REFERENCES "public"."programs"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_courses" ADD CONSTRAINT "program_courses_course_fk" FOREIGN KEY ("company_id","course_id") REFERENCES "public"."courses"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_groups" ADD CONSTRAINT "program_groups_program" FOREIGN KEY ("company_id","program_id") REFERENCES "public"."programs"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "program_groups" ADD CONSTRAINT "program_groups_group_fk" FOREIGN KEY ("company_id","group_id") REFERENCES "public"."study_groups"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "programs" ADD CONSTRAINT "programs_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "programs" ADD CONSTRAINT "programs_photo_id_media_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "result_mails" ADD CONSTRAINT "result_mails_attempt" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "social_links" ADD CONSTRAINT "social_links_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_screenshot_id_media_id_fk" FOREIGN KEY ("screenshot_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feedback" ADD CONSTRAINT "feedback_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "reminders" ADD CONSTRAINT "reminders_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "webinar_attendance" ADD CONSTRAINT "webinar_attendance_webinar" FOREIGN KEY ("company_id","webinar_id") REFERENCES "public"."webinars"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_attendance" ADD CONSTRAINT "webinar_attendance_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "webinar_courses" ADD CONSTRAINT "webinar_courses_webinar" FOREIGN KEY ("company_id","webinar_id") REFERENCES "public"."webinars"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_courses" ADD CONSTRAINT "webinar_courses_course_fk" FOREIGN KEY ("company_id","course_id") REFERENCES "public"."courses"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_files" ADD CONSTRAINT "webinar_files_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_files" ADD CONSTRAINT "webinar_files_webinar_fk" FOREIGN KEY ("company_id","webinar_id") REFERENCES "public"."webinars"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_groups" ADD CONSTRAINT "webinar_groups_webinar" FOREIGN KEY ("company_id","webinar_id") REFERENCES "public"."webinars"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_groups" ADD CONSTRAINT "webinar_groups_group_fk" FOREIGN KEY ("company_id","group_id") REFERENCES "public"."study_groups"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_hosts" ADD CONSTRAINT "webinar_hosts_webinar" FOREIGN KEY ("company_id","webinar_id") REFERENCES "public"."webinars"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_hosts" ADD CONSTRAINT "webinar_hosts_user_fk" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
ALTER TABLE "webinar_programs" ADD CONSTRAINT "webinar_programs_webinar" FOREIGN KEY ("company_id","webinar_id") REFERENCES "public"."webinars"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinar_programs" ADD CONSTRAINT "webinar_programs_program_fk" FOREIGN KEY ("company_id","program_id") REFERENCES "public"."programs"("company_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinars" ADD CONSTRAINT "webinars_company_id_companies_id_fk" FOREIGN KEY ("company_id") REFERENCES "public"."companies"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinars" ADD CONSTRAINT "webinars_photo_id_media_id_fk" FOREIGN KEY ("photo_id") REFERENCES "public"."media"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webinars" ADD CONSTRAINT "webinars_host" FOREIGN KEY ("company_id","host_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "known_devices_device" ON "known_devices" USING btree ("device_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "one_time_tokens_hash" ON "one_time_tokens" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "one_time_tokens_open" ON "one_time_tokens" USING btree ("user_id","purpose") WHERE used_at is null;--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id","last_seen_at");--> statement-breakpoint
CREATE INDEX "sessions_seen" ON "sessions" USING btree ("company_id","last_seen_at","created_at","user_id");--> statement-breakpoint
CREATE UNIQUE INDEX "users_email" ON "users" USING btree ("email") WHERE record_of is null;--> statement-breakpoint
CREATE INDEX "users_phone" ON "users" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "users_records" ON "users" USING btree ("email","record_of") WHERE record_of is not null;--> statement-breakpoint
CREATE INDEX "users_account" ON "users" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "users_search" ON "users" USING gin (search_words gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "assignment_decisions_assignment" ON "assignment_decisions" USING btree ("company_id","assignment_id","id");--> statement-breakpoint
CREATE INDEX "assignments_user" ON "assignments" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "assignments_tried" ON "assignments" USING btree ("company_id") WHERE attempts_used >= 2 and status in (2, 4, 5);--> statement-breakpoint
CREATE INDEX "assignments_due" ON "assignments" USING btree ("company_id","due_at") WHERE status = 4 and due_at is not null;--> statement-breakpoint
CREATE INDEX "attempt_events_attempt" ON "attempt_events" USING btree ("company_id","attempt_id","began_at");--> statement-breakpoint
CREATE UNIQUE INDEX "attempts_one_running" ON "attempts" USING btree ("company_id","assignment_id") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "attempts_form" ON "attempts" USING btree ("company_id","form_id","user_id");--> statement-breakpoint
CREATE INDEX "attempts_due" ON "attempts" USING btree ("due_at") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "attempts_started" ON "attempts" USING btree ("company_id","started_at","user_id");--> statement-breakpoint
CREATE INDEX "attempts_finished" ON "attempts" USING btree ("company_id","finished_at","id","user_id") WHERE status = 'completed';--> statement-breakpoint
CREATE INDEX "attempts_in_review" ON "attempts" USING btree ("company_id","form_id","finished_at") WHERE status = 'completed' and result_published_at is null;--> statement-breakpoint
CREATE INDEX "attempts_recent" ON "attempts" USING btree ("company_id",coalesce(finished_at, started_at) desc,id desc);--> statement-breakpoint
CREATE INDEX "attempts_running_user" ON "attempts" USING btree ("company_id","user_id") WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "gradings_attempt" ON "gradings" USING btree ("company_id","attempt_id","id");--> statement-breakpoint
CREATE INDEX "certificates_user" ON "certificates" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "certificates_expiring" ON "certificates" USING btree ("company_id","expires_at") WHERE expires_at is not null and replaced_at is null and revoked_at is null;--> statement-breakpoint
CREATE INDEX "certificates_expiry_unmailed" ON "certificates" USING btree ("expires_at") WHERE expires_at is not null and replaced_at is null and revoked_at is null and expiry_mailed_at is null;--> statement-breakpoint
CREATE INDEX "certificates_expired_unmailed" ON "certificates" USING btree ("expires_at") WHERE expires_at is not null and replaced_at is null and revoked_at is null and expired_mailed_at is null;--> statement-breakpoint
CREATE INDEX "certificates_unmailed" ON "certificates" USING btree ("id") WHERE mailed_at is null;--> statement-breakpoint
CREATE INDEX "chronology_items_program" ON "chronology_items" USING btree ("company_id","program_id");--> statement-breakpoint
CREATE INDEX "chronology_items_course" ON "chronology_items" USING btree ("company_id","course_id");--> statement-breakpoint
CREATE INDEX "chronology_items_webinar" ON "chronology_items" USING btree ("company_id","webinar_id");--> statement-breakpoint
CREATE INDEX "chronology_stages_program" ON "chronology_stages" USING btree ("company_id","program_id","position");--> statement-breakpoint
CREATE INDEX "memberships_user" ON "memberships" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "memberships_phone" ON "memberships" USING btree ("company_id","recorded_phone") WHERE recorded_phone is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "course_categories_name" ON "course_categories" USING btree ("company_id",lower(btrim(name)));--> statement-breakpoint
CREATE INDEX "course_groups_group" ON "course_groups" USING btree ("company_id","group_id");--> statement-breakpoint
CREATE INDEX "course_members_user" ON "course_members" USING btree ("company_id","user_id","role");--> statement-breakpoint
CREATE INDEX "course_states_user" ON "course_states" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "course_states_figures" ON "course_states" USING btree ("company_id","course_id","done","total","opened_at");--> statement-breakpoint
CREATE INDEX "course_states_opened" ON "course_states" USING btree ("company_id","course_id") WHERE opened_at is not null;--> statement-breakpoint
CREATE INDEX "course_states_unfinished" ON "course_states" USING btree ("company_id","course_id") WHERE done < total or opened_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "courses_name" ON "courses" USING btree ("company_id",lower(btrim(name))) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "courses_origin" ON "courses" USING btree ("company_id","origin_id") WHERE origin_id is not null;--> statement-breakpoint
CREATE INDEX "courses_by_creation" ON "courses" USING btree ("company_id","created_at","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "courses_by_name" ON "courses" USING btree ("company_id",name collate "uk-x-icu","id") WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "courses_search" ON "courses" USING gin (search_text(name) gin_trgm_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "security_keys_credential" ON "security_keys" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "security_keys_user" ON "security_keys" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "key_repairs_form" ON "key_repairs" USING btree ("company_id","form_id","id");--> statement-breakpoint
CREATE INDEX "question_files_question" ON "question_files" USING btree ("company_id","question_id","position");--> statement-breakpoint
CREATE INDEX "questions_form" ON "questions" USING btree ("company_id","form_id","position");--> statement-breakpoint
CREATE INDEX "group_members_user" ON "group_members" USING btree ("company_id","user_id","role");--> statement-breakpoint
CREATE UNIQUE INDEX "study_groups_name" ON "study_groups" USING btree ("company_id",lower(btrim(name))) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "study_groups_search" ON "study_groups" USING gin (search_text(name) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "history_entries" ON "history" USING btree ("company_id","created_at","change_id","action","section","author_id");--> statement-breakpoint
CREATE INDEX "history_change" ON "history" USING btree ("company_id","change_id","id");--> statement-breakpoint
CREATE INDEX "history_author" ON "history" USING btree ("company_id","author_id","created_at");--> statement-breakpoint
CREATE INDEX "history_object" ON "history" USING btree ("company_id","object_model","object_id");--> statement-breakpoint
CREATE INDEX "history_labels" ON "history" USING gin ((object_label || ' ' || part_label) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "material_origins_material" ON "material_origins" USING btree ("company_id","material_id");--> statement-breakpoint
CREATE INDEX "material_files_material" ON "material_files" USING btree ("company_id","material_id","position");--> statement-breakpoint
CREATE INDEX "material_progress_material" ON "material_progress" USING btree ("company_id","material_id");--> statement-breakpoint
CREATE INDEX "material_progress_opened" ON "material_progress" USING btree ("company_id","opened_at","user_id");--> statement-breakpoint
CREATE INDEX "material_progress_done" ON "material_progress" USING btree ("company_id","done_at","user_id") WHERE done_at is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "materials_name" ON "materials" USING btree ("company_id","course_id",lower(btrim(name))) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "materials_course" ON "materials" USING btree ("company_id","course_id","position");--> statement-breakpoint
CREATE INDEX "media_key" ON "media" USING btree ("key");--> statement-breakpoint
CREATE INDEX "media_stored" ON "media" USING btree ("company_id","key","size");--> statement-breakpoint
CREATE INDEX "media_uploading" ON "media" USING btree ("uploading_since") WHERE uploading_since is not null;--> statement-breakpoint
CREATE INDEX "media_removed" ON "media" USING btree ("removed_at") WHERE removed_at is not null;--> statement-breakpoint
CREATE INDEX "uploads_owner" ON "uploads" USING btree ("company_id","owner_kind","owner_id");--> statement-breakpoint
CREATE INDEX "notifications_user" ON "notifications" USING btree ("company_id","user_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_key" ON "notifications" USING btree ("company_id","user_id","key");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("company_id","user_id") WHERE read_at is null;--> statement-breakpoint
CREATE INDEX "notifications_unmailed" ON "notifications" USING btree ("kind","created_at") WHERE mailed_at is null;--> statement-breakpoint
CREATE INDEX "notifications_old" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "mails_due" ON "mails" USING btree ("next_try_at") WHERE sent_at is null;--> statement-breakpoint
CREATE INDEX "mails_urgent" ON "mails" USING btree ("next_try_at") WHERE sent_at is null and kind is null;--> statement-breakpoint
CREATE INDEX "mails_queues" ON "mails" USING btree (coalesce(company_id, 0),"next_try_at","id") WHERE sent_at is null and kind is not null and tries < 12;--> statement-breakpoint
CREATE INDEX "mails_turns" ON "mails" USING btree (coalesce(company_id, 0),"taken_at") WHERE taken_at is not null;--> statement-breakpoint
CREATE INDEX "mails_invitations" ON "mails" USING btree ("company_id","sent_at") WHERE kind = 'invitation';--> statement-breakpoint
CREATE INDEX "program_courses_course" ON "program_courses" USING btree ("company_id","course_id");--> statement-breakpoint
CREATE INDEX "program_groups_group" ON "program_groups" USING btree ("company_id","group_id");--> statement-breakpoint
CREATE UNIQUE INDEX "programs_name" ON "programs" USING btree ("company_id",lower(btrim(name))) WHERE deleted_at is null;--> statement-breakpoint
CREATE INDEX "programs_search" ON "programs" USING gin (search_text(name || ' ' || internal_name) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "result_mails_due" ON "result_mails" USING btree ("due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "social_links_user" ON "social_links" USING btree ("user_id","backend");--> statement-breakpoint
CREATE INDEX "feedback_company" ON "feedback" USING btree ("company_id","created_at");--> statement-breakpoint
CREATE INDEX "feedback_screenshot" ON "feedback" USING btree ("screenshot_id") WHERE screenshot_id is not null;--> statement-breakpoint
CREATE INDEX "reminders_user" ON "reminders" USING btree ("company_id","user_id","created_at");--> statement-breakpoint
CREATE INDEX "webinar_attendance_user" ON "webinar_attendance" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "webinar_courses_course" ON "webinar_courses" USING btree ("company_id","course_id");--> statement-breakpoint
CREATE INDEX "webinar_files_webinar" ON "webinar_files" USING btree ("company_id","webinar_id");--> statement-breakpoint
CREATE INDEX "webinar_groups_group" ON "webinar_groups" USING btree ("company_id","group_id");--> statement-breakpoint
CREATE INDEX "webinar_hosts_user" ON "webinar_hosts" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "webinar_programs_program" ON "webinar_programs" USING btree ("company_id","program_id");--> statement-breakpoint
CREATE INDEX "webinars_start" ON "webinars" USING btree ("company_id","starts_at","id");--> statement-breakpoint
CREATE INDEX "webinars_search" ON "webinars" USING gin (search_text(name) gin_trgm_ops);
--> statement-breakpoint
-- Forced, since also their owner is to see nothing without a policy.
alter table assignment_decisions enable row level security, force row level security;
alter table assignments enable row level security, force row level security;
alter table attempt_answers enable row level security, force row level security;
alter table attempt_events enable row level security, force row level security;
alter table attempt_notes enable row level security, force row level security;
alter table attempts enable row level security, force row level security;
alter table certificates enable row level security, force row level security;
alter table chronology_items enable row level security, force row level security;
alter table chronology_opened enable row level security, force row level security;
alter table chronology_stages enable row level security, force row level security;
alter table companies enable row level security, force row level security;
alter table course_blocks enable row level security, force row level security;
alter table course_categories enable row level security, force row level security;
alter table course_groups enable row level security, force row level security;
alter table course_members enable row level security, force row level security;
alter table course_states enable row level security, force row level security;
alter table course_waits enable row level security, force row level security;
alter table courses enable row level security, force row level security;
alter table credentials enable row level security, force row level security;
alter table error_counts enable row level security, force row level security;
alter table feedback enable row level security, force row level security;
alter table form_versions enable row level security, force row level security;
alter table forms enable row level security, force row level security;
alter table gradings enable row level security, force row level security;
alter table group_members enable row level security, force row level security;
alter table history enable row level security, force row level security;
alter table idempotency_keys enable row level security, force row level security;
alter table invited_addresses enable row level security, force row level security;
alter table job_heartbeats enable row level security, force row level security;
alter table key_repairs enable row level security, force row level security;
alter table known_devices enable row level security, force row level security;
alter table mail_days enable row level security, force row level security;
alter table mail_limits enable row level security, force row level security;
alter table mail_refusals enable row level security, force row level security;
alter table mails enable row level security, force row level security;
alter table material_files enable row level security, force row level security;
alter table material_origins enable row level security, force row level security;
alter table material_progress enable row level security, force row level security;
alter table material_unlocks enable row level security, force row level security;
alter table materials enable row level security, force row level security;
alter table media enable row level security, force row level security;
alter table memberships enable row level security, force row level security;
alter table notification_settings enable row level security, force row level security;
alter table notifications enable row level security, force row level security;
alter table one_time_tokens enable row level security, force row level security;
alter table program_courses enable row level security, force row level security;
alter table program_groups enable row level security, force row level security;
alter table programs enable row level security, force row level security;
alter table question_files enable row level security, force row level security;
alter table questions enable row level security, force row level security;
alter table recovery_codes enable row level security, force row level security;
alter table reminders enable row level security, force row level security;
alter table result_mails enable row level security, force row level security;
alter table security_keys enable row level security, force row level security;
alter table sessions enable row level security, force row level security;
alter table sign_in_failures enable row level security, force row level security;
alter table social_links enable row level security, force row level security;
alter table study_groups enable row level security, force row level security;
alter table totp_secrets enable row level security, force row level security;
alter table uploads enable row level security, force row level security;
alter table users enable row level security, force row level security;
alter table webinar_attendance enable row level security, force row level security;
alter table webinar_courses enable row level security, force row level security;
alter table webinar_files enable row level security, force row level security;
alter table webinar_groups enable row level security, force row level security;
alter table webinar_hosts enable row level security, force row level security;
alter table webinar_programs enable row level security, force row level security;
alter table webinars enable row level security, force row level security;
