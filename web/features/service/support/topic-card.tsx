import { IconChevronDown, IconZoomIn } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Skeleton } from '../../../ui/state/skeleton.tsx';
import { loadMessages, useLanguage } from '../../../lib/words/locale.tsx';
import { PICTURE, pictureOf, slicesOf, type Topic } from './topics.ts';
import classes from './topic-card.module.css';
import { laterOver } from '../../../lib/page/later.tsx';

const PictureView = laterOver(() => import('./picture-view.tsx'));

interface Props {
  topic: Topic;
  /** Whose instruction it is, where several stand together. */
  badge: string | null;
  initiallyOpen: boolean;
}

/** One instruction: its title, and once opened its steps with a picture of the screen. */
export function TopicCard({ topic, badge, initiallyOpen }: Props) {
  const t = useTranslations('support');
  const [read, setRead] = useState(initiallyOpen);
  return (
    <details
      id={topic.id.replaceAll('_', '-')}
      className={classes.topic}
      open={initiallyOpen}
      onToggle={(event) => event.currentTarget.open && setRead(true)}
    >
      <summary className={`${classes.summary} lit`}>
        <h2 className={classes.title}>{t(`topics.${topic.id}.title`)}</h2>
        {badge && <span className={classes.badge}>{badge}</span>}
        <IconChevronDown className="turns dim" size={20} aria-hidden />
      </summary>
      {read && <Steps topic={topic} />}
    </details>
  );
}

function Steps({ topic }: { topic: Topic }) {
  const t = useTranslations('support');
  const anywhere = useTranslations();
  const language = useLanguage();
  const [known, setKnown] = useState<string | null>(null);
  const [enlarged, setEnlarged] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  useEffect(() => {
    let current = true;
    loadMessages(slicesOf(topic)).then(
      () => current && setKnown(language),
      (error: unknown) => current && setFailure(error),
    );
    return () => {
      current = false;
    };
  }, [topic, language]);

  // The router's error screen offers to reload.
  if (failure) throw failure;
  if (known === null)
    return (
      <div className={classes.content}>
        {/* A step is a line on a desktop and three on a phone. */}
        <Skeleton height={`calc(${topic.steps} * max(3.25rem, 9.5rem - 16vw))`} radius="md" />
        <Skeleton height="auto" radius="md" style={{ aspectRatio: `${PICTURE.width} / ${PICTURE.height}` }} />
      </div>
    );
  const labels = Object.fromEntries(
    Object.entries(topic.labels).map(([name, key]) => [name, anywhere(key as 'common.save')]),
  );
  const alt = t(`topics.${topic.id}.alt`);
  return (
    <div className={classes.content}>
      <ol className={classes.steps}>
        {Array.from({ length: topic.steps }, (_, index) => (
          <li key={index}>
            {t.rich(`topics.${topic.id}.steps.${index + 1}` as 'topics.sign_in.steps.1', {
              ...(labels as { submit: string }),
              b: (words) => <b className="strong">{words}</b>,
            })}
          </li>
        ))}
      </ol>
      <button
        type="button"
        className={classes.picture}
        aria-label={t('enlarge', { alt })}
        onClick={() => setEnlarged(true)}
      >
        <img src={pictureOf(language, topic.id)} alt="" {...PICTURE} loading="lazy" decoding="async" />
        <span className={classes.zoom}>
          <IconZoomIn size={18} aria-hidden />
        </span>
      </button>
      {enlarged && (
        <PictureView
          title={t(`topics.${topic.id}.title`)}
          alt={alt}
          src={pictureOf(language, topic.id)}
          onClose={() => setEnlarged(false)}
        />
      )}
    </div>
  );
}
