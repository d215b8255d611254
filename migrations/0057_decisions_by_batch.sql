-- safe: no version has been deployed yet
CREATE INDEX "assignment_decisions_batch" ON "assignment_decisions" USING btree ("company_id","batch");