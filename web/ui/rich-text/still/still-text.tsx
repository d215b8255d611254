import { type ClipboardEvent, type RefObject, useState } from 'react';
import { cleanPasted } from '../pasted-html.ts';
import { htmlOf, purified, useFormulas } from '../sanitized-html.tsx';
import richText from '../rich-text.module.css';
import classes from '../rich-text-editor.module.css';

interface Props {
  text: RefObject<HTMLDivElement | null>;
  value: string;
  onChange: (html: string) => void;
  labelledBy: string;
}

/** The text of an editor that is still on its way, and a place to write: what is typed into it is what the editor begins with. */
export function StillText({ text, value, onChange, labelledBy }: Props) {
  const [isTyped, setIsTyped] = useState(false);
  const [first, setFirst] = useState(value);
  // What was typed stands in the page already: drawn once more it would take the caret away.
  if (!isTyped && first !== value) setFirst(value);
  const clean = htmlOf(purified(first));
  useFormulas(text, clean);
  return (
    <div
      ref={text}
      className={`${classes.paper} ${classes.content} ${classes.stillText} ${richText.text}`}
      role="textbox"
      aria-multiline
      aria-labelledby={labelledBy}
      contentEditable
      suppressContentEditableWarning
      onInput={(event) => {
        setIsTyped(true);
        onChange(writtenIn(event.currentTarget));
      }}
      onPaste={paste}
      dangerouslySetInnerHTML={{ __html: clean }}
    />
  );
}

/** What is pasted comes as into the editor; a picture waits for that. */
function paste(event: ClipboardEvent): void {
  event.preventDefault();
  const html = event.clipboardData.getData('text/html');
  // The browser's own way, which its undo knows; nothing else puts what stands anywhere at the caret.
  if (html) document.execCommand('insertHTML', false, htmlOf(purified(cleanPasted(html).html)));
  else document.execCommand('insertText', false, event.clipboardData.getData('text/plain'));
}

/** The text as it is kept: formulas by their words. */
export function writtenIn(text: HTMLElement): string {
  const copy = text.cloneNode(true) as HTMLElement;
  for (const formula of copy.querySelectorAll('[data-latex]')) formula.replaceChildren();
  const isEmpty = copy.textContent === '' && !copy.querySelector('img, table, hr, [data-latex]');
  return isEmpty ? '' : copy.innerHTML;
}
