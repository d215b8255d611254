DROP INDEX "marks_one";--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "names_hidden" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "forms" ADD COLUMN "two_markers" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "marks" ADD COLUMN "levels" integer[];--> statement-breakpoint
ALTER TABLE "marks" ADD COLUMN "settles" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- safe: over marks, of which there are none before the release that makes them
CREATE UNIQUE INDEX "marks_one" ON "marks" USING btree ("company_id","attempt_id","question_id","marker_id","settles") WHERE undone_at is null;