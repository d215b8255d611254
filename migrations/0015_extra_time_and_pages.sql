ALTER TABLE "attempts" ADD COLUMN "page" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "marked" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "pages" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "may_go_back" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "sections" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "section_id" integer;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "extra_percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "extra_minutes" integer DEFAULT 0 NOT NULL;