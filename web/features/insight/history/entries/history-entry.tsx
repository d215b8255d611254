import {
  IconBan,
  IconChevronDown,
  IconCircleCheck,
  IconPencil,
  IconPlus,
  IconRotate,
  IconTrash,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { dateTimeText, minuteText } from '../../../../lib/words/dates.ts';
import { Mark } from '../../../../ui/brand/logo.tsx';
import { PersonMark } from '../../../../ui/person/person-mark.tsx';
import { ChangeEntries } from './change-entries.tsx';
import { EntrySentence } from './entry-sentence.tsx';
import { FieldChanges } from './field-changes.tsx';
import classes from '../history.module.css';
import { type EntryProps, RestoreButton } from '../restore/restore-button.tsx';
import type { Change, Entry } from './sentence.ts';

const SIGNS = {
  create: { Icon: IconPlus, tone: 'good' },
  add: { Icon: IconPlus, tone: 'good' },
  update: { Icon: IconPencil, tone: 'active' },
  update_related_model: { Icon: IconPencil, tone: 'active' },
  delete: { Icon: IconTrash, tone: 'bad' },
  blocked: { Icon: IconBan, tone: 'warning' },
  unblocked: { Icon: IconCircleCheck, tone: 'good' },
  restore: { Icon: IconRotate, tone: 'warning' },
} satisfies Record<Entry['action'], unknown>;

/** A change of the list: its sentence, and below it what changed or which entries it has. */
export function HistoryEntry({ change, ...props }: EntryProps & { change: Change }) {
  const t = useTranslations('history');
  const roles = useTranslations('common.roles');
  const [opened, setOpened] = useState(false);
  const id = useId();
  const { author, author_type, action, fields, more, created_at, kind } = change;
  const opens = more > 0 || fields.length > 0;
  const { Icon, tone } = SIGNS[action];
  return (
    <li className={`${classes.entry} ruled unbroken`}>
      <span className={classes.author}>
        {author ? <PersonMark person={author} size={40} /> : <Mark />}
        <span className={classes.action} data-tone={tone}>
          <Icon size={12} stroke={2.4} aria-hidden />
        </span>
      </span>
      <div className="shrinks">
        <p className="flush anywhere" id={`${id}-sentence`}>
          <EntrySentence entry={change} course_id={props.course_id} />
        </p>
        <p className={classes.about}>
          <time dateTime={created_at} title={dateTimeText(created_at)}>
            {minuteText(created_at)}
          </time>
          {author_type && author_type !== 'owner' && <span>{roles(author_type)}</span>}
          {kind === 'directory' && <span>{t('by_directory')}</span>}
          {opens && (
            <button
              type="button"
              className={`${classes.toggle} off-paper lit finger-line`}
              aria-expanded={opened}
              aria-controls={opened ? `${id}-inside` : undefined}
              aria-describedby={`${id}-sentence`}
              onClick={() => setOpened(!opened)}
            >
              {more > 0 ? t('more', { count: more }) : t('details')}
              <IconChevronDown className="turns" size={16} aria-hidden />
            </button>
          )}
        </p>
      </div>
      <RestoreButton
        asked={{ entry: change, alone: false }}
        describedBy={`${id}-sentence`}
        onRestore={props.onRestore}
      />
      {opened && (
        <div className={`${classes.inside} narrow-whole`} id={`${id}-inside`}>
          {more > 0 ? (
            <ChangeEntries id={change.id} {...props} />
          ) : (
            <FieldChanges model={change.object_model} fields={fields} isGone={change.action === 'delete'} />
          )}
        </div>
      )}
    </li>
  );
}
