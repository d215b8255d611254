import { startPackage } from '#contract/learning/packages';
import { IconArrowLeft } from '@tabler/icons-react';
import { useCallback, useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useTranslations } from 'use-intl';
import { call } from '../../../lib/api/api.ts';
import { errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { statesOf } from '../../../lib/reading/package-states.ts';
import { sendState } from '../../../lib/reading/send-package-states.ts';
import { Button } from '../../../ui/control/button/button.tsx';
import { BareDialog } from '../../../ui/dialog/bare-dialog.tsx';
import { ErrorState } from '../../../ui/state/states.tsx';
import type { Material } from './package.ts';
import { PlayerFrame, type Saving, type Started } from './player-frame.tsx';
import classes from './package-player.module.css';

interface Props {
  material: Material;
  /** Whose it is (`loginKey`). */
  login: string;
  /** Begin anew where the last try is done. */
  again: boolean;
  onClose: () => void;
}

/** A package over the whole screen, with the way back always at hand. */
export default function PackagePlayer({ material, login, again, onClose }: Props) {
  const t = useTranslations('packages');
  const { id: materialId, course_id: id, name } = material;
  const [started, setStarted] = useState<Started | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [saving, setSaving] = useState<Saving | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const errorText = useErrorText();

  const ask = useCallback(
    (anew: boolean) => call(startPackage, { params: { id, materialId }, body: { again: anew }, quiet: true }),
    [id, materialId],
  );
  const renew = useCallback(() => ask(false), [ask]);
  const start = useCallback(
    (anew: boolean) => {
      setError(null);
      setSaving(null);
      setStarted(null);
      // What waits here is of an earlier opening: the server has it before the next one.
      const waiting = statesOf(login).filter(({ material_id }) => material_id === materialId);
      Promise.all(waiting.map((state) => sendState(login, state)))
        .then(() => ask(anew))
        .then(setStarted, setError);
    },
    [ask, login, materialId],
  );
  const asked = useRef(false);
  useEffect(() => {
    if (asked.current) return;
    asked.current = true;
    start(again);
  }, [start, again]);

  const goOut = () => {
    if (started && error === null) setIsLeaving(true);
    else onClose();
  };
  const stopped = saving === 'elsewhere' || saving === 'gone' || saving === 'failed' || saving === 'closed';
  return createPortal(
    <BareDialog className={classes.player} aria-label={t('player', { name })} onClose={goOut}>
      <header className={classes.bar}>
        <Button
          className={classes.back}
          variant="subtle"
          leftSection={<IconArrowLeft size={20} aria-hidden />}
          onClick={goOut}
        >
          {t('close')}
        </Button>
        <p className={`${classes.name} cut`}>{name}</p>
        <p className={classes.saving} role="status">
          {saving === 'saved' ? t('saved') : saving === 'saving' ? t('saving') : ''}
        </p>
      </header>
      <div className={classes.rest}>
        {saving === 'offline' && (
          <p className={classes.trouble} role="status">
            {t('offline')}
          </p>
        )}
        {stopped && (
          <div className={classes.trouble} role="alert">
            <span>{t(saving)}</span>
            {saving !== 'gone' && (
              <Button size="sm" variant="default" onClick={() => start(false)}>
                {t(saving === 'elsewhere' ? 'elsewhere_here' : 'retry')}
              </Button>
            )}
          </div>
        )}
        {/* What is done in a window that lost its place would look as if it were kept. */}
        <div className={classes.stage} inert={saving === 'elsewhere'}>
          {error !== null && <ErrorState text={errorText(errorOf(error))} onRetry={() => start(again)} />}
          {error === null && !started && (
            <p className={classes.waits} role="status">
              {t('loading')}
            </p>
          )}
          {started && (
            <PlayerFrame
              started={started}
              material={material}
              login={login}
              isLeaving={isLeaving}
              renew={renew}
              onSaving={setSaving}
              onClose={onClose}
            />
          )}
        </div>
      </div>
    </BareDialog>,
    document.body,
  );
}
