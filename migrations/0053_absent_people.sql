DROP INDEX "memberships_gone";--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "users_blocked" ON "users" USING btree ("id") WHERE blocked_at is not null;--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "memberships_absent" ON "memberships" USING btree ("company_id","user_id") WHERE deleted_at is not null or blocked_at is not null;