-- Who reads and writes the tables, and what history records of them. A tenant's rows are seen in the company entered;
-- functions of osnova_system see all of them.

create policy system
  on totp_secrets
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on totp_secrets to osnova_system;

create policy system
  on security_keys
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on security_keys to osnova_system;

create policy system
  on recovery_codes
  to osnova_system
  using (true)
  with check (true);
grant select, insert, update, delete on recovery_codes to osnova_system;
