-- Courses that exist ask for what they asked for; new ones for everything in them.
ALTER TABLE "courses" ADD COLUMN "certificate_needs_all" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "courses" ALTER COLUMN "certificate_needs_all" SET DEFAULT true;
