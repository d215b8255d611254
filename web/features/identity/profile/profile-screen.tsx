import { changeCurrentUserType } from '#contract/identity/accounts';
import { changeCurrentSpace } from '#contract/identity/companies';
import type { UserType } from '#contract/access';
import { IconPencil } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { useProfile } from '../../../lib/session/session.ts';
import { Whole } from '../../../lib/page/later.tsx';
import { useAction } from '../../../lib/api/use-action.ts';
import { PageSkeleton } from '../../../ui/state/loaded.tsx';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { Facts, Section } from '../../../ui/page/panel.tsx';
import { PersonMark } from '../../../ui/person/person-mark.tsx';
import { StatusBadge } from '../../../ui/state/status-badge.tsx';
import { type TabByUrl, TabsByUrl } from '../../../ui/page/tabs-by-url.tsx';
import { LeaveCompany } from './leave-company.tsx';
import classes from './profile.module.css';
import { ProposedName } from './proposed-name.tsx';
import { personName } from '../../../lib/words/person-name.ts';

interface Props {
  /** Takes the access token of another company or role. */
  onSwitched: (access: string) => void;
}

interface Leaving {
  /** Takes the access token of another company of the person's, or null: the last one was left. */
  onLeft: (access: string | null, company: string) => void;
}

interface Parts {
  /** Companies that wait for an answer, where there are any. */
  invitations: ReactNode;
  /** What a new company does first. */
  firstSteps: ReactNode;
  courses: ReactNode;
  programs: ReactNode;
  groups: ReactNode;
  exams: ReactNode;
  certificates: ReactNode;
  notes: ReactNode;
  /** What is in this browser to be read without a connection. */
  device: ReactNode;
  notifications: ReactNode;
  security: ReactNode;
}

export function ProfileScreen({ onSwitched, onLeft, ...parts }: Props & Leaving & Parts) {
  const t = useTranslations();
  const profile = useProfile();
  const [invitedBefore] = useState(() => profile.invitations > 0);
  const { type_user } = profile.current_login_info;
  // A trainer's own programs and exams wait for the role student (decisions, "Identity").
  const learns = type_user !== 'trainer';
  // Home is about what is next: whose it is stands in one small line.
  const studies = type_user === 'student';
  const general: TabByUrl = {
    hash: 'general',
    label: t('profile.tabs.general'),
    content: (
      <>
        {parts.firstSteps}
        <About />
        <Roles onSwitched={onSwitched} />
        <Companies onSwitched={onSwitched} onLeft={onLeft} />
      </>
    ),
  };
  const learning: TabByUrl[] = [
    { hash: 'courses', label: t('profile.tabs.courses'), content: parts.courses },
    ...(learns ? [{ hash: 'programs', label: t('profile.tabs.programs'), content: parts.programs }] : []),
    { hash: 'groups', label: t('profile.tabs.groups'), content: parts.groups },
    ...(learns ? [{ hash: 'exams', label: t('profile.tabs.exams'), content: parts.exams }] : []),
    { hash: 'certificates', label: t('profile.tabs.certificates'), content: parts.certificates },
    { hash: 'notes', label: t('profile.tabs.notes'), content: parts.notes },
    ...(studies ? [{ hash: 'device', label: t('profile.tabs.device'), content: parts.device }] : []),
  ];
  // A student comes to learn, everybody else to work: the first tab is what they see after signing in.
  const tabs = [
    ...(studies ? [...learning, general] : [general, ...learning]),
    { hash: 'notifications', label: t('profile.tabs.notifications'), content: parts.notifications },
    { hash: 'security', label: t('profile.tabs.security'), content: parts.security },
  ];
  const name = personName(profile);
  return (
    <>
      <PageHeader
        mark={<PersonMark person={profile} size={studies ? 32 : 64} />}
        // Home keeps its name: it is not about a person.
        title={<>{name}</>}
        small={studies}
        actions={
          <Button
            component={Link}
            to="/profile/edit"
            variant={studies ? 'subtle' : 'default'}
            leftSection={<IconPencil size={18} aria-hidden />}
          >
            {t('profile.edit')}
          </Button>
        }
      />
      {/* What stands first in a tab comes with it, so that nothing moves down for it; what comes while the page stands takes
          nothing away. */}
      <Whole fallback={<PageSkeleton />}>
        {invitedBefore ? parts.invitations : <Suspense fallback={null}>{parts.invitations}</Suspense>}
        <ProposedName />
        <TabsByUrl label={t('profile.tabs.label')} tabs={tabs} />
      </Whole>
    </>
  );
}

function About() {
  const t = useTranslations();
  const profile = useProfile();
  return (
    <Section title={t('profile.about')}>
      <Facts
        facts={[
          [
            t('profile.email'),
            profile.email ? (
              <span className={classes.email}>
                {profile.email}
                <StatusBadge tone={profile.email_verified ? 'good' : 'warning'}>
                  {profile.email_verified ? t('profile.email_verified') : t('profile.email_not_verified')}
                </StatusBadge>
              </span>
            ) : (
              <Link to="/profile#security">{t('profile.add_email')}</Link>
            ),
          ],
          [t('profile.phone'), profile.phone ?? t('profile.not_given')],
          [t('profile.position'), profile.position],
          [t('profile.subdivision'), profile.subdivision],
          [t('profile.language'), t(`common.languages.${profile.language}`)],
          [t('profile.comment'), profile.comment],
        ]}
      />
    </Section>
  );
}

function Roles({ onSwitched }: Props) {
  const t = useTranslations();
  const { user_types, current_login_info } = useProfile();
  const change = useAction(changeCurrentUserType, { onDone: ({ access }) => onSwitched(access) });
  const choose = (user_type: UserType) => void change.run({ body: { user_type } });
  return (
    <Section title={t('profile.roles')}>
      <ul className="stack plain gap-4">
        {user_types.map((one) => {
          const current = one === current_login_info.type_user;
          return (
            <li key={one} className={classes.choice} data-current={current || undefined}>
              <span className="medium anywhere">{t(`common.roles.${one}`)}</span>
              {current ? (
                <StatusBadge tone="active">{t('profile.current')}</StatusBadge>
              ) : (
                <Button
                  variant="subtle"
                  size="compact-md"
                  disabled={change.busy}
                  onClick={() => choose(one)}
                  aria-label={`${t('profile.switch_company')}: ${t(`common.roles.${one}`)}`}
                >
                  {t('profile.switch_company')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}

function Companies({ onSwitched, onLeft }: Props & Leaving) {
  const t = useTranslations();
  const { spaces, current_login_info } = useProfile();
  const change = useAction(changeCurrentSpace, { onDone: ({ access }) => onSwitched(access) });
  return (
    <Section title={t('profile.companies')}>
      <ul className="stack plain gap-4">
        {spaces.map((space) => {
          const current = space.id === current_login_info.space_pk;
          return (
            <li key={space.id} className={classes.choice} data-current={current || undefined}>
              <span className="medium anywhere">
                {space.name}
                <span className={classes.choiceRoles}>
                  {space.user_types.map((one) => t(`common.roles.${one}`)).join(', ')}
                </span>
              </span>
              {current ? (
                <StatusBadge tone="active">{t('profile.current')}</StatusBadge>
              ) : (
                <Button
                  variant="subtle"
                  size="compact-md"
                  disabled={change.busy}
                  onClick={() => void change.run({ body: { space_pk: space.id } })}
                  aria-label={`${t('profile.switch_company')}: ${space.name}`}
                >
                  {t('profile.switch_company')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <LeaveCompany onLeft={onLeft} />
    </Section>
  );
}
