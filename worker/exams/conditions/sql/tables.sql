-- Who reads and writes the tables: functions alone. History records nothing of a code, since others read the history.

create policy tenant
  on access_codes
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on access_codes
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on access_codes to osnova_system;
