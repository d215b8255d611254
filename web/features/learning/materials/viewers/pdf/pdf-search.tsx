import { IconChevronDown, IconListTree } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { useTranslations } from 'use-intl';
import { ToolButton } from '../../../../../ui/page/tool-button.tsx';
import { type Heading, outlineOf, type PDFDocumentProxy, wordsOf } from './pdf-document.ts';
import { pagesWith } from './pdf-words.ts';
import classes from './pdf-viewer.module.css';

interface Props {
  document: PDFDocumentProxy;
  current: number;
  onGo: (page: number) => void;
}

/** Finds words in the document, and its own contents where it has some. */
export function PdfSearch({ document, current, onGo }: Props) {
  const t = useTranslations('materials.viewer');
  const [words, setWords] = useState('');
  const [found, setFound] = useState<readonly number[] | null>(null);
  const [outline, setOutline] = useState<readonly Heading[] | null>(null);

  async function search(event: FormEvent): Promise<void> {
    event.preventDefault();
    const texts = await Promise.all(
      Array.from({ length: document.numPages }, async (_, index) =>
        (await wordsOf(document, index + 1)).map(({ str, hasEOL }) => (hasEOL ? `${str}\n` : str)).join(''),
      ),
    );
    const pages = pagesWith(texts, words);
    setFound(pages);
    const next = pages.find((page) => page >= current) ?? pages[0];
    if (next !== undefined) onGo(next);
  }

  const next = found?.find((page) => page > current) ?? found?.[0];
  return (
    <div className={classes.search}>
      <form role="search" className="row" onSubmit={(event) => void search(event)}>
        <input
          type="search"
          className={classes.searched}
          aria-label={t('search')}
          placeholder={t('search')}
          value={words}
          onChange={(event) => {
            setWords(event.currentTarget.value);
            setFound(null);
          }}
        />
        {found && found.length > 1 && next !== undefined && (
          <ToolButton label={t('search_next')} onClick={() => onGo(next)}>
            <IconChevronDown size={22} aria-hidden />
          </ToolButton>
        )}
        <ToolButton
          label={t('outline')}
          onClick={() => (outline ? setOutline(null) : void outlineOf(document).then(setOutline))}
        >
          <IconListTree size={22} aria-hidden />
        </ToolButton>
      </form>
      <p className="flush fine" role="status">
        {found && t('search_hits', { count: found.length })}
      </p>
      {outline && (
        <ol className={classes.outline} aria-label={t('outline')}>
          {outline.length === 0 && <li className="dim">{t('search_hits', { count: 0 })}</li>}
          {outline.map(({ title, page, depth }, index) => (
            <li key={index} style={{ paddingLeft: `${depth}rem` }}>
              <button
                type="button"
                className="lit"
                onClick={() => {
                  setOutline(null);
                  onGo(page);
                }}
              >
                {title}
              </button>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
