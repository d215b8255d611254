-- safe: no version has been deployed yet
CREATE INDEX "memberships_position" ON "memberships" USING btree ("company_id",lower(btrim(position)),btrim(position));--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "memberships_subdivision" ON "memberships" USING btree ("company_id",lower(btrim(subdivision)),btrim(subdivision));--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "history_batch" ON "history" USING btree ("company_id","batch") WHERE batch is not null;