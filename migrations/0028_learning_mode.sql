CREATE TABLE "answer_checks" (
	"company_id" integer NOT NULL,
	"attempt_id" integer NOT NULL,
	"question_id" integer NOT NULL,
	"number" integer NOT NULL,
	"seq" integer NOT NULL,
	"answer_ids" integer[] NOT NULL,
	"response" jsonb,
	"outcome" text NOT NULL,
	"checked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "answer_checks_company_id_attempt_id_question_id_number_pk" PRIMARY KEY("company_id","attempt_id","question_id","number")
);
--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "settled" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "learning_mode" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "tries_per_question" integer DEFAULT 2 NOT NULL;--> statement-breakpoint
ALTER TABLE "answer_checks" ADD CONSTRAINT "answer_checks_attempt" FOREIGN KEY ("company_id","attempt_id") REFERENCES "public"."attempts"("company_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
alter table answer_checks enable row level security, force row level security;
