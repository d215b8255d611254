-- Who reads and writes the tables, and what history records of them: that a token was made and revoked, never itself.

create policy tenant
  on directory_tokens
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on directory_tokens
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on directory_tokens to osnova_system;
grant select on directory_tokens to osnova_worker;
create trigger history
  after insert or update or delete
  on directory_tokens
  for each row
  when (not erasing())
  execute function
    record_history('company', 'company', '', 'part', 'company_id');

create policy tenant
  on directory_refusals
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on directory_refusals
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on directory_refusals to osnova_system;
grant select on directory_refusals to osnova_worker;
