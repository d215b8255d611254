ALTER TABLE "memberships" ADD COLUMN "extra_percent" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "extra_minutes" integer DEFAULT 0 NOT NULL;