import { IconUpload } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../control/button/button.tsx';
import { FileButton } from '../control/button/file-button.tsx';
import classes from './file-drop-zone.module.css';

interface Props {
  /** On the button. */
  label: string;
  hint?: string;
  /** Extensions with their dot, comma-separated; anything unless told. */
  accept?: string;
  multiple?: boolean;
  onFiles: (files: File[]) => void;
  /** Other ways to the same, before the button. */
  children?: ReactNode;
}

/** A place to drop files on, with the button that chooses them. */
export function FileDropZone({ label, hint, accept, multiple = false, onFiles, children }: Props) {
  const [over, setOver] = useState(false);
  const reset = useRef<() => void>(null);
  const take = (files: File[]) => {
    if (files.length > 0) onFiles(multiple ? files : files.slice(0, 1));
    reset.current?.();
  };
  return (
    // Dropping is one way; the button inside does the same.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div
      className={`${classes.zone} picks`}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take([...event.dataTransfer.files]);
      }}
    >
      {children}
      <FileButton
        resetRef={reset}
        multiple={multiple}
        {...(accept && { accept })}
        onChange={(chosen: File | File[] | null) =>
          take(chosen === null ? [] : Array.isArray(chosen) ? chosen : [chosen])
        }
      >
        {(button) => (
          <Button {...button} variant="default" leftSection={<IconUpload size={18} aria-hidden />}>
            {label}
          </Button>
        )}
      </FileButton>
      {hint && <p className={classes.hint}>{hint}</p>}
    </div>
  );
}
