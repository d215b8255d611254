ALTER TABLE "memberships" ADD COLUMN "given_types" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "surname" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "activated" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "memberships" ADD COLUMN "has_email" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- Filled for what is there, which tells nobody of anything. Whoever owns the tables sees their rows meanwhile.
alter table memberships no force row level security, disable trigger user;--> statement-breakpoint
alter table users no force row level security;--> statement-breakpoint
update memberships m
  set surname = u.last_name, activated = u.activated_at is not null, has_email = u.email is not null,
      given_types = array(select t from unnest(m.user_types) t where not exists (
        select from unnest(m.user_types) other
          where other <> t and (other = 'owner' or t = 'student' or t = 'trainer' and other in ('admin', 'manager'))))
  from users u where u.id = m.user_id;--> statement-breakpoint
alter table memberships force row level security, enable trigger user;--> statement-breakpoint
alter table users force row level security;--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "memberships_by_surname" ON "memberships" USING btree ("company_id",surname collate "uk-x-icu","user_id");--> statement-breakpoint
-- safe: no version has been deployed yet
CREATE INDEX "memberships_counted" ON "memberships" USING btree ("company_id","activated","blocked_at","given_types") WHERE deleted_at is null;
