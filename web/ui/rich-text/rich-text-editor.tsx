import { type ComponentType, useEffect, useId, useRef, useState } from 'react';
import { Field } from '../control/field/field.tsx';
import { loadChunk } from '../../lib/page/chunks.ts';
import { loadMessages } from '../../lib/words/locale.tsx';
import { onTouch } from '../../lib/page/touch.ts';
import classes from './rich-text-editor.module.css';
import type { EditorProps } from './rich-text-editor-tiptap.tsx';
import { type Begun, begunIn, type Kept, watchHolds } from './still/begun.ts';
import { StillText } from './still/still-text.tsx';
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
  const kept = useRef<Kept>({ before: null, picture: null, hasLost: false });
  const loaded = useEditorOnTouch(still, kept);
  return (
    <Field group controlId={id} {...{ label, description, error, required }}>
      {() => (
        <div className={classes.frame}>
          {loaded ? (
            <loaded.Editor
              {...editor}
              labelledBy={`${id}-label`}
              invalid={Boolean(error)}
              begun={loaded.begun}
            />
          ) : (
            <div className={`${classes.editor} ${classes.still}`}>
              <StillTools pictures={Boolean(editor.onPicture)} />
              <StillText
                text={still}
                onKept={(more) => Object.assign(kept.current, more)}
                pictures={Boolean(editor.onPicture)}
                value={editor.value}
                onChange={editor.onChange}
                labelledBy={`${id}-label`}
              />
            </div>
          )}
        </div>
      )}
    </Field>
  );
}

interface Loaded {
  Editor: ComponentType<EditorProps>;
  begun: Begun;
}

/** The editor once the page is touched and it has arrived; what stands in its place keeps the focus until then. */
function useEditorOnTouch(
  still: React.RefObject<HTMLElement | null>,
  kept: React.RefObject<Kept>,
): Loaded | null {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    const text = still.current!;
    const holds = watchHolds(text);
    const giveUp = onTouch(
      () =>
        void Promise.all([
          loadChunk(() => import('./rich-text-editor-tiptap.tsx')),
          loadMessages(['editor']),
        ]).then(async ([{ default: Editor }]) => {
          await holds.free();
          setLoaded({ Editor, begun: begunIn(text, kept.current) });
        }),
    );
    return () => {
      giveUp();
      holds.stop();
    };
  }, [still, kept]);
  return loaded;
}
