-- Who reads and writes the tables, and what history records of them. A tenant's rows are seen in the company entered;
-- functions of osnova_system see all of them.

create policy tenant
  on media
  to osnova_worker
  using (company_id = (select app_company()) and removed_at is null)
  with check (company_id = (select app_company()));
create policy system on media to osnova_system using (true) with check (true);
-- The pictures of the library's courses are shown to every company; no other file of it.
create policy library
  on media
  for select
  to osnova_worker
  using (company_id = (select library_company()) and is_library_photo(id));
-- A person's photo is seen by whoever sees the person.
create policy photos
  on media
  for select
  to osnova_worker
  using (
    user_id is not null
      and exists(select from users u where u.id = media.user_id)
  );
-- A picture of somebody's screen may show what their colleagues may not see: the product itself never gives it back.
create policy screenshots
  on media
  as restrictive
  for select
  to osnova_worker
  using (not exists(select from feedback f where f.screenshot_id = media.id));
grant select, insert, update, delete on media to osnova_system;
grant select, insert, delete on media to osnova_worker;
grant usage on sequence media_id_seq to osnova_system;

create policy tenant
  on uploads
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system on uploads to osnova_system using (true) with check (true);
grant select, insert, update, delete on uploads to osnova_system;
grant select on uploads to osnova_worker;
