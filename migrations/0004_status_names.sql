-- safe: made again after the migrations, which reads it by its new type
DROP VIEW IF EXISTS "form_takers";--> statement-breakpoint
-- safe: made again after the migrations
DROP TRIGGER IF EXISTS "status" ON "assignments";--> statement-breakpoint
DROP INDEX "assignments_tried";--> statement-breakpoint
DROP INDEX "assignments_due";--> statement-breakpoint
ALTER TABLE "assignments" ALTER COLUMN "status" DROP DEFAULT;--> statement-breakpoint
-- safe: no version has been deployed yet that could serve meanwhile
ALTER TABLE "assignments" ALTER COLUMN "status" SET DATA TYPE text
  USING (array['in_progress', 'completed', 'assigned', 'reopened', 'rejected', 'canceled'])["status"];--> statement-breakpoint
ALTER TABLE "assignments" ALTER COLUMN "status" SET DEFAULT 'assigned';--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "assignments_tried" ON "assignments" USING btree ("company_id") WHERE attempts_used >= 2 and status in ('completed', 'reopened', 'rejected');--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "assignments_due" ON "assignments" USING btree ("company_id","due_at") WHERE status = 'reopened' and due_at is not null;
