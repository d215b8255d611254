import { getPackage } from '#contract/learning/packages';
import { IconEye, IconPlayerPlay, IconRefresh } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { queryClient, useData } from '../../../lib/api/use-data.ts';
import { laterOver } from '../../../lib/page/later.tsx';
import { useWaitingState } from '../../../lib/reading/package-states.ts';
import { loginKey, useMay, useMaybeProfile } from '../../../lib/session/session.ts';
import { dateTimeText } from '../../../lib/words/dates.ts';
import { Button } from '../../../ui/control/button/button.tsx';
import { Panel } from '../../../ui/page/panel.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { Skeleton } from '../../../ui/state/skeleton.tsx';
import { StatusBadge } from '../../../ui/state/status-badge.tsx';
import { isTriedOut, stateOf, TONES, type Material, type Package, type Try } from './package.ts';
import classes from './package-view.module.css';

const PackagePlayer = laterOver(() => import('./package-player.tsx'));
const PackageAnswers = laterOver(() => import('./package-answers.tsx'));
const PackageResults = laterOver(() => import('./package-results.tsx'));

/** The way into a package; a student's tries at it, or everybody's for those who look after them. */
export default function PackageView({ material }: { material: Material }) {
  const params = { id: material.course_id, materialId: material.id };
  const query = useData(getPackage, { params });
  const student = useMay()('startTest');
  const sees = useMay()('viewCourseStudents');
  return (
    <div className="before-7">
      <Loaded query={query} skeleton={<Skeleton height={180} radius="lg" />}>
        {(found) => <Shown material={material} found={found} student={student} />}
      </Loaded>
      {sees && <PackageAnswers material={material} />}
      {sees && <PackageResults material={material} />}
    </div>
  );
}

/** Kept in the history of the browser, so that its way back closes the player too. */
const OPEN = { package: 'open' };

function Shown({ material, found, student }: { material: Material; found: Package; student: boolean }) {
  const t = useTranslations('packages');
  const navigate = useNavigate();
  const { state } = useLocation() as { state: unknown };
  const [again, setAgain] = useState(false);
  const opened = state instanceof Object && 'package' in state;
  const profile = useMaybeProfile();
  const login = profile ? loginKey(profile) : '';
  const waits = useWaitingState(login, material.id);
  const [last] = found.tries;
  // Whoever is in the middle of an earlier version ends it.
  const earlier =
    last && !isTriedOut(last) && !found.restart && last.version !== null && last.version < found.version;

  // The author has it begun anew, or its archive is gone.
  const renewed =
    last !== undefined &&
    (last.version === null || (found.restart && !isTriedOut(last) && last.version < found.version));

  function open(anew: boolean): void {
    setAgain(anew);
    void navigate('.', { state: OPEN, preventScrollReset: true });
  }
  // A way back would be one of the package's own pages, which the browser counts among this page's.
  const close = useCallback(
    () => void navigate('.', { replace: true, state: null, preventScrollReset: true }),
    [navigate],
  );
  // However it was closed: what was done there is shown, and may have opened the next material.
  const wasOpened = useRef(opened);
  useEffect(() => {
    if (wasOpened.current && !opened) void queryClient.invalidateQueries();
    wasOpened.current = opened;
  }, [opened]);
  return (
    <Panel title={(earlier ? last.title : found.title) || material.name}>
      {last && <TryLine one={last} />}
      {waits && !opened && (
        <p className="strong flush" role="status">
          {t('waits')}
        </p>
      )}
      {earlier && <p className="quiet flush">{t('earlier')}</p>}
      {renewed && <p className="quiet flush">{t('renewed')}</p>}
      {!student && <p className="quiet flush">{t('look_hint')}</p>}
      <div className="wraps fills gap-5 after-6">
        <Button
          size="lg"
          leftSection={student ? <IconPlayerPlay size={20} aria-hidden /> : <IconEye size={20} aria-hidden />}
          onClick={() => open(false)}
        >
          {t(student ? (last?.status === 'incomplete' && !renewed ? 'go_on' : 'open') : 'look')}
        </Button>
        {student && last && isTriedOut(last) && (
          <Button
            size="lg"
            variant="default"
            leftSection={<IconRefresh size={20} aria-hidden />}
            onClick={() => open(true)}
          >
            {t('again')}
          </Button>
        )}
      </div>
      {found.tries.length > 1 && (
        <details className="after-6">
          <summary className="unfolds">{t('tries')}</summary>
          <ul className="plain stack gap-5 after-5">
            {found.tries.map((one) => (
              <li key={one.number}>
                <TryLine one={one} />
              </li>
            ))}
          </ul>
        </details>
      )}
      {opened && <PackagePlayer material={material} login={login} again={again} onClose={close} />}
    </Panel>
  );
}

function TryLine({ one }: { one: Try }) {
  const t = useTranslations('packages');
  const state = stateOf(one);
  return (
    <p className={`${classes.line} wraps gap-5`}>
      <StatusBadge tone={TONES[state]}>{t(`states.${state}`)}</StatusBadge>
      {one.score !== null && <strong>{t('score', { score: Math.round(one.score) })}</strong>}
      <span className="quiet">
        {t('try', { number: one.number })} · {dateTimeText(one.committed_at ?? one.started_at)}
      </span>
    </p>
  );
}
