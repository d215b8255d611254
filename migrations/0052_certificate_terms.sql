ALTER TABLE "certificates" ADD COLUMN "term_since" timestamp with time zone;--> statement-breakpoint
-- Versions of one term end on the same day. A term shorter than 60 days goes on counting from its version: on one day several
-- of them may have begun. Nobody did this, and whoever owns the table sees its rows meanwhile.
alter table certificates no force row level security, disable trigger user;--> statement-breakpoint
update certificates k set term_since = f.began_at
  from (
    select company_id, course_id, user_id, expires_at, min(issued_at) as began_at
      from certificates where expires_at is not null
      group by company_id, course_id, user_id, expires_at
      having count(*) > 1 and min(issued_at) <= expires_at - interval '60 days'
  ) f
  where k.company_id = f.company_id and k.course_id = f.course_id and k.user_id = f.user_id
    and k.expires_at = f.expires_at and k.issued_at > f.began_at;--> statement-breakpoint
alter table certificates force row level security, enable trigger user;
