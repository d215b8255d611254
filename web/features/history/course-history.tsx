import { listCourseHistory } from '#contract/history';
import type { ResponseOf } from '#contract/platform';
import { useTranslations } from 'use-intl';
import { dateTimeText } from '../../lib/dates.ts';
import { useListState } from '../../lib/list-state.ts';
import { useData } from '../../lib/use-data.ts';
import { ListBar } from '../../ui/list/list-bar.tsx';
import { ListBody } from '../../ui/list/list-body.tsx';
import { PersonMark } from '../../ui/person-mark.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { StatusBadge, type Tone } from '../../ui/status-badge.tsx';
import classes from './course-history.module.css';
import { FieldChanges } from './field-changes.tsx';

type Entry = ResponseOf<typeof listCourseHistory>['results'][number];

const TONES: Record<Entry['action'], Tone> = {
  create: 'good',
  add: 'good',
  update: 'active',
  update_related_model: 'active',
  delete: 'bad',
  blocked: 'warning',
  unblocked: 'good',
  restore: 'good',
};

/** What was done to a course, its materials, tests and questions: who, when, and what was there before. */
export function CourseHistory({ course_id }: { course_id: number }) {
  const t = useTranslations('history');
  const common = useTranslations('common.list');
  const list = useListState(listCourseHistory);
  const query = useData(listCourseHistory, { params: { id: course_id }, query: list.query, keep: true });
  return (
    <>
      <ListBar list={list} />
      <ListBody
        query={query}
        list={list}
        sorts={[]}
        sort="always"
        empty={
          list.search ? (
            <EmptyState title={common('nothing_found')} text={common('nothing_found_text')} />
          ) : (
            <EmptyState title={t('empty')} text={t('empty_text')} />
          )
        }
      >
        {(entries) => (
          <ol className={classes.entries} aria-label={t('label')}>
            {entries.map((entry) => (
              <HistoryEntry key={entry.id} entry={entry} />
            ))}
          </ol>
        )}
      </ListBody>
    </>
  );
}

function HistoryEntry({ entry }: { entry: Entry }) {
  const roles = useTranslations('common.roles');
  const t = useTranslations('history');
  const { author, author_type, action, object_model, object_label, fields, more, created_at } = entry;
  const name = author ? `${author.first_name} ${author.last_name}`.trim() : '';
  return (
    <li className={classes.entry}>
      <span className={classes.mark}>{author && <PersonMark person={author} size={40} />}</span>
      <div className={classes.words}>
        <p className={classes.sentence}>
          {t(`sentences.${action}`, { model: object_model, label: object_label || '—' })}
        </p>
        <p className={classes.about}>
          <span>{name || t('product')}</span>
          {author_type && author_type !== 'owner' && <span>{roles(author_type)}</span>}
          <time dateTime={created_at}>{dateTimeText(created_at)}</time>
        </p>
        {fields.length > 0 && <FieldChanges fields={fields} />}
        {more > 0 && <p className={classes.more}>{t('more', { count: more })}</p>}
      </div>
      <span className={classes.badge}>
        <StatusBadge tone={TONES[action]}>{t(`actions.${action}`)}</StatusBadge>
      </span>
    </li>
  );
}
