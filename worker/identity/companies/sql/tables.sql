-- Who reads and writes the tables, and what history records of them. A tenant's rows are seen in the company entered;
-- functions of osnova_system see all of them.

create policy tenant
  on companies
  to osnova_worker
  using (id = (select app_company()))
  with check (id = (select app_company()));
create policy system
  on companies
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on companies to osnova_system;
grant select on companies to osnova_worker;
grant
  update (
    name,
    email,
    phone,
    website,
    facebook,
    instagram,
    linkedin,
    description,
    time_zone
  )
  on
    companies
  to
  osnova_worker;
create trigger history
  after insert or update or delete
  on companies
  for each row
  when (not erasing())
  execute function record_history('company', 'company', 'name', 'main', 'id');
grant usage on sequence companies_id_seq to osnova_system;

create policy tenant
  on memberships
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on memberships
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on memberships to osnova_system;
-- People come in and go by functions alone.
grant select on memberships to osnova_worker;
create trigger history
  after insert or update or delete
  on memberships
  for each row
  when (not erasing())
  execute function record_history('membership', 'users', '', 'main', 'user_id');

create policy tenant
  on people_sums
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on people_sums
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on people_sums to osnova_system;
grant select on people_sums to osnova_worker;
