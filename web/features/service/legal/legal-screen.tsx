import type { Language } from '#contract/identity/accounts';
import { useEffect, useState } from 'react';
import { loadChunk } from '../../../lib/page/chunks.ts';
import { useLanguage } from '../../../lib/words/locale.tsx';
import { Spinner } from '../../../ui/plain/plain-button.tsx';
import classes from './legal.module.css';
import type { LegalText } from './legal-text.ts';

type Texts = Record<Language, () => Promise<{ default: LegalText }>>;

/** A legal page in the interface's language, with its contents at the side of a wide screen. */
export function LegalScreen({ texts }: { texts: Texts }) {
  const language = useLanguage();
  const [text, setText] = useState<LegalText | null>(null);
  const [failure, setFailure] = useState<unknown>(null);

  useEffect(() => {
    let current = true;
    loadChunk(texts[language]).then(
      (loaded) => current && setText(loaded.default),
      (error: unknown) => current && setFailure(error),
    );
    return () => {
      current = false;
    };
  }, [texts, language]);

  // The router's error screen offers to reload.
  if (failure) throw failure;
  if (!text)
    return (
      // By its own key: else its element becomes the page, which then seems to have moved.
      <div key="coming" className={classes.coming}>
        <Spinner />
      </div>
    );
  return (
    <div className={classes.page}>
      <nav className={`${classes.contents} needs-room`} aria-label={text.title}>
        <ol>
          {text.sections.map((section, index) => (
            <li key={section.heading}>
              <a href={`#section-${index + 1}`} className="lit-link">
                {section.heading}
              </a>
            </li>
          ))}
        </ol>
      </nav>
      <article className={classes.article}>
        <h1 className="display">{text.title}</h1>
        <p className={classes.updated}>{text.updated}</p>
        <p className={classes.intro}>{text.intro}</p>
        {text.sections.map((section, index) => (
          <section key={section.heading} id={`section-${index + 1}`}>
            <h2>
              {index + 1}. {section.heading}
            </h2>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
            {section.items && (
              <ul>
                {section.items.map((item) => (
                  <li key={item}>{item}</li>
                ))}
              </ul>
            )}
          </section>
        ))}
      </article>
    </div>
  );
}
