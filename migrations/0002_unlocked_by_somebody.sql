-- What a change of order had kept open to those who had not opened it follows the order again.
alter table material_unlocks no force row level security;--> statement-breakpoint
delete from material_unlocks where unlocked_by is null;--> statement-breakpoint
alter table material_unlocks force row level security;--> statement-breakpoint
-- safe: the function that wrote rows without an author goes in the same transaction
alter table material_unlocks alter column unlocked_by set not null;
