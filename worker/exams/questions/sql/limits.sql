-- How much an answer may hold.

-- Letters of a typed answer.
create or replace function response_length() returns integer
  language sql
  immutable
  parallel safe
  as 'select 1000';

-- Bytes of an essay.
create or replace function essay_bytes() returns integer
  language sql
  immutable
  parallel safe
  as 'select 102400';
