-- Zones that the runtime knew and the database does not were taken once, and each breaks what reads it: the default is
-- the one of the product. Compared without case, as Postgres reads them.
alter table companies no force row level security;--> statement-breakpoint
alter table webinars no force row level security;--> statement-breakpoint
alter table notification_settings no force row level security;--> statement-breakpoint
-- Nobody did this: it is no entry of a history.
alter table companies disable trigger user;--> statement-breakpoint
alter table webinars disable trigger user;--> statement-breakpoint
update companies set time_zone = 'Europe/Kyiv'
  where lower(time_zone) not in (select lower(name) from pg_timezone_names);--> statement-breakpoint
update webinars w set time_zone = c.time_zone from companies c
  where c.id = w.company_id and lower(w.time_zone) not in (select lower(name) from pg_timezone_names);--> statement-breakpoint
update notification_settings set time_zone = 'Europe/Kyiv'
  where lower(time_zone) not in (select lower(name) from pg_timezone_names);--> statement-breakpoint
alter table companies enable trigger user;--> statement-breakpoint
alter table webinars enable trigger user;--> statement-breakpoint
alter table companies force row level security;--> statement-breakpoint
alter table webinars force row level security;--> statement-breakpoint
alter table notification_settings force row level security;
