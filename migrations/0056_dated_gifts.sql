-- safe: no version has been deployed yet
DROP INDEX "certificates_expiring";--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "course_groups_dated" ON "course_groups" USING btree ("company_id","course_id") WHERE num_nonnulls(due_on, due_after_days) = 1;--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "course_members_dated" ON "course_members" USING btree ("company_id","course_id") WHERE num_nonnulls(due_on, due_after_days) = 1;--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "certificates_expiring" ON "certificates" USING btree ("company_id","expires_at","user_id") WHERE expires_at is not null and replaced_at is null and revoked_at is null;
