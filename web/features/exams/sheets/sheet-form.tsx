import { variantLetter, type listPrintRuns } from '#contract/exams/prints';
import { typeSheet } from '#contract/exams/sheets';
import type { ResponseOf } from '#contract/platform';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { codeOf, errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { showWarning } from '../../../lib/page/toasts.ts';
import { personName } from '../../../lib/words/person-name.ts';
import { readsAsDate, wallClockOf } from '../../../lib/words/wall-clock.ts';
import { Button } from '../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../ui/control/field/native-select.tsx';
import { DayField } from '../../../ui/date/date-field.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { UnsavedChanges } from '../../../ui/form/private-form.tsx';
import { Panel } from '../../../ui/page/panel.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { PersonField } from './person-field.tsx';
import { type Asked, EMPTY, type Line, type Person, readSheet } from './sheet.ts';
import { SheetLine } from './sheet-line.tsx';
import classes from './sheet-screen.module.css';
import { usePressed } from '../../../lib/page/keys.ts';

type Run = ResponseOf<typeof listPrintRuns>['runs'][number];

interface Props {
  params: { id: number; formId: number; runId: number };
  run: Run;
  variant: number;
  questions: readonly Asked[];
  onVariant: (variant: number) => void;
}

/** A day as it is here. */
const dayOf = (instant: string) =>
  wallClockOf(instant, Intl.DateTimeFormat().resolvedOptions().timeZone).slice(0, 10);

/** A sheet as it is typed. The variant and the day stay from one sheet to the next. */
export function SheetForm({ params, run, variant, questions, onVariant }: Props) {
  const t = useTranslations('sheets');
  const errorText = useErrorText();
  const form = useRef<HTMLFormElement>(null);
  const [today] = useState(() => dayOf(new Date().toISOString()));
  const [day, setDay] = useState(today);
  const [person, setPerson] = useState<Person | null>(null);
  const [lines, setLines] = useState<readonly (Line | undefined)[]>([]);
  const [saved, setSaved] = useState('');
  // How many were saved here: the next one begins with an empty field.
  const [count, setCount] = useState(0);
  const [tried, setTried] = useState(false);
  const [asksAgain, setAsksAgain] = useState(false);
  const sheet = readSheet(questions, lines);
  const refused = person?.refused ?? null;
  const fields = () => [...form.current!.querySelectorAll<HTMLElement>('[data-line]')];
  const toDay = () => form.current?.querySelector<HTMLElement>('[name="sat_on"]')?.focus();
  const toPerson = () => form.current?.querySelector<HTMLElement>('[data-person] input')?.focus();

  const save = useAction(typeSheet, {
    onDone: () => {
      setSaved(personName(person!.user));
      setPerson(null);
      setLines([]);
      setTried(false);
      setAsksAgain(false);
      setCount(count + 1);
    },
    onError: (error) => {
      if (codeOf(error) === 'sheet_typed_already') setAsksAgain(true);
      else showWarning(errorText(errorOf(error)));
    },
  });

  function send(again: boolean): void {
    setTried(true);
    if (!person) return toPerson();
    if (!sheet) return form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
    if (refused) return;
    if (!readsAsDate(day)) return toDay();
    if (person.typed !== null && !again) return setAsksAgain(true);
    void save.run({ params, body: { variant, user_id: person.user.id, sat_on: day, ...sheet, again } });
  }

  useEffect(() => {
    if (count > 0) toPerson();
  }, [count]);

  // Enter leads to the next line, as on a till; with Ctrl it saves the sheet.
  usePressed((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.target instanceof HTMLElement)) return;
    if (!form.current?.contains(event.target)) return;
    if (event.ctrlKey || event.metaKey) {
      event.preventDefault();
      return send(false);
    }
    const place = fields().indexOf(event.target);
    if (place < 0) return;
    event.preventDefault();
    const next = fields()[place + (event.shiftKey ? -1 : 1)];
    (next ?? form.current.querySelector<HTMLElement>('[type="submit"]'))?.focus();
  });

  const isDirty = lines.some(
    (line) => line && (line.marks.length > 0 || line.texts.some((text) => text.trim())),
  );
  return (
    <Panel>
      <form
        ref={form}
        className="stack gap-5"
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          send(false);
        }}
      >
        <UnsavedChanges form={{ dirty: isDirty, isSaved: () => save.busy }} />
        <DayField
          name="sat_on"
          label={t('sat_on')}
          className={classes.short}
          min={dayOf(run.created_at)}
          max={today}
          required
          value={day}
          error={tried && !readsAsDate(day) ? errorText({ code: 'required', params: {} }) : undefined}
          onChange={setDay}
        />
        <div className="wraps gap-5">
          <div data-person className="fills-line">
            <PersonField
              key={count}
              params={params}
              value={person}
              error={tried && !person ? errorText({ code: 'required', params: {} }) : undefined}
              onChange={setPerson}
            />
          </div>
          <NativeSelect
            label={t('variant')}
            value={String(variant)}
            disabled={run.variants === 1}
            onChange={(event) => onVariant(Number(event.currentTarget.value))}
            data={Array.from({ length: run.variants }, (_, n) => ({
              value: String(n + 1),
              label: variantLetter(n + 1),
            }))}
          />
        </div>
        {refused && (
          <Notice tone="warning" title={t('refused')} alert>
            {errorText({ code: refused, params: {} })}
          </Notice>
        )}
        <p className="note flush">{t('how')}</p>
        <ol className="plain">
          {questions.map((question, place) => (
            <SheetLine
              key={place}
              question={question}
              number={place + 1}
              line={lines[place] ?? EMPTY}
              onChange={(line) => {
                setSaved('');
                setLines(Array.from({ length: questions.length }, (_, n) => (n === place ? line : lines[n])));
              }}
            />
          ))}
        </ol>
        <div className="wraps gap-5">
          <Button type="submit" loading={save.busy} disabled={refused !== null}>
            {t('save')}
          </Button>
          <span className="fine by-mouse">{t('keys')}</span>
        </div>
        <p className="unseen" role="status">
          {saved && t('saved', { name: saved })}
        </p>
        <ConfirmDialog
          opened={asksAgain}
          title={t('again_title', { name: person ? personName(person.user) : '' })}
          text={t('again_text')}
          confirmLabel={t('again')}
          busy={save.busy}
          onConfirm={() => send(true)}
          onCancel={() => setAsksAgain(false)}
        />
      </form>
    </Panel>
  );
}
