-- safe: no version has been deployed yet
ALTER TABLE "certificates" ADD COLUMN "search_words" text GENERATED ALWAYS AS (search_text((content->>'name') || ' ' || (content->>'course'))) STORED NOT NULL;--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "certificates_issued" ON "certificates" USING btree ("company_id","issued_at","id","course_id","user_id","expires_at","replaced_at","revoked_at");--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "certificates_by_end" ON "certificates" USING btree ("company_id",coalesce(expires_at, 'infinity'::timestamptz),"id");--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "certificates_search" ON "certificates" USING gin (search_words gin_trgm_ops);