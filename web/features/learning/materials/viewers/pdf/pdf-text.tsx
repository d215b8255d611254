import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { languageOf } from '../../../../../lib/words/language-of.ts';
import { type PDFDocumentProxy, wordsOf } from './pdf-document.ts';
import { paragraphsOf } from './pdf-words.ts';
import classes from './pdf-viewer.module.css';

interface Props {
  document: PDFDocumentProxy;
  number: number;
  /** What it scrolls in; null: the page itself. */
  root: RefObject<HTMLElement | null> | null;
}

/** The words of one page as text, which a phone shows as large as any other. */
export function PdfText({ document, number, root }: Props) {
  const t = useTranslations('materials.viewer');
  const sheet = useRef<HTMLDivElement>(null);
  const [paragraphs, setParagraphs] = useState<readonly string[] | null>(null);

  useEffect(() => {
    if (!sheet.current) return;
    let gone = false;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return;
        observer.disconnect();
        wordsOf(document, number).then(
          (pieces) => !gone && setParagraphs(paragraphsOf(pieces)),
          () => !gone && setParagraphs([]),
        );
      },
      { root: root?.current ?? null, rootMargin: '100% 0px' },
    );
    observer.observe(sheet.current);
    return () => {
      gone = true;
      observer.disconnect();
    };
  }, [document, number, root]);

  return (
    <section
      ref={sheet}
      className={classes.words}
      data-page={number}
      data-waits={paragraphs === null || undefined}
      aria-label={t('page', { page: number })}
      lang={languageOf(paragraphs?.join(' ') ?? '')}
    >
      {paragraphs?.length === 0 && <p className="dim">{t('no_words')}</p>}
      {paragraphs?.map((paragraph, index) => (
        <p key={index}>{paragraph}</p>
      ))}
    </section>
  );
}
