import { getMemberships, getUser } from '#contract/people/users';
import { IconMail, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { dateText, dateTimeText } from '../../../../lib/words/dates.ts';
import { useMay, useProfile } from '../../../../lib/session/session.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { STATUS_TONES, userStatus } from '../../../../lib/session/user-status.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { Facts, Section } from '../../../../ui/page/panel.tsx';
import { PersonMark } from '../../../../ui/person/person-mark.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { TabsByUrl } from '../../../../ui/page/tabs-by-url.tsx';
import { ExtraTime } from './extra-time.tsx';
import { PersonActions } from './person-actions.tsx';
import { PersonExams } from './person-exams.tsx';
import { PersonCourses, PersonGroups, PersonPrograms } from './person-learning.tsx';
import { nameOf, type Person } from '../person-name.ts';
import { shownTypes, useRolesText } from '../person-roles.ts';
import { usePersonSheet, useSignInMail } from '../person-sign-in.ts';
import classes from './user-info-screen.module.css';

export function UserInfoScreen({ id, certificates }: { id: number; certificates: ReactNode }) {
  const t = useTranslations('users.info.tabs');
  const may = useMay();
  const own = useProfile().id;
  const query = useData(getUser, { params: { id } });
  return (
    <Loaded query={query}>
      {(person) => (
        <>
          <Head person={person} />
          <Standing person={person} />
          <About person={person} />
          <OtherCompanies id={id} />
          {may('giveExtraTime') && own !== id && <ExtraTime user_id={id} />}
          <div className="after-7">
            <TabsByUrl
              label={t('label')}
              tabs={[
                { hash: 'courses', label: t('courses'), content: <PersonCourses id={id} /> },
                { hash: 'programs', label: t('programs'), content: <PersonPrograms id={id} /> },
                { hash: 'groups', label: t('groups'), content: <PersonGroups id={id} /> },
                { hash: 'exams', label: t('exams'), content: <PersonExams id={id} /> },
                { hash: 'certificates', label: t('certificates'), content: certificates },
              ]}
            />
          </div>
        </>
      )}
    </Loaded>
  );
}

function Head({ person }: { person: Person }) {
  const t = useTranslations();
  const status = userStatus(person);
  const rolesText = useRolesText();
  return (
    <PageHeader
      back={{ to: '/user', label: t('users.title') }}
      mark={<PersonMark person={person} size={64} />}
      title={nameOf(person)}
      description={
        <span className={classes.standing}>
          <StatusBadge tone={STATUS_TONES[status]}>{t(`users.statuses.${status}`)}</StatusBadge>
          <span>{person.is_owner ? t('common.roles.owner') : rolesText(person)}</span>
        </span>
      }
      actions={<PersonActions person={person} />}
    />
  );
}

/** What stands between the person and learning, with the way out of it. */
function Standing({ person }: { person: Person }) {
  const t = useTranslations('users.info');
  const own = useProfile().id === person.id;
  if (own) {
    return (
      <div className="before-7">
        <Notice
          tone="neutral"
          title={t('you')}
          action={
            <Button component={Link} to="/profile" variant="default" size="sm">
              {t('to_profile')}
            </Button>
          }
        />
      </div>
    );
  }
  if (person.blocked) {
    return (
      <div className="before-7">
        <Notice tone="bad" title={t('blocked')}>
          {t('blocked_text')}
        </Notice>
      </div>
    );
  }
  return person.activated ? null : <NotActivated person={person} />;
}

function NotActivated({ person }: { person: Person }) {
  const t = useTranslations('users.info');
  const mail = useSignInMail(person);
  const sheet = usePersonSheet();
  const text = person.declined
    ? t('declined_text')
    : person.invitation_goes_at
      ? t('invitation_waits', { date: dateTimeText(person.invitation_goes_at) })
      : person.invited_until
        ? t('invited_until', { date: dateTimeText(person.invited_until) })
        : person.email
          ? t('invitation_expired')
          : t('no_email');
  return (
    <div className="before-7">
      <Notice
        tone={person.declined ? 'bad' : 'warning'}
        title={t(person.declined ? 'declined' : person.email ? 'not_activated' : 'not_signed_in')}
        action={
          person.actions.includes('invite_again') &&
          (person.email ? (
            <Button
              variant="default"
              size="sm"
              loading={mail.busy}
              leftSection={<IconMail size={18} aria-hidden />}
              onClick={mail.send}
            >
              {t('actions.invite_again')}
            </Button>
          ) : (
            <Button
              variant="default"
              size="sm"
              loading={sheet.busy}
              leftSection={<IconPrinter size={18} aria-hidden />}
              onClick={() => sheet.print(person.id)}
            >
              {t('actions.print_sheet')}
            </Button>
          ))
        }
      >
        {text} {t('recorded')}
      </Notice>
    </div>
  );
}

function About({ person }: { person: Person }) {
  const t = useTranslations();
  return (
    <Section title={t('users.info.contacts')}>
      <Facts
        facts={[
          [t('users.email'), person.email && <a href={`mailto:${person.email}`}>{person.email}</a>],
          [t('users.phone'), person.phone && <a href={`tel:${person.phone}`}>{person.phone}</a>],
          [t('users.position'), person.position],
          [t('users.subdivision'), person.subdivision],
          [
            t('users.info.last_seen'),
            person.last_seen_at ? dateTimeText(person.last_seen_at) : t('users.info.never_seen'),
          ],
          [
            t('users.second_factor.label'),
            person.activated && t(`users.second_factor.${person.second_factor ? 'has' : 'lacks'}`),
          ],
          [
            t(person.activated || !person.email ? 'users.info.added' : 'users.info.invited'),
            dateText(person.created_at),
          ],
          [
            t('users.info.language'),
            <span key="language" lang={person.language}>
              {t(`common.languages.${person.language}`)}
            </span>,
          ],
          [t('users.info.groups'), person.groups.length > 0 ? <Groups groups={person.groups} /> : null],
          [t('users.info.comment'), person.comment && <span className="as-written">{person.comment}</span>],
        ]}
      />
    </Section>
  );
}

function Groups({ groups }: { groups: Person['groups'] }) {
  const once = [...new Map(groups.map((group) => [group.id, group])).values()];
  return (
    <span className={classes.groups}>
      {once.map(({ id, name }) => (
        <Link key={id} to={`/group/${id}`}>
          {name}
        </Link>
      ))}
    </span>
  );
}

/** Where else the person belongs, of the companies that the caller looks after too. */
function OtherCompanies({ id }: { id: number }) {
  const t = useTranslations();
  const here = useProfile().current_login_info.space_pk;
  const memberships = useData(getMemberships, { params: { id } });
  const others = (memberships.data?.results ?? []).filter(({ space }) => space.id !== here);
  if (others.length === 0) return null;
  return (
    <Section title={t('users.info.companies')}>
      <Facts
        facts={others.map(({ space, user_types, blocked }) => [
          space.name,
          [
            ...shownTypes(user_types).map((one) => t(`common.roles.${one}`)),
            ...(blocked ? [t('users.info.company_blocked')] : []),
          ].join(', '),
        ])}
      />
    </Section>
  );
}
