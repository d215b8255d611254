-- A name that was changed shortly before a certificate was issued is told to staff.

-- Keeps beside a certificate, not on it, that its person had another name shortly before, where the company
-- knew them by that name. It goes when the name on the certificate is erased.
create or replace function note_former_name() returns trigger
  language plpgsql
  as $$
begin
  if tg_op = 'INSERT' then
    select u.renamed_at, u.former_name into new.renamed_at, new.former_name
      from users u join memberships m on m.company_id = new.company_id and m.user_id = u.id
        and m.created_at < u.renamed_at
      where u.id = new.user_id and u.renamed_at > new.issued_at - rename_matters();
  elsif new.content->>'name' = '—' then
    new.renamed_at := null;
    new.former_name := null;
  end if;
  return new;
end $$;

create trigger note_former_name
  before insert or update of content
  on certificates
  for each row
  execute function note_former_name();
