ALTER TABLE "course_groups" ADD COLUMN "due_on" date;--> statement-breakpoint
ALTER TABLE "course_groups" ADD COLUMN "due_after_days" integer;--> statement-breakpoint
ALTER TABLE "course_members" ADD COLUMN "due_on" date;--> statement-breakpoint
ALTER TABLE "course_members" ADD COLUMN "due_after_days" integer;--> statement-breakpoint
-- safe: the columns are new, and empty in every row
ALTER TABLE "course_groups" ADD CONSTRAINT "course_groups_due" CHECK (num_nonnulls(due_on, due_after_days) <= 1);--> statement-breakpoint
-- safe: the columns are new, and empty in every row
ALTER TABLE "course_members" ADD CONSTRAINT "course_members_due" CHECK (num_nonnulls(due_on, due_after_days) <= 1);