import { listChangeEntries } from '#contract/insight/history';
import { useId, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { useData } from '../../../../lib/api/use-data.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { EntrySentence } from './entry-sentence.tsx';
import { FieldChanges } from './field-changes.tsx';
import classes from '../history.module.css';
import { type EntryProps, RestoreButton } from '../restore/restore-button.tsx';
import type { Entry } from './sentence.ts';

/** The entries that a change consists of, ten at a time. */
export function ChangeEntries({ id, ...props }: EntryProps & { id: number }) {
  const [pages, setPages] = useState(1);
  return Array.from({ length: pages }, (_, index) => (
    <Page
      key={index}
      id={id}
      page={index + 1}
      {...(index + 1 === pages && { onMore: () => setPages(pages + 1) })}
      {...props}
    />
  ));
}

interface PageProps extends EntryProps {
  id: number;
  page: number;
  /** Of the last page that is shown. */
  onMore?: () => void;
}

function Page({ id, page, onMore, ...props }: PageProps) {
  const t = useTranslations('history');
  const query = useData(listChangeEntries, { params: { id }, query: { page } });
  return (
    <Loaded query={query} skeleton={<Skeleton height={64} className="after-5 before-5" />}>
      {({ results, total_pages }) => (
        <>
          <ol className={classes.entries} aria-label={t('entries')}>
            {results.map((entry) => (
              <InnerEntry key={entry.id} entry={entry} {...props} />
            ))}
          </ol>
          {onMore && page < total_pages && (
            <Button variant="default" size="compact-md" onClick={onMore}>
              {t('show_more')}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}

/** One of the entries of a change, with what changed in it. */
function InnerEntry({ entry, course_id, onRestore }: EntryProps & { entry: Entry }) {
  const id = useId();
  return (
    <li className={`${classes.inner} narrow-one`}>
      <p className="flush anywhere" id={id}>
        <EntrySentence entry={entry} course_id={course_id} />
      </p>
      <RestoreButton asked={{ entry, alone: true }} describedBy={id} onRestore={onRestore} />
      {entry.fields.length > 0 && (
        <div className={`${classes.inside} narrow-whole`}>
          <FieldChanges model={entry.object_model} fields={entry.fields} isGone={entry.action === 'delete'} />
        </div>
      )}
    </li>
  );
}
