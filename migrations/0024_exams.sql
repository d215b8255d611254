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
	CONSTRAINT "certificates_number" UNIQUE("number"),
	CONSTRAINT "certificates_version" UNIQUE("company_id","course_id","user_id","version")
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
ALTER TABLE "assignments" ADD COLUMN "extra_minutes" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "assignments" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "last_seen_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "gradings" ADD COLUMN "repair_id" integer;--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "result_counts" text DEFAULT 'best' NOT NULL;--> statement-breakpoint
ALTER TABLE "assignment_decisions" ADD CONSTRAINT "assignment_decisions_assignment_fk" FOREIGN KEY ("company_id","assignment_id") REFERENCES "public"."assignments"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_events" ADD CONSTRAINT "attempt_events_attempt_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "attempt_notes" ADD CONSTRAINT "attempt_notes_attempt_fk" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_course" FOREIGN KEY ("company_id","course_id") REFERENCES "public"."courses"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "certificates" ADD CONSTRAINT "certificates_membership" FOREIGN KEY ("company_id","user_id") REFERENCES "public"."memberships"("company_id","user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "key_repairs" ADD CONSTRAINT "key_repairs_form_fk" FOREIGN KEY ("company_id","form_id") REFERENCES "public"."forms"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_files" ADD CONSTRAINT "question_files_media_id_media_id_fk" FOREIGN KEY ("media_id") REFERENCES "public"."media"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "question_files" ADD CONSTRAINT "question_files_question_fk" FOREIGN KEY ("company_id","question_id") REFERENCES "public"."questions"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "assignment_decisions_assignment" ON "assignment_decisions" USING btree ("company_id","assignment_id","id");--> statement-breakpoint
CREATE INDEX "attempt_events_attempt" ON "attempt_events" USING btree ("company_id","attempt_id","began_at");--> statement-breakpoint
CREATE INDEX "certificates_user" ON "certificates" USING btree ("company_id","user_id");--> statement-breakpoint
CREATE INDEX "key_repairs_form" ON "key_repairs" USING btree ("company_id","form_id","id");--> statement-breakpoint
CREATE INDEX "question_files_question" ON "question_files" USING btree ("company_id","question_id","position");--> statement-breakpoint
ALTER TABLE "gradings" ADD CONSTRAINT "gradings_repair" FOREIGN KEY ("company_id","repair_id") REFERENCES "public"."key_repairs"("company_id","id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
select secure_tenant_table(name::regclass) from unnest(array[
  'question_files', 'key_repairs', 'attempt_events', 'assignment_decisions', 'attempt_notes', 'certificates'
]) as name;
grant select on question_files, key_repairs, attempt_events, assignment_decisions, attempt_notes, certificates to osnova_worker;
select record_table('question_files', 'question', 'courses', '', 'part', 'question_id');
--> statement-breakpoint
update form_versions set settings = settings || '{"result_counts": "best"}';
