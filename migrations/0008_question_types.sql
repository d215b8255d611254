ALTER TABLE "attempt_answers" ADD COLUMN "response" jsonb;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "type" text DEFAULT 'choice' NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "credit" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "match_case" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "unit" text DEFAULT '' NOT NULL;