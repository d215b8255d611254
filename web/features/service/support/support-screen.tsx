import { SEARCH_LENGTH } from '#contract/platform';
import { getContacts } from '#contract/service/support';
import { IconMessage2, IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { useTranslations } from 'use-intl';
import { useGoOn } from '../../../lib/api/go-on.tsx';
import { Button } from '../../../ui/control/button/button.tsx';
import { CloseButton } from '../../../ui/control/button/close-button.tsx';
import { TextInput } from '../../../ui/control/field/text-input.tsx';
import { useHints } from '../../../lib/page/hints.ts';
import { type Profile, useProfile } from '../../../lib/session/session.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { PageHeader } from '../../../ui/page/page-header.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { Contacts } from './contacts.tsx';
import { Feedback } from './feedback/feedback.tsx';
import { PillChoice } from './pill-choice.tsx';
import { type Guide, GUIDES, type Topic, TOPICS } from './topics.ts';
import { TopicCard } from './topic-card.tsx';
import classes from './support.module.css';

const guideOf = (user_type: Profile['user_types'][number]): Guide =>
  user_type === 'owner' ? 'admin' : user_type;

/** Instructions for the roles that a person holds, and whom they may ask. */
export function SupportScreen() {
  const t = useTranslations('support');
  const profile = useProfile();
  const contacts = useData(getContacts, {});
  const [writing, setWriting] = useState(false);
  const held = GUIDES.filter((guide) => profile.user_types.some((type) => guideOf(type) === guide));
  return (
    <>
      <PageHeader
        title={t('title')}
        description={t('description')}
        actions={
          <>
            <FirstStepsAgain />
            <Button leftSection={<IconMessage2 size={18} aria-hidden />} onClick={() => setWriting(true)}>
              {t('write')}
            </Button>
          </>
        }
      />
      <div className={classes.page}>
        <Instructions held={held} own={guideOf(profile.current_login_info.type_user)} />
        <Contacts query={contacts} onWrite={() => setWriting(true)} />
      </div>
      {writing && <Feedback onClose={() => setWriting(false)} />}
    </>
  );
}

/** For who hid them and has not done them all. */
function FirstStepsAgain() {
  const t = useTranslations('support');
  const { dismissed_hints, first_steps } = useProfile();
  const { show } = useHints();
  const goOn = useGoOn();
  const isUnfinished = first_steps !== null && Object.values(first_steps).includes(false);
  if (!isUnfinished || !dismissed_hints.includes('first_steps')) return null;
  return (
    <Button
      variant="default"
      onClick={() => void show('first_steps').then((shown) => shown && goOn('/profile'))}
    >
      {t('first_steps')}
    </Button>
  );
}

function Instructions({ held, own }: { held: readonly Guide[]; own: Guide }) {
  const t = useTranslations('support');
  const common = useTranslations('common');
  const { hash } = useLocation();
  const [params, setParams] = useSearchParams();
  const [search, setSearch] = useState(params.get('search') ?? '');
  const asked = held.find((guide) => guide === params.get('role')) ?? own;
  const words = search.trim().toLowerCase().split(/\s+/).filter(Boolean);
  const readable = TOPICS.filter(({ guide }) => held.includes(guide));
  const fits = ({ id }: Topic) => {
    const text = `${t(`topics.${id}.title`)} ${t(`topics.${id}.keywords`)}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const shown = words.length > 0 ? readable.filter(fits) : readable.filter(({ guide }) => guide === asked);
  const named = hash.slice(1).replaceAll('-', '_');
  useScrollTo(readable.some(({ id }) => id === named) ? hash.slice(1) : null);

  function find(value: string): void {
    setSearch(value);
    setParams(
      (before) => {
        const next = new URLSearchParams(before);
        if (value.trim()) next.set('search', value.trim());
        else next.delete('search');
        return next;
      },
      { replace: true, preventScrollReset: true },
    );
  }

  return (
    <div>
      <div className="stack gap-5" role="search">
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={18} aria-hidden />}
          rightSection={search && <CloseButton aria-label={t('clear_search')} onClick={() => find('')} />}
          value={search}
          maxLength={SEARCH_LENGTH}
          onChange={(event) => find(event.currentTarget.value)}
        />
        {held.length > 1 && words.length === 0 && (
          <PillChoice
            label={t('guide_of')}
            value={asked}
            options={held.map((guide) => ({ value: guide, label: common(`roles.${guide}`) }))}
            onChange={(guide) => setParams({ role: guide }, { replace: true, preventScrollReset: true })}
          />
        )}
      </div>
      <p className={classes.found} role="status">
        {words.length > 0 && shown.length > 0 && t('found', { count: shown.length })}
      </p>
      {shown.length === 0 ? (
        <EmptyState title={t('nothing_found')} text={t('nothing_found_text')} />
      ) : (
        <div className="stack gap-5">
          {shown.map((topic) => (
            <TopicCard
              key={topic.id}
              topic={topic}
              badge={words.length > 0 && held.length > 1 ? common(`roles.${topic.guide}`) : null}
              initiallyOpen={topic.id === named || shown.length === 1}
            />
          ))}
        </div>
      )}
    </div>
  );
}

/** An address may name a topic. */
function useScrollTo(id: string | null): void {
  useEffect(() => {
    if (id) document.getElementById(id)?.scrollIntoView({ block: 'start' });
  }, [id]);
}
