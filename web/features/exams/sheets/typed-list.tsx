import { listSheets, undoSheet } from '#contract/exams/sheets';
import { variantLetter } from '#contract/exams/prints';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useAction } from '../../../lib/api/use-action.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { dateText } from '../../../lib/words/dates.ts';
import { personName } from '../../../lib/words/person-name.ts';
import { Button } from '../../../ui/control/button/button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import line from '../../../ui/list/list-line.module.css';
import { Panel } from '../../../ui/page/panel.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { StatusBadge } from '../../../ui/state/status-badge.tsx';
import type { Typed } from './sheet.ts';
import { resultPath } from '../../../lib/paths/result-paths.ts';

interface Props {
  params: { id: number; formId: number; runId: number };
}

const PAGE = 10;

/** The sheets that were typed in, the latest first; each can be taken back. */
export function TypedList({ params }: Props) {
  const t = useTranslations('sheets');
  const [count, setCount] = useState(PAGE);
  const [asked, setAsked] = useState<Typed | null>(null);
  const query = useData(listSheets, { params, query: { page_size: Math.min(count, 100) }, keep: true });
  const undo = useAction(undoSheet, {
    onDone: () => {
      setAsked(null);
      showSuccess(t('undone'));
    },
  });
  return (
    <Panel title={t('typed', { count: query.data?.count ?? 0 })}>
      <Loaded query={query}>
        {({ results, count: all }) =>
          results.length === 0 ? (
            <p className="flush quiet">{t('none')}</p>
          ) : (
            <>
              <ul className="stack plain">
                {results.map((sheet) => (
                  <TypedItem
                    key={sheet.attempt_id}
                    sheet={sheet}
                    course={params.id}
                    onUndo={() => setAsked(sheet)}
                  />
                ))}
              </ul>
              {all > results.length && results.length < 100 && (
                <Button variant="subtle" onClick={() => setCount(count + 30)}>
                  {t('more')}
                </Button>
              )}
            </>
          )
        }
      </Loaded>
      <ConfirmDialog
        opened={asked !== null}
        title={t('undo_title', { name: asked ? personName(asked.user) : '' })}
        text={t('undo_text')}
        confirmLabel={t('undo')}
        danger
        busy={undo.busy}
        onConfirm={() =>
          void undo.run({
            params: { ...params, attemptId: asked!.attempt_id },
            body: { reason: t('undo_reason') },
          })
        }
        onCancel={() => setAsked(null)}
      />
    </Panel>
  );
}

function TypedItem({ sheet, course, onUndo }: { sheet: Typed; course: number; onUndo: () => void }) {
  const t = useTranslations('sheets');
  const { attempt_id, user, variant, sat_on, score, max_score, passed, undone, author } = sheet;
  const name = personName(user);
  return (
    <li className={`${line.line} ruled`}>
      <div className={line.words}>
        <p className="flush strong anywhere linked">
          <Link to={resultPath(course, attempt_id)}>{name}</Link>
        </p>
        <p className="note anywhere">
          {[
            t('variant_of', { letter: variantLetter(variant) }),
            dateText(sat_on),
            t('score', { score, most: max_score }),
            author && personName(author),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <p className="flush">
          {undone ? (
            <StatusBadge tone="neutral">{t('taken_back')}</StatusBadge>
          ) : passed === null ? (
            <StatusBadge tone="warning">{t('waits')}</StatusBadge>
          ) : (
            <StatusBadge tone={passed ? 'good' : 'bad'}>{t(passed ? 'passed' : 'failed')}</StatusBadge>
          )}
        </p>
      </div>
      {sheet.may_undo && (
        <Button
          variant="subtle"
          size="sm"
          leftSection={<IconArrowBackUp size={18} aria-hidden />}
          aria-label={t('undo_of', { name })}
          onClick={onUndo}
        >
          {t('undo')}
        </Button>
      )}
    </li>
  );
}
