import { type ClipboardEvent, type DragEvent, type RefObject, useState } from 'react';
import { cleanPasted, pictureIn } from '../pasted-html.ts';
import { htmlOf, purified, useFormulas } from '../sanitized-html.tsx';
import richText from '../rich-text.module.css';
import classes from '../rich-text-editor.module.css';
import type { Kept } from './begun.ts';

interface Props {
  text: RefObject<HTMLDivElement | null>;
  /** Remembers what is not to be seen in it. */
  onKept: (more: Partial<Kept>) => void;
  pictures: boolean;
  value: string;
  onChange: (html: string) => void;
  labelledBy: string;
}

/** The text of an editor that is still on its way, and a place to write: what is typed into it is what the editor begins with. */
export function StillText({ text, onKept, pictures, value, onChange, labelledBy }: Props) {
  const [isTyped, setIsTyped] = useState(false);
  const [first, setFirst] = useState(value);
  // What was typed stands in the page already: drawn once more it would take the caret away.
  if (!isTyped && first !== value) setFirst(value);
  const clean = htmlOf(purified(first));
  useFormulas(text, clean);
  /** A picture waits for the editor, which asks about it. */
  const takePicture = (event: ClipboardEvent | DragEvent, files: FileList | undefined): boolean => {
    const picture = pictures ? pictureIn(files) : null;
    if (!picture) return false;
    event.preventDefault();
    onKept({ picture });
    return true;
  };
  return (
    <div
      ref={text}
      className={`${classes.paper} ${classes.content} ${classes.stillText} ${richText.text}`}
      role="textbox"
      tabIndex={0}
      aria-multiline
      aria-labelledby={labelledBy}
      contentEditable
      suppressContentEditableWarning
      onInput={(event) => {
        setIsTyped(true);
        if (!isTyped) onKept({ before: first });
        onChange(writtenIn(event.currentTarget));
      }}
      onPaste={(event) => {
        if (takePicture(event, event.clipboardData.files)) return;
        if (paste(event)) onKept({ hasLost: true });
      }}
      onDrop={(event) => takePicture(event, event.dataTransfer.files)}
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  );
}

/** What is pasted comes as into the editor; answers whether a picture stayed behind. */
function paste(event: ClipboardEvent): boolean {
  event.preventDefault();
  const { html, hasLost } = cleanPasted(event.clipboardData.getData('text/html'));
  // The browser's own way, which its undo knows; nothing else puts what stands anywhere at the caret.
  if (html) document.execCommand('insertHTML', false, htmlOf(purified(html)));
  else document.execCommand('insertText', false, event.clipboardData.getData('text/plain'));
  return hasLost;
}

/** The text as it is kept: formulas by their words. */
function writtenIn(text: HTMLElement): string {
  const copy = text.cloneNode(true) as HTMLElement;
  for (const formula of copy.querySelectorAll('[data-latex]')) formula.replaceChildren();
  const isEmpty = copy.textContent === '' && !copy.querySelector('img, table, hr, [data-latex]');
  return isEmpty ? '' : copy.innerHTML;
}
