import { IconPhotoUp, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useEffect, useEffectEvent, useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { FieldError } from '../control/field/field.tsx';
import { Button } from '../control/button/button.tsx';
import { FileButton } from '../control/button/file-button.tsx';
import { errorOf, fieldErrorsOf, type ShownError, useErrorText } from '../../lib/api/errors.ts';
import { showSuccess, showWarning } from '../../lib/page/toasts.ts';
import { ConfirmDialog } from '../dialog/confirm-dialog.tsx';
import classes from './photo-field.module.css';
import { drawingProblemOf, type PhotoType, photoTypeOf, pictureAt } from './photo-file.ts';
import { laterOver } from '../../lib/page/later.tsx';

const PhotoCropDialog = laterOver(() => import('./photo-crop-dialog.tsx'));

interface Props {
  label: string;
  /** The photo, or what stands in its place. */
  children: ReactNode;
  /** Whether there is one to remove. */
  present: boolean;
  /** Any aspect; a square unless told. */
  free?: boolean;
  /** SVG and GIF are taken as well (§5, programs), as they are: cropping would still them. */
  drawings?: boolean;
  /** What may be chosen, where it is not the usual. */
  hint?: string;
  onUpload: (photo: Blob) => Promise<unknown>;
  onRemove: () => Promise<unknown>;
}

/** A photo that is chosen, dropped or pasted, cropped here and stored at once; no part of the form around it. */
export function PhotoField(props: Props) {
  const { label, children, present, free = false, drawings = false, hint } = props;
  const t = useTranslations();
  const id = useId();
  const field = usePhotoField(props);
  const { chosen, removing } = field;
  usePastedFile(field.choose);

  return (
    <div
      role="group"
      aria-labelledby={id}
      className={`${classes.field} stack gap-7`}
      data-over={field.over || undefined}
      {...field.drop}
    >
      <div className="stack">{children}</div>
      <div className="stack gap-4">
        <span id={id} className="label">
          {label}
        </span>
        <div className="wraps gap-3">
          <FileButton
            accept={drawings ? 'image/png,image/jpeg,image/svg+xml,image/gif' : 'image/png,image/jpeg'}
            resetRef={field.reset}
            onChange={(file) => file && field.choose(file)}
          >
            {(button) => (
              <Button
                {...button}
                variant="default"
                size="sm"
                loading={field.busy}
                leftSection={<IconPhotoUp size={18} aria-hidden />}
              >
                {present ? t('photo.replace') : t('photo.choose')}
              </Button>
            )}
          </FileButton>
          {present && (
            <Button
              variant="subtle"
              color="brick"
              size="sm"
              leftSection={<IconTrash size={18} aria-hidden />}
              onClick={() => field.setRemoving(true)}
            >
              {t('photo.remove')}
            </Button>
          )}
        </div>
        <p className="fine">{hint ?? t('photo.hint')}</p>
        {field.error && <FieldError>{field.error}</FieldError>}
      </div>
      {chosen && (
        <PhotoCropDialog
          picture={chosen.picture}
          type={chosen.type}
          free={free}
          busy={field.busy}
          onDone={(photo) => void field.upload(photo)}
          onCancel={field.cancel}
        />
      )}
      <ConfirmDialog
        opened={removing}
        title={t('photo.remove_title')}
        text={t('photo.remove_text')}
        confirmLabel={t('photo.remove')}
        danger
        busy={field.busy}
        onConfirm={() => void field.remove()}
        onCancel={() => field.setRemoving(false)}
      />
    </div>
  );
}

interface Chosen {
  picture: HTMLImageElement;
  type: PhotoType;
}

function usePhotoField({ drawings = false, onUpload, onRemove }: Props) {
  const t = useTranslations();
  const errorText = useErrorText();
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const [error, setError] = useState('');
  const [busy, setBusy] = useState(false);
  const [removing, setRemoving] = useState(false);
  const [over, setOver] = useState(false);
  const [reset] = useState<{ current: (() => void) | null }>({ current: null });

  function refuse(shown: ShownError): void {
    setError(errorText(shown));
    showWarning(errorText(shown));
  }

  function cancel(): void {
    if (chosen) URL.revokeObjectURL(chosen.picture.src);
    setChosen(null);
    // The same file can be chosen again.
    reset.current?.();
  }

  async function choose(file: File): Promise<void> {
    setError('');
    const type = await photoTypeOf(file);
    if (!type && drawings) return storeAsItIs(file);
    const address = URL.createObjectURL(file);
    const picture = type && (await pictureAt(address).catch(() => null));
    if (picture) return setChosen({ picture, type });
    URL.revokeObjectURL(address);
    reset.current?.();
    refuse({ code: 'wrong_file_format', params: {} });
  }

  async function storeAsItIs(file: File): Promise<void> {
    const code = await drawingProblemOf(file);
    if (!code) return store(() => onUpload(file));
    reset.current?.();
    refuse({ code, params: {} });
  }

  async function store(write: () => Promise<unknown>): Promise<void> {
    setBusy(true);
    try {
      await write();
      showSuccess(t('common.saved'));
    } catch (failure) {
      refuse(fieldErrorsOf(failure)['photo'] ?? errorOf(failure));
    } finally {
      setBusy(false);
      setRemoving(false);
      cancel();
    }
  }

  return {
    chosen,
    error,
    busy,
    removing,
    setRemoving,
    over,
    reset,
    cancel,
    choose: (file: File) => void choose(file),
    upload: (photo: Blob) => store(() => onUpload(photo)),
    remove: () => store(onRemove),
    drop: {
      onDragOver: (event: React.DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      },
      onDragLeave: () => setOver(false),
      onDrop: (event: React.DragEvent) => {
        const [file] = event.dataTransfer.files;
        if (!file) return;
        event.preventDefault();
        setOver(false);
        void choose(file);
      },
    },
  };
}

/** A picture pasted anywhere on the page; pasted words go where they always go. */
function usePastedFile(onFile: (file: File) => void): void {
  const paste = useEffectEvent(onFile);
  useEffect(() => {
    const listen = (event: ClipboardEvent) => {
      const [file] = event.clipboardData?.files ?? [];
      if (!file) return;
      event.preventDefault();
      paste(file);
    };
    document.addEventListener('paste', listen);
    return () => document.removeEventListener('paste', listen);
  }, []);
}
