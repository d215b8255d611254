-- Who reads and writes the tables, and what history records of them. A tenant's rows are seen in the company entered;
-- functions of osnova_system see all of them.

create policy tenant
  on forms
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system on forms to osnova_system using (true) with check (true);
grant select, insert, update, delete on forms to osnova_system;
grant select, insert, update, delete on forms to osnova_worker;
grant usage on sequence forms_id_seq to osnova_system;
create trigger history
  after insert or update or delete
  on forms
  for each row
  when (not erasing())
  execute function record_history('form', 'courses', 'name', 'main', 'id');

create policy tenant
  on questions
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on questions
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on questions to osnova_system;
grant select, insert, update, delete on questions to osnova_worker;
grant usage on sequence questions_id_seq to osnova_system;
create trigger history
  after insert or update or delete
  on questions
  for each row
  when (not erasing())
  execute function record_history('question', 'courses', 'title', 'main', 'id');

create policy tenant
  on form_versions
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on form_versions
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on form_versions to osnova_system;
grant select, insert on form_versions to osnova_worker;

create policy tenant
  on question_files
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on question_files
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on question_files to osnova_system;
grant select on question_files to osnova_worker;
create trigger history
  after insert or update or delete
  on question_files
  for each row
  when (not erasing())
  execute function
    record_history('question', 'courses', '', 'part', 'question_id');

create policy tenant
  on key_repairs
  to osnova_worker
  using (company_id = (select app_company()))
  with check (company_id = (select app_company()));
create policy system
  on key_repairs
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on key_repairs to osnova_system;
grant select on key_repairs to osnova_worker;

grant usage on sequence answer_ids to osnova_worker, osnova_system;
