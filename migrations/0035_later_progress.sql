-- safe: no version has been deployed yet
DROP INDEX "material_progress_done";--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "material_progress_later" ON "material_progress" USING btree ("company_id","done_at","user_id","opened_at") WHERE (done_at - opened_at) not between interval '0' and interval '1 hour';--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "group_members_managers" ON "group_members" USING btree ("company_id","group_id","user_id") WHERE role = 'manager';
