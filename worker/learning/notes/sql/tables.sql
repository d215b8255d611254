-- Who reads and writes the table. Nobody but the person: not in any role, and by no query of the Worker. History
-- records nothing of it, since others read the history.

create policy tenant
  on notes
  to osnova_worker
  using (company_id = (select app_company()) and user_id = (select app_user()))
  with check (
    company_id = (select app_company()) and user_id = (select app_user())
  );
create policy system on notes to osnova_system using (true) with check (true);
grant select, insert, update, delete on notes to osnova_system;
grant select, delete on notes to osnova_worker;
grant usage on sequence notes_id_seq to osnova_system;
