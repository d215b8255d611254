import { previewChronology } from '#contract/learning/chronology';
import type { BodyInputOf, ResponseOf } from '#contract/platform';
import { useQuery } from '@tanstack/react-query';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { call } from '../../../../lib/api/api.ts';
import { codeOf } from '../../../../lib/api/errors.ts';
import { dateText } from '../../../../lib/words/dates.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import type { ItemState } from '../chronology.ts';
import { STATE_TONES } from '../item-words.ts';
import classes from './preview-dialog.module.css';
import { ConflictDialog } from '../../../../ui/dialog/conflict-dialog.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

type Preview = ResponseOf<typeof previewChronology>;

interface PreviewProps {
  program_id: number;
  body: BodyInputOf<typeof previewChronology>;
  busy: boolean;
  onSave: () => void;
  onClose: () => void;
  /** Another timeline stands there by now than the one that was edited. */
  onConflict: () => void;
}

interface Props extends PreviewProps {
  conflict: boolean;
  onLoad: () => Promise<void>;
  onOverwrite: () => Promise<void>;
}

/** What saving would change and for whom, before it is saved; or first, which of two timelines is to stay. */
export default function PreviewDialog({ conflict, onLoad, onOverwrite, ...props }: Props) {
  const t = useTranslations('chronology.conflict');
  if (!conflict) return <WhatChanges {...props} />;
  return (
    <ConflictDialog
      title={t('title')}
      text={t('text')}
      loadLabel={t('load')}
      overwriteLabel={t('overwrite')}
      onLoad={onLoad}
      onOverwrite={onOverwrite}
      onClose={props.onClose}
    />
  );
}

function WhatChanges({ program_id, body, busy, onSave, onClose, onConflict }: PreviewProps) {
  const t = useTranslations();
  const preview = useQuery({
    queryKey: [previewChronology.path, program_id, body],
    queryFn: () =>
      readPreview(program_id, body).catch((error: unknown) => {
        if (codeOf(error) === 'draft_changed') onConflict();
        throw error;
      }),
    // Asked anew once it is saved, it would be refused as made from an earlier timeline.
    staleTime: 'static',
    gcTime: 0,
  });
  return (
    <Dialog onClose={onClose} size="lg" title={t('chronology.preview.title')}>
      <Loaded query={preview}>{(changes) => <Changes changes={changes} />}</Loaded>
      <div className="buttons after-7">
        <Button variant="default" onClick={onClose}>
          {t('common.cancel')}
        </Button>
        <Button data-autofocus loading={busy} disabled={!preview.data} onClick={onSave}>
          {t('chronology.preview.save')}
        </Button>
      </div>
    </Dialog>
  );
}

const readPreview = (id: number, body: PreviewProps['body']): Promise<Preview> =>
  // It writes nothing, so nothing is read again for it.
  call(previewChronology, { params: { id }, body, quiet: true });

function Changes({ changes: { affected, items, students } }: { changes: Preview }) {
  const t = useTranslations('chronology.preview');
  if (affected === 0) return <p className="flush before-6">{t('nobody')}</p>;
  return (
    <>
      <p className="flush before-6">
        {t('affected', { count: affected })}. {t('kept')}
      </p>
      <h3 className={classes.heading}>{t('items')}</h3>
      <ul className="stack plain gap-4">
        {items.map(({ course_id, webinar_id, name, changes }) => (
          <li key={`${course_id} ${webinar_id}`} className={classes.row}>
            <span className="named">{name}</span>
            <ul className={classes.changes}>
              {changes.map(({ students: count, ...change }) => (
                <li key={JSON.stringify(change)}>
                  <Change {...change} /> {t('count', { count })}
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <h3 className={classes.heading}>{t('students')}</h3>
      <ul className="stack plain gap-4">
        {students.map(({ id, first_name, last_name, changes }) => (
          <li key={id} className={classes.row}>
            <span className="named">{`${last_name} ${first_name}`}</span>
            <ul className={classes.changes}>
              {changes.map(({ name, ...change }) => (
                <li key={`${name} ${JSON.stringify(change)}`}>
                  {name}: <Change {...change} />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
      {students.length < affected && (
        <p className="quiet flush after-5">{t('first', { count: students.length })}</p>
      )}
    </>
  );
}

type Changed = Omit<Preview['items'][number]['changes'][number], 'students'>;

function Change({ from, to, due }: Changed) {
  const t = useTranslations('chronology.preview');
  const now = due && spanOf(due.from, due.to);
  const was = due && spanOf(due.was_from, due.was_to);
  return (
    <span className={classes.change}>
      <State state={from} />
      {from !== to && (
        <>
          <span aria-hidden>→</span>
          <State state={to} />
        </>
      )}
      {due && (
        <span>
          {now ? t('due', { date: now }) : t('due_gone')}
          {was && was !== now && ` ${t('due_was', { date: was })}`}
        </span>
      )}
    </span>
  );
}

function spanOf(from: string | null, to: string | null): string | null {
  if (from === null || to === null) return null;
  const [first, last] = [dateText(from), dateText(to)];
  return first === last ? first : `${first} – ${last}`;
}

function State({ state }: { state: ItemState | null }) {
  const t = useTranslations('chronology');
  return (
    <StatusBadge tone={state ? STATE_TONES[state] : 'neutral'}>
      {state ? t(`states.${state}`) : t('preview.outside')}
    </StatusBadge>
  );
}
