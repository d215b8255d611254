-- safe: no version has been deployed yet
CREATE INDEX "memberships_gone" ON "memberships" USING btree ("company_id","user_id") WHERE deleted_at is not null;