-- What holds in every slice.

-- Letters of a thing's name.
create or replace function name_length() returns integer
  language sql
  immutable
  parallel safe
  as 'select 200';
