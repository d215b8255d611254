ALTER TABLE "assignment_decisions" ALTER COLUMN "author_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "renewal_opened_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "certificates" ADD COLUMN "renewal_next_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "courses" ADD COLUMN "renews_itself" boolean DEFAULT true NOT NULL;--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "certificates_renewal_unjudged" ON "certificates" USING btree ("expires_at") WHERE expires_at is not null and replaced_at is null and revoked_at is null and renewal_opened_at is null and renewal_next_at is null;--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "certificates_renewal_waiting" ON "certificates" USING btree ("renewal_next_at") WHERE renewal_next_at is not null and replaced_at is null and revoked_at is null and renewal_opened_at is null;