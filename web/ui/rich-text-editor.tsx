import { Input } from '@mantine/core';
import { lazy, Suspense, useEffect, useId, useState } from 'react';
import classes from './rich-text-editor.module.css';
import { RichText } from './rich-text.tsx';

const Editor = lazy(() => import('./rich-text-editor-tiptap.tsx'));

interface Props {
  label: string;
  description?: string;
  name: string;
  /** HTML. */
  value: string;
  onChange: (html: string) => void;
  onBlur?: () => void;
  error?: string | undefined;
  required?: boolean;
}

/**
 * A field of rich text: headings, bold, italic, lists, link, quote, code. `<RichTextEditor label=… {...form.field('text')} />`
 * The editor weighs more than the rest of its screen, so it loads with the first touch of the page, not with the page.
 */
export function RichTextEditor({ label, description, error, required, ...editor }: Props) {
  const id = useId();
  const wanted = usePageTouched();
  const [focused, setFocused] = useState(false);
  const still = <Still labelledBy={`${id}-label`} value={editor.value} onFocus={() => setFocused(true)} />;
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      labelProps={{ id: `${id}-label` }}
      {...(description && { description })}
      error={error}
      required={required ?? false}
    >
      <div className={classes.frame}>
        {wanted || focused ? (
          <Suspense fallback={still}>
            <Editor {...editor} labelledBy={`${id}-label`} invalid={Boolean(error)} takesFocus={focused} />
          </Suspense>
        ) : (
          still
        )}
      </div>
    </Input.Wrapper>
  );
}

/** What stands in the place of the editor until it is there. */
function Still({ labelledBy, value, onFocus }: { labelledBy: string; value: string; onFocus: () => void }) {
  return (
    <div
      className={classes.still}
      role="textbox"
      aria-multiline
      aria-labelledby={labelledBy}
      tabIndex={0}
      onFocus={onFocus}
    >
      <RichText html={value} />
    </div>
  );
}

function usePageTouched(): boolean {
  const [touched, setTouched] = useState(false);
  useEffect(() => {
    const events = ['pointerdown', 'pointermove', 'keydown'] as const;
    const touch = () => setTouched(true);
    for (const event of events) window.addEventListener(event, touch, { once: true, passive: true });
    return () => {
      for (const event of events) window.removeEventListener(event, touch);
    };
  }, []);
  return touched;
}
