import type { Hint as Known } from '#contract/accounts';
import { lazy, Suspense } from 'react';
import { loadChunk } from '../lib/chunks.ts';
import { loadMessages } from '../lib/locale.tsx';
import { useProfile } from '../lib/session.ts';
import classes from './hint-card.module.css';

const HintCard = lazy(async () => {
  const [card] = await Promise.all([loadChunk(() => import('./hint-card.tsx')), loadMessages(['hints'])]);
  return card;
});

/** The first steps are a list, not a tip. */
export type Name = Exclude<Known, 'first_steps'>;

/** A short tip for who is here for the first time, until they send it away; it stays away on every device. */
export function Hint({ name }: { name: Name }) {
  const { dismissed_hints } = useProfile();
  if (dismissed_hints.includes(name)) return null;
  return (
    <Suspense fallback={<div className={classes.coming} />}>
      <HintCard name={name} />
    </Suspense>
  );
}
