ALTER TABLE "attempts" ADD COLUMN "marked" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "attempts" ADD COLUMN "closed" integer[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "pages" text DEFAULT 'all' NOT NULL;--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "may_go_back" boolean DEFAULT true NOT NULL;