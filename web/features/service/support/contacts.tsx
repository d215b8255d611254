import { CONTACT_ROLES, type getContacts } from '#contract/service/support';
import type { ResponseOf } from '#contract/platform';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { Skeleton } from '../../../ui/state/skeleton.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { PersonMark } from '../../../ui/person/person-mark.tsx';
import classes from './contacts.module.css';
import { personName } from '../../../lib/words/person-name.ts';

type Found = ResponseOf<typeof getContacts>;
type Contact = Found['results'][number];

interface Props {
  query: UseQueryResult<Found>;
  onWrite: () => void;
}

/** Whom to ask: people of the company, the company itself, whoever runs the product. */
export function Contacts({ query, onWrite }: Props) {
  const t = useTranslations('support');
  const common = useTranslations('common');
  return (
    <aside className="stack gap-6" aria-label={t('contacts.title')}>
      <section className={classes.card}>
        <h2 className={classes.title}>{t('contacts.title')}</h2>
        <Loaded query={query} skeleton={<Skeleton height={180} radius="md" />}>
          {(found) => <People {...found} />}
        </Loaded>
      </section>
      <section className={classes.card}>
        <h2 className={classes.title}>{t('contacts.vendor')}</h2>
        <p className="note">{t('contacts.vendor_text')}</p>
        <Button variant="default" onClick={onWrite}>
          {t('write')}
        </Button>
        <p className={`${classes.documents} stack flush small gap-3`}>
          <Link className="finger-line" to="/privacy">
            {common('privacy_link')}
          </Link>
          <Link className="finger-line" to="/terms">
            {common('terms_link')}
          </Link>
        </p>
      </section>
    </aside>
  );
}

function People({ results, company }: Found) {
  const t = useTranslations('support.contacts');
  return (
    <>
      {results.length === 0 && <p className="note">{t('empty')}</p>}
      {CONTACT_ROLES.map((role) => {
        const people = results.filter((person) => person.role === role);
        if (people.length === 0) return null;
        return (
          <div key={role} className="stack gap-4">
            <h3 className={classes.role}>{t(role)}</h3>
            <ul className="stack plain gap-5">
              {people.map((person) => (
                <Person key={person.id} person={person} />
              ))}
            </ul>
          </div>
        );
      })}
      {(company.email || company.phone) && (
        <div className="stack gap-4">
          <h3 className={classes.role}>{t('company')}</h3>
          <Ways email={company.email} phone={company.phone} />
        </div>
      )}
    </>
  );
}

function Person({ person }: { person: Contact }) {
  const { first_name, last_name, position, about, email, phone } = person;
  return (
    <li className={classes.person}>
      <PersonMark person={person} size={40} />
      <div className="shrinks anywhere">
        <p className={classes.name}>{personName({ first_name, last_name }) || '—'}</p>
        {position && <p className={classes.about}>{position}</p>}
        {about.length > 0 && <p className={classes.about}>{about.join(', ')}</p>}
        <Ways email={email} phone={phone} />
      </div>
    </li>
  );
}

function Ways({ email, phone }: { email: string | null; phone: string | null }) {
  return (
    <p className={`${classes.ways} stack flush anywhere small gap-1`}>
      {email && (
        <a className="finger-line" href={`mailto:${email}`}>
          {email}
        </a>
      )}
      {phone && (
        <a className="finger-line" href={`tel:${phone}`}>
          {phone}
        </a>
      )}
    </p>
  );
}
