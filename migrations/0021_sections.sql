ALTER TABLE "forms" ADD COLUMN "sections" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "questions" ADD COLUMN "section" integer;--> statement-breakpoint
-- safe: versions are written when a test is published, and the index holds few of them
CREATE INDEX "form_versions_opening" ON "form_versions" USING btree ("company_id","form_id") WHERE settings ? 'opens_at';