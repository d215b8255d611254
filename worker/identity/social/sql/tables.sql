-- Who reads and writes the tables, and what history records of them. A tenant's rows are seen in the company entered;
-- functions of osnova_system see all of them.

create policy system
  on social_links
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on social_links to osnova_system;
