CREATE TABLE "marks" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "marks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"company_id" integer NOT NULL,
	"attempt_id" integer NOT NULL,
	"question_id" integer NOT NULL,
	"marker_id" integer NOT NULL,
	"score" numeric(5, 2) NOT NULL,
	"comment" text DEFAULT '' NOT NULL,
	"marked_at" timestamp with time zone NOT NULL,
	"undone_at" timestamp with time zone,
	CONSTRAINT "marks_score" CHECK (score >= 0)
);
--> statement-breakpoint
ALTER TABLE "form_versions" ADD COLUMN "by_hand" boolean GENERATED ALWAYS AS (jsonb_path_exists(questions, '$[*] ? (@.type == "essay" || @.type == "upload")')) STORED;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "work" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "marking" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "marks" ADD CONSTRAINT "marks_attempt" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "marks_one" ON "marks" USING btree ("company_id","attempt_id","question_id") WHERE undone_at is null;
--> statement-breakpoint
alter table marks enable row level security, force row level security;
