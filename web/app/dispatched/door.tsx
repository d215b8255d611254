import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { errorOf, useErrorText } from '../../lib/api/errors.ts';
import { LockedLoom } from '../../ui/brand/loom.tsx';
import { Button } from '../../ui/control/button/button.tsx';
import { LoneScreen } from '../lone-screen.tsx';
import { Splash } from '../root-layout.tsx';
import { isAlone, launch } from './launch.ts';

/** Where somebody from another system comes in: who they are is asked of it, and the course opened. */
export default function Door() {
  const t = useTranslations('dispatches.door');
  const navigate = useNavigate();
  const errorText = useErrorText();
  const [tries, setTries] = useState(0);
  const [refusal, setRefusal] = useState<unknown>(null);
  const alone = isAlone();
  useEffect(() => {
    if (alone) return;
    let here = true;
    launch().then(
      (course) => here && navigate(`/course/${course}`, { replace: true }),
      (error: unknown) => here && setRefusal(error),
    );
    return () => {
      here = false;
    };
  }, [alone, navigate, tries]);

  if (!alone && !refusal) return <Splash />;
  return (
    <LoneScreen
      picture={<LockedLoom />}
      title={t(alone ? 'alone' : 'closed')}
      text={alone ? t('alone_text') : errorText(errorOf(refusal))}
    >
      {!alone && (
        <Button
          onClick={() => {
            setRefusal(null);
            setTries(tries + 1);
          }}
        >
          {t('again')}
        </Button>
      )}
    </LoneScreen>
  );
}
