import type { ErrorCode } from '#contract/errors';
import type { getDirectory } from '#contract/people/directories';
import type { ResponseOf } from '#contract/platform';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useErrorText } from '../../../lib/api/errors.ts';
import { dateTimeText } from '../../../lib/words/dates.ts';
import { Button } from '../../../ui/control/button/button.tsx';
import type { Messages } from '../../../i18n/messages.ts';

type Refusal = ResponseOf<typeof getDirectory>['refusals'][number];
type Texts = Messages['directories'];

/** As many as are shown before one asks for all. */
const FIRST = 3;

const DONE: Record<string, keyof Texts['calls']> = {
  'POST Users': 'make_person',
  'PUT Users': 'change_person',
  'PATCH Users': 'change_person',
  'DELETE Users': 'remove_person',
  'POST Groups': 'make_group',
  'PUT Groups': 'change_group',
  'PATCH Groups': 'change_group',
  'DELETE Groups': 'remove_group',
};

/** What was refused to directories lately: whom it was about, and why. */
export function DirectoryRefusals({ refusals, several }: { refusals: readonly Refusal[]; several: boolean }) {
  const t = useTranslations('directories');
  const [all, setAll] = useState(false);
  const shown = all ? refusals : refusals.slice(0, FIRST);
  return (
    <div className="stack gap-5">
      <h3 className="flush">{t('refusals')}</h3>
      <ul className="plain stack gap-5">
        {shown.map((refusal) => (
          <RefusalItem key={refusal.id} refusal={refusal} several={several} />
        ))}
      </ul>
      {!all && refusals.length > FIRST && (
        <div>
          <Button variant="default" size="sm" onClick={() => setAll(true)}>
            {t('all_refusals', { count: refusals.length })}
          </Button>
        </div>
      )}
    </div>
  );
}

function RefusalItem({ refusal, several }: { refusal: Refusal; several: boolean }) {
  const t = useTranslations('directories');
  const errorText = useErrorText();
  const { call, subject, code, detail, refused_at, token } = refusal;
  const done = t(`calls.${DONE[call] ?? 'other'}`);
  const reason = isOwn(t, code) ? t(`reasons.${code}`) : errorText({ code: code as ErrorCode, params: {} });
  return (
    <li className="anywhere">
      {done}
      {subject && `: ${subject}`}
      <p className="note">
        {reason}
        {detail && (
          <>
            {': '}
            <span lang="en">{detail}</span>
          </>
        )}
        {' · '}
        <time dateTime={refused_at}>{dateTimeText(refused_at)}</time>
        {several && ` · ${token}`}
      </p>
    </li>
  );
}

type Translator = ReturnType<typeof useTranslations<'directories'>>;

/** Whether a reason has words for whoever looks after a directory, beside those of a screen. */
const isOwn = (t: Translator, code: string): code is keyof Texts['reasons'] =>
  t.has(`reasons.${code}` as `reasons.${keyof Texts['reasons']}`);
