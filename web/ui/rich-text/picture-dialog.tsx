import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../control/button/button.tsx';
import { TextInput } from '../control/field/text-input.tsx';
import classes from './rich-text-editor.module.css';
import { Dialog } from '../dialog/dialog.tsx';

/** Letters that say what a picture shows: of the text they are a part of. */
const ALT_LENGTH = 300;

interface Props {
  file: File;
  onPicture: (file: File) => Promise<string>;
  onClose: () => void;
  onPut: (picture: { src: string; alt: string; width?: number; height?: number }) => void;
}

/** A picture for the text: what it shows is asked before it is uploaded. */
export function PictureDialog({ file, onPicture, onClose, onPut }: Props) {
  const t = useTranslations('editor');
  const common = useTranslations('common');
  const [alt, setAlt] = useState('');
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [address, setAddress] = useState<string>();
  /** So that the text keeps its place before it comes. */
  const [size, setSize] = useState<{ width: number; height: number }>();
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  async function put(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      onPut({ src: await onPicture(file), alt: alt.trim(), ...size });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : String(error));
      setBusy(false);
    }
  }

  return (
    <Dialog title={t('picture')} onClose={onClose}>
      <div className="stack gap-6">
        {address && (
          <img
            className={classes.picture}
            src={address}
            alt=""
            onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
              setSize({ width, height })
            }
          />
        )}
        <TextInput
          data-autofocus
          label={t('picture_alt')}
          description={t('picture_alt_hint')}
          maxLength={ALT_LENGTH}
          value={alt}
          onChange={(event) => setAlt(event.currentTarget.value)}
        />
        {problem && (
          <p className="flush bad" role="alert">
            {problem}
          </p>
        )}
        <div className="buttons">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button loading={busy} onClick={() => void put()}>
            {t('insert')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
