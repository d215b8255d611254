CREATE TABLE "bank_entries" (
	"company_id" integer NOT NULL,
	"question_id" integer NOT NULL,
	"folder_id" integer NOT NULL,
	"tags" text[] DEFAULT '{}' NOT NULL,
	"version" integer NOT NULL,
	"archived_at" timestamp with time zone,
	CONSTRAINT "bank_entries_company_id_question_id_pk" PRIMARY KEY("company_id","question_id")
);
--> statement-breakpoint
CREATE TABLE "bank_folders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_folders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"parent_id" integer,
	"name" text NOT NULL,
	CONSTRAINT "bank_folders_tenant" UNIQUE("company_id","id"),
	CONSTRAINT "bank_folders_name" UNIQUE NULLS NOT DISTINCT("company_id","parent_id","name")
);
--> statement-breakpoint
CREATE TABLE "bank_versions" (
	"company_id" integer NOT NULL,
	"question_id" integer NOT NULL,
	"number" integer NOT NULL,
	"question" jsonb NOT NULL,
	"choice" jsonb,
	"author_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bank_versions_company_id_question_id_number_pk" PRIMARY KEY("company_id","question_id","number")
);
--> statement-breakpoint
CREATE TABLE "form_pools" (
	"company_id" integer NOT NULL,
	"form_version_id" integer NOT NULL,
	"question_id" integer NOT NULL,
	"bank_version" integer NOT NULL,
	"draws" integer NOT NULL,
	CONSTRAINT "form_pools_company_id_form_version_id_question_id_pk" PRIMARY KEY("company_id","form_version_id","question_id")
);
--> statement-breakpoint
ALTER TABLE "questions" ALTER COLUMN "form_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "drawn" integer[];--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "draws" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "bank_question_id" integer;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "bank_version" integer;--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "bank_entries_question" FOREIGN KEY ("company_id","question_id") REFERENCES "public"."questions"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_entries" ADD CONSTRAINT "bank_entries_folder_fk" FOREIGN KEY ("company_id","folder_id") REFERENCES "public"."bank_folders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_folders" ADD CONSTRAINT "bank_folders_parent" FOREIGN KEY ("company_id","parent_id") REFERENCES "public"."bank_folders"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bank_versions" ADD CONSTRAINT "bank_versions_entry" FOREIGN KEY ("company_id","question_id") REFERENCES "public"."bank_entries"("company_id","question_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_pools" ADD CONSTRAINT "form_pools_form_version" FOREIGN KEY ("company_id","form_version_id") REFERENCES "public"."form_versions"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "form_pools" ADD CONSTRAINT "form_pools_bank_version" FOREIGN KEY ("company_id","question_id","bank_version") REFERENCES "public"."bank_versions"("company_id","question_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bank_entries_folder" ON "bank_entries" USING btree ("company_id","folder_id");--> statement-breakpoint
CREATE INDEX "form_pools_question" ON "form_pools" USING btree ("company_id","question_id");--> statement-breakpoint
-- safe: of a column that is empty in every row; one pass over the questions of drafts
CREATE INDEX "questions_bank" ON "questions" USING btree ("company_id","bank_question_id") WHERE bank_question_id is not null;
--> statement-breakpoint
alter table bank_folders enable row level security, force row level security;
--> statement-breakpoint
alter table bank_entries enable row level security, force row level security;
--> statement-breakpoint
alter table bank_versions enable row level security, force row level security;
--> statement-breakpoint
alter table form_pools enable row level security, force row level security;
