import { copyQuestions, questionBank } from '#contract/exams/forms';
import { IconCheck, IconPaperclip, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { TextInput } from '../../../ui/control/field/text-input.tsx';
import { call } from '../../../lib/api/api.ts';
import { errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { showSuccess, showWarning } from '../../../lib/page/toasts.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { Pages } from '../../../ui/list/pages.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { useBuilder } from './builder-context.ts';
import classes from './form-builder.module.css';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { MathText } from '../../../ui/rich-text/math-text.tsx';
import { useRested } from '../../../lib/form/use-rested.ts';

interface Props {
  form: { id: number; formId: number };
  onClose: () => void;
}

/** Questions of all courses in reach, to be copied into the draft. */
export default function BankDialog({ form, onClose }: Props) {
  const t = useTranslations('forms.bank');
  const common = useTranslations('common');
  const errorText = useErrorText();
  const { store } = useBuilder();
  const [search, setSearch] = useState('');
  const asked = useRested(search.trim(), 300);
  const [page, setPage] = useState(1);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [busy, setBusy] = useState(false);
  const query = useData(questionBank, {
    query: { page, except_form: form.formId, ...(asked && { search: asked }) },
    keep: true,
  });

  function toggle(id: number): void {
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  }

  async function copy(): Promise<void> {
    const { revision } = store;
    setBusy(true);
    try {
      const body = { question_ids: [...chosen], ...(revision && { revision }) };
      const made = await call(copyQuestions, { params: form, body, quiet: true });
      store.adopt(made.questions, made.revision);
      showSuccess(t('copied', { count: made.questions.length }));
      onClose();
    } catch (error) {
      showWarning(errorText(errorOf(error)));
      setBusy(false);
    }
  }

  return (
    <Dialog onClose={onClose} size="lg" title={t('title')}>
      <TextInput
        className={classes.search}
        aria-label={t('search')}
        placeholder={t('search')}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={search}
        data-autofocus
        onChange={(event) => {
          setSearch(event.currentTarget.value);
          setPage(1);
        }}
      />
      <Loaded query={query}>
        {({ results, count, total_pages }) =>
          results.length === 0 ? (
            <EmptyState title={t('empty')} text={t('empty_text')} />
          ) : (
            <>
              <ul className={classes.bank}>
                {results.map((question) => (
                  <li key={question.id}>
                    <label className="lit locks" data-locked={!question.may_copy || undefined}>
                      <input
                        type="checkbox"
                        checked={chosen.has(question.id)}
                        disabled={!question.may_copy}
                        onChange={() => toggle(question.id)}
                      />
                      <span className="stack shrinks anywhere gap-2">
                        <span className="strong">
                          <MathText>{question.title}</MathText>
                        </span>
                        <span className="quiet">
                          {t('place', { course: question.course_name, form: question.form_name })}
                          {question.same > 1 && ` · ${t('same', { count: question.same })}`}
                          {question.files > 0 && (
                            <>
                              {' · '}
                              <IconPaperclip size={14} aria-hidden /> {question.files}
                            </>
                          )}
                        </span>
                        {!question.may_copy && <span className="bad small">{t('forbidden')}</span>}
                        <span className={classes.offered}>
                          {question.answers.map((answer, place) => (
                            <span
                              key={place}
                              className={`row gap-2 ${answer.is_right_answer ? 'strong' : ''}`}
                            >
                              {answer.is_right_answer && <IconCheck size={14} aria-label={t('right')} />}
                              {answer.match === undefined
                                ? answer.title
                                : `${answer.title} → ${answer.match}`}
                            </span>
                          ))}
                        </span>
                      </span>
                    </label>
                  </li>
                ))}
              </ul>
              <Pages page={page} total={total_pages} count={count} onChange={setPage} />
            </>
          )
        }
      </Loaded>
      <div className={`${classes.dialogButtons} wraps gap-5`}>
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button loading={busy} disabled={chosen.size === 0} onClick={() => void copy()}>
          {t('copy', { count: chosen.size })}
        </Button>
      </div>
    </Dialog>
  );
}
