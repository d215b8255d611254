-- A company is erased, and a backup restored, in stretches of any order: what refers to its own table is looked at when all
-- are there, and goes with what it refers to.
-- safe: made again below
alter table bank_folders drop constraint bank_folders_parent;--> statement-breakpoint
alter table bank_folders add constraint bank_folders_parent foreign key (company_id, parent_id)
  references bank_folders (company_id, id) on delete cascade deferrable not valid;--> statement-breakpoint
alter table bank_folders validate constraint bank_folders_parent;--> statement-breakpoint
alter table questions add constraint questions_bank_fk foreign key (company_id, bank_question_id)
  references questions (company_id, id) on delete set null (bank_question_id) deferrable not valid;--> statement-breakpoint
alter table questions validate constraint questions_bank_fk;
