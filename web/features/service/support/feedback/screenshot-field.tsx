import { IconPhoto, IconScreenshot } from '@tabler/icons-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { CloseButton } from '../../../../ui/control/button/close-button.tsx';
import { FileButton } from '../../../../ui/control/button/file-button.tsx';
import { canCapture, captureScreen, fittingPicture } from './screenshot.ts';
import classes from './feedback.module.css';

interface Props {
  value: Blob | null;
  onChange: (screenshot: Blob | null) => void;
  /** Takes the dialog out of the picture for as long as it is taken. */
  onHide: (hidden: boolean) => void;
}

/** A picture of the screen: chosen, pasted, or taken here. */
export function ScreenshotField({ value, onChange, onHide }: Props) {
  const t = useTranslations('support.feedback');
  const [problem, setProblem] = useState<string | null>(null);
  const address = useAddress(value);

  async function take(get: () => Promise<Blob | null>, failed: string): Promise<void> {
    setProblem(null);
    try {
      const picture = await get();
      if (picture) onChange(picture);
    } catch {
      setProblem(failed);
    }
  }

  const takeFile = (file: Blob) =>
    take(async () => {
      const fitting = await fittingPicture(file);
      if (!fitting) setProblem(t('too_large'));
      return fitting;
    }, t('not_picture'));

  async function capture(): Promise<void> {
    onHide(true);
    await take(captureScreen, t('not_captured'));
    onHide(false);
  }

  const paste = useEffectEvent((event: ClipboardEvent) => {
    const file = [...(event.clipboardData?.files ?? [])].find(({ type }) => type.startsWith('image/'));
    if (!file) return;
    event.preventDefault();
    void takeFile(file);
  });
  useEffect(() => {
    const onPaste = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, []);

  return (
    <div role="group" aria-labelledby="feedback-screenshot" className={classes.screenshot}>
      <p id="feedback-screenshot" className="label flush label flush">
        {t('screenshot')}
      </p>
      {address ? (
        <div className={`${classes.shown} pictured`}>
          <img src={address} alt={t('shown')} />
          <CloseButton
            className={classes.remove}
            aria-label={t('remove')}
            variant="default"
            onClick={() => onChange(null)}
          />
        </div>
      ) : (
        <>
          <div className="wraps gap-4">
            <FileButton accept="image/png,image/jpeg" onChange={(file) => file && void takeFile(file)}>
              {(button) => (
                <Button
                  {...button}
                  variant="default"
                  size="sm"
                  leftSection={<IconPhoto size={18} aria-hidden />}
                >
                  {t('choose')}
                </Button>
              )}
            </FileButton>
            {canCapture() && (
              <Button
                variant="default"
                size="sm"
                leftSection={<IconScreenshot size={18} aria-hidden />}
                onClick={() => void capture()}
              >
                {t('capture')}
              </Button>
            )}
          </div>
          <p className="fine not-touch">{t('paste_hint')}</p>
        </>
      )}
      {problem && (
        <p className="flush bad small" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

function useAddress(blob: Blob | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return setAddress(null);
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
}
