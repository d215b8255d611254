import { getWebinar, webinarCalendar } from '#contract/learning/webinars';
import {
  IconCalendarOff,
  IconCalendarPlus,
  IconPencil,
  IconPlayerPlay,
  IconTrash,
} from '@tabler/icons-react';
import { type ReactNode, Suspense, useEffect, useEffectEvent, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useLocale, useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { dateText } from '../../../../lib/words/dates.ts';
import { zoneText } from '../../../../lib/words/zones.ts';
import { saveFile } from '../../../../lib/files/save-file.ts';
import { useMay } from '../../../../lib/session/session.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { Loaded, PageSkeleton } from '../../../../ui/state/loaded.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { Facts, Panel, Section } from '../../../../ui/page/panel.tsx';
import { PersonLine } from '../../../../ui/person/person-line.tsx';
import { RichText } from '../../../../ui/rich-text/rich-text.tsx';
import { TabsByUrl } from '../../../../ui/page/tabs-by-url.tsx';
import { CancelWebinarDialog } from '../cancel-webinar-dialog.tsx';
import { DateBlock } from '../date-block.tsx';
import { DeleteWebinarDialog } from '../delete-webinar-dialog.tsx';
import classes from './webinar-info-screen.module.css';
import { WebinarJoin, WebinarLeave } from '../webinar-join.tsx';
import { WebinarStateBadge } from '../webinar-state.tsx';
import { joiningAt, otherZoneText, spanText, stateAt, useServerNow } from '../webinar-time.ts';
import type { Lock, Webinar } from '../webinar.ts';
import { later } from '../../../../lib/page/later.tsx';

const Attachments = later(() => import('../../../../ui/files/attachments.tsx'));
const WebinarFiles = later(() => import('./webinar-files.tsx'));
// Opened by few, with a table of its own.
const WebinarAttendance = later(() => import('./webinar-attendance.tsx'));

/** How often an open page asks whether the webinar was moved or canceled. */
const REFRESH_MS = 30_000;

interface Props {
  id: number;
  /** Why timelines close it, in their words. */
  lockReason: (lock: Lock) => ReactNode;
}

/** A webinar: when it is, the way in, and for who holds it, who came. */
export function WebinarInfoScreen({ id, lockReason }: Props) {
  const t = useTranslations('webinars');
  const holds = useMay()('editWebinar');
  const query = useData(getWebinar, { params: { id } });
  useFreshness(() => void query.refetch());
  return (
    <Loaded query={query}>
      {(webinar) => {
        const general = <General webinar={webinar} read_at={query.dataUpdatedAt} lockReason={lockReason} />;
        return (
          <>
            <PageHeader
              title={webinar.name}
              back={{ to: '/webinar', label: t('title') }}
              actions={webinar.actions.length > 0 && <Actions webinar={webinar} />}
            />
            {holds ? (
              <TabsByUrl
                label={t('tabs.label')}
                tabs={[
                  { hash: 'generalInfo', label: t('tabs.general'), content: general },
                  ...(webinar.actions.includes('edit')
                    ? [
                        {
                          hash: 'files',
                          label: t('tabs.files'),
                          content: (
                            <Suspense fallback={<PageSkeleton />}>
                              <WebinarFiles webinar={webinar} />
                            </Suspense>
                          ),
                        },
                      ]
                    : []),
                  {
                    hash: 'attendance',
                    label: t('tabs.attendance'),
                    content: (
                      <Suspense fallback={<PageSkeleton />}>
                        <WebinarAttendance webinar={webinar} read_at={query.dataUpdatedAt} />
                      </Suspense>
                    ),
                  },
                ]}
              />
            ) : (
              general
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function useFreshness(refetch: () => void): void {
  const tick = useEffectEvent(() => {
    if (!document.hidden) refetch();
  });
  useEffect(() => {
    const timer = setInterval(tick, REFRESH_MS);
    return () => clearInterval(timer);
  }, []);
}

interface GeneralProps extends Pick<Props, 'lockReason'> {
  webinar: Webinar;
  read_at: number;
}

function General({ webinar, read_at, lockReason }: GeneralProps) {
  const t = useTranslations('webinars');
  const now = useServerNow(webinar.server_time, read_at);
  return (
    <>
      {webinar.state === 'canceled' && (
        <div className="before-7">
          <Notice tone="bad" title={t('canceled')}>
            {webinar.cancel_reason && t('canceled_reason', { reason: webinar.cancel_reason })}
          </Notice>
        </div>
      )}
      {webinar.locked && webinar.state !== 'canceled' && (
        <Locked lock={webinar.locked}>{lockReason(webinar.locked)}</Locked>
      )}
      <Panel>
        <div className={classes.head}>
          {webinar.photo && <img className={classes.photo} src={webinar.photo} alt="" decoding="async" />}
          <DateBlock starts_at={webinar.starts_at} />
          <When webinar={webinar} now={now} />
        </div>
        <Way webinar={webinar} now={now} />
      </Panel>
      <Section>
        <People webinar={webinar} />
      </Section>
      {webinar.description && (
        <Section title={t('description')}>
          <RichText html={webinar.description} />
        </Section>
      )}
      {webinar.files.length > 0 && (
        <Suspense fallback={null}>
          <Recording webinar={webinar} />
          <Attachments title={t('files.title')} files={webinar.files.filter(({ kind }) => kind === 'file')} />
        </Suspense>
      )}
    </>
  );
}

/** That the chronology of a program has not opened it yet, or not any more, and what opens it. */
function Locked({ lock, children }: { lock: Lock; children: ReactNode }) {
  const t = useTranslations('webinars.locked');
  const { id, name } = lock.program;
  return (
    <div className="before-7">
      <Notice
        tone="neutral"
        title={t(lock.reason === 'overdue' ? 'title_overdue' : 'title')}
        action={
          <Button component={Link} to={`/program/${id}#chronology`} variant="default">
            {t('to_chronology')}
          </Button>
        }
      >
        {children}. {t('program', { name })}
      </Notice>
    </div>
  );
}

function When({ webinar, now }: { webinar: Webinar; now: number }) {
  const t = useTranslations('webinars');
  const locale = useLocale();
  const elsewhere = otherZoneText(webinar);
  return (
    <div className={classes.when}>
      <p className={classes.time}>
        <time dateTime={webinar.starts_at}>
          {dateText(webinar.starts_at)}, <span className="unbent">{spanText(webinar)}</span>
        </time>
      </p>
      {elsewhere && (
        <p className="dim flush">{`${elsewhere} · ${zoneText(webinar.time_zone, locale, new Date(webinar.starts_at))}`}</p>
      )}
      <p className="dim flush">{t('minutes', { count: webinar.duration })}</p>
      <WebinarStateBadge state={stateAt(webinar, now)} />
    </div>
  );
}

/** What was uploaded of it; a form that no browser plays is offered as a file. */
function Recording({ webinar: { files } }: { webinar: Webinar }) {
  const t = useTranslations('webinars');
  const [broken, setBroken] = useState(false);
  const recording = files.find(({ kind }) => kind === 'recording');
  if (!recording) return null;
  if (broken) return <Attachments title={t('watch_recording')} files={[recording]} />;
  const shown = {
    src: recording.url,
    controls: true,
    preload: 'metadata' as const,
    'aria-label': t('watch_recording'),
    onError: () => setBroken(true),
    // It may have failed before it took its place in the page.
    ref: (element: HTMLMediaElement | null) => {
      if (element?.error) setBroken(true);
    },
  };
  return (
    <Panel title={t('watch_recording')}>
      {/* A recording of people talking has no captions file here. */}
      {/* oxlint-disable jsx-a11y/media-has-caption */}
      {recording.group === 'audio' ? (
        <audio {...shown} className={classes.recording} />
      ) : (
        <video {...shown} playsInline className={classes.recording} />
      )}
      {/* oxlint-enable jsx-a11y/media-has-caption */}
    </Panel>
  );
}

/** Joining, leaving, the calendar and the recording. */
function Way({ webinar, now }: { webinar: Webinar; now: number }) {
  const t = useTranslations('webinars');
  const open = joiningAt(webinar, now) === 'open';
  return (
    <div className={classes.way}>
      {webinar.locked ? null : webinar.has_address ? (
        <WebinarJoin webinar={webinar} now={now} />
      ) : (
        joiningAt(webinar, now) !== 'over' && <p className="dim flush">{t('join.no_address')}</p>
      )}
      {open && webinar.joined_at && !webinar.left_at && <WebinarLeave id={webinar.id} />}
      {webinar.recording_url && (
        <Button
          component="a"
          href={webinar.recording_url}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconPlayerPlay size={18} aria-hidden />}
        >
          {t('watch_recording')}
        </Button>
      )}
      <CalendarButton webinar={webinar} />
    </div>
  );
}

/** Saves the calendar file; the links in mails open the page with `calendar`, and it is saved at once. */
function CalendarButton({ webinar: { id, state } }: { webinar: Webinar }) {
  const t = useTranslations('webinars');
  const [params, setParams] = useSearchParams();
  const { run, busy } = useAction(webinarCalendar, { onDone: saveFile });
  const asked = params.has('calendar');
  const save = useEffectEvent(() => {
    setParams({}, { replace: true, preventScrollReset: true });
    void run({ params: { id } });
  });
  useEffect(() => {
    if (asked) save();
  }, [asked]);
  return (
    <Button
      variant="default"
      leftSection={<IconCalendarPlus size={18} aria-hidden />}
      loading={busy}
      onClick={() => void run({ params: { id } })}
    >
      {t(state === 'canceled' ? 'update_calendar' : 'add_to_calendar')}
    </Button>
  );
}

function People({ webinar }: { webinar: Webinar }) {
  const t = useTranslations('webinars');
  const { cohosts, courses, programs, groups, capacity, joined, join_url } = webinar;
  return (
    <Facts
      facts={[
        [t('host'), <PersonLine key="host" person={webinar.host} />],
        [
          t('cohosts'),
          cohosts.length > 0 && (
            <span className="stack gap-3">
              {cohosts.map((person) => (
                <PersonLine key={person.id} person={person} />
              ))}
            </span>
          ),
        ],
        [t('provider'), t(`providers.${webinar.provider}`)],
        [
          t('address'),
          join_url && (
            <a href={join_url} target="_blank" rel="noreferrer">
              {join_url}
            </a>
          ),
        ],
        [t('capacity'), capacity === null ? t('unlimited') : t('places', { joined, capacity })],
        [t('courses'), courses.length > 0 && <Links things={courses} to="/course" />],
        [t('programs'), programs.length > 0 && <Links things={programs} to="/program" />],
        [t('groups'), groups.length > 0 && <Links things={groups} to="/group" />],
      ].filter((fact): fact is [string, Exclude<(typeof fact)[1], false>] => Boolean(fact[1]))}
    />
  );
}

function Links({ things, to }: { things: readonly { id: number; name: string }[]; to: string }) {
  return (
    <span className="stack gap-3">
      {things.map(({ id, name }) => (
        <Link key={id} to={`${to}/${id}`}>
          {name}
        </Link>
      ))}
    </span>
  );
}

function Actions({ webinar }: { webinar: Webinar }) {
  const t = useTranslations();
  const [asked, setAsked] = useState<'cancel' | 'delete' | null>(null);
  const close = () => setAsked(null);
  const { id, actions } = webinar;
  return (
    <>
      {actions.includes('edit') && (
        <Button
          component={Link}
          to={`/webinar/${id}/edit`}
          variant="default"
          leftSection={<IconPencil size={18} aria-hidden />}
        >
          {t('common.edit')}
        </Button>
      )}
      {actions.includes('cancel') && (
        <Button
          variant="default"
          leftSection={<IconCalendarOff size={18} aria-hidden />}
          onClick={() => setAsked('cancel')}
        >
          {t('webinars.cancel.action')}
        </Button>
      )}
      {actions.includes('delete') && (
        <Button
          variant="subtle"
          color="brick"
          leftSection={<IconTrash size={18} aria-hidden />}
          onClick={() => setAsked('delete')}
        >
          {t('common.delete')}
        </Button>
      )}
      {asked === 'cancel' && <CancelWebinarDialog webinar={webinar} onClose={close} />}
      {asked === 'delete' && <DeleteWebinarDialog webinar={webinar} leavesTo="/webinar" onClose={close} />}
    </>
  );
}
