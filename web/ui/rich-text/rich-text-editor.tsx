import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { Field } from '../control/field/field.tsx';
import { loadChunk } from '../../lib/page/chunks.ts';
import { loadMessages } from '../../lib/words/locale.tsx';
import { onTouch } from '../../lib/page/touch.ts';
import classes from './rich-text-editor.module.css';
import type { EditorProps } from './rich-text-editor-tiptap.tsx';
import { RichText } from './rich-text.tsx';
import { StillTools } from './still/still-tools.tsx';

interface Props {
  label: string;
  description?: string;
  name: string;
  /** HTML. */
  value: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
  /** Uploads a picture and answers its address; without it, a text has no pictures. */
  onPicture?: (file: File) => Promise<string>;
  error?: string | undefined;
  required?: boolean;
}

/**
 * A field of rich text: headings, lists, links, tables, code, formulas, pictures. `<RichTextEditor label=… {...form.field('text')} />`
 * The editor weighs more than the rest of its screen, so it loads with the first touch of the page, not with the page.
 */
export function RichTextEditor({ label, description, error, required, ...editor }: Props) {
  const id = useId();
  const still = useRef<HTMLDivElement>(null);
  const loaded = useEditorOnTouch(still);
  return (
    <Field group controlId={id} {...{ label, description, error, required }}>
      {() => (
        <div className={classes.frame}>
          {loaded ? (
            <loaded.Editor
              {...editor}
              labelledBy={`${id}-label`}
              invalid={Boolean(error)}
              takesFocus={loaded.takesFocus}
            />
          ) : (
            <div className={`${classes.editor} ${classes.still}`}>
              <StillTools pictures={Boolean(editor.onPicture)} />
              <div
                ref={still}
                className={`${classes.paper} ${classes.content} ${classes.stillText}`}
                role="textbox"
                aria-multiline
                aria-labelledby={`${id}-label`}
                tabIndex={0}
              >
                <RichText html={editor.value} />
              </div>
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

interface Loaded {
  Editor: ComponentType<EditorProps>;
  /** Somebody went into the field while it loaded. */
  takesFocus: boolean;
}

/** The editor once the page is touched and it has arrived; what stands in its place keeps the focus until then. */
function useEditorOnTouch(still: React.RefObject<HTMLElement | null>): Loaded | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(
    () =>
      onTouch(
        () =>
          void Promise.all([
            loadChunk(() => import('./rich-text-editor-tiptap.tsx')),
            loadMessages(['editor']),
          ]).then(([{ default: Editor }]) =>
            setLoaded({ Editor, takesFocus: document.activeElement === still.current }),
          ),
      ),
    [still],
  );
  return loaded;
}
