import { Input, Skeleton } from '@mantine/core';
import { lazy, Suspense, useId } from 'react';
import classes from './rich-text-editor.module.css';

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

/** A field of rich text: headings, bold, italic, lists, link, quote, code. `<RichTextEditor label=… {...form.field('text')} />` */
export function RichTextEditor({ label, description, error, required, ...editor }: Props) {
  const id = useId();
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
        <Suspense fallback={<Skeleton height={300} />}>
          <Editor {...editor} labelledBy={`${id}-label`} invalid={Boolean(error)} />
        </Suspense>
      </div>
    </Input.Wrapper>
  );
}
