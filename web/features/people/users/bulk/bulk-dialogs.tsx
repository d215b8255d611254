import { listCourses } from '#contract/learning/courses';
import { findError } from '#contract/errors';
import { GROUP_ROLES, listGroups } from '#contract/people/groups';
import type { BodyInputOf, ResponseOf } from '#contract/platform';
import { changeUsers } from '#contract/people/users';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { useErrorText } from '../../../../lib/api/errors.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { SearchSelect } from '../../../../ui/form/search-select.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import classes from './bulk-dialogs.module.css';
import { type ProgramGroup, ProgramGroupFields } from './bulk-program-group.tsx';
import { usePrintSheets } from './bulk-sheets.ts';
import { nameOf } from '../person-name.ts';
import type { UserRow, BulkAction } from '../user.ts';
import { DueField, isDueReady, NOT_DUE } from '../../../../ui/date/due-field.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

type Body = BodyInputOf<typeof changeUsers>;
type Result = ResponseOf<typeof changeUsers>;

interface Props {
  action: BulkAction;
  users: ReadonlyMap<number, UserRow>;
  onClose: () => void;
  /** It was done, with some or all of them. */
  onDone: () => void;
}

/** Asks what a bulk action needs to know, does it, and says with whom it could not be done and why. */
export default function BulkDialogs({ action, users, onClose, onDone }: Props) {
  const t = useTranslations('users.bulk');
  // The rows as they were when asked: the selection ends with the action, its result stays.
  const [people] = useState(users);
  const [result, setResult] = useState<Result | null>(null);
  const change = useAction(changeUsers, {
    onDone: (answer) => {
      onDone();
      if (answer.refused.length > 0 || answer.need_sheet.length > 0) setResult(answer);
      else {
        showSuccess(t('done', { count: answer.done.length }));
        onClose();
      }
    },
  });
  const run = (body: Omit<Body, 'user_ids'>) =>
    void change.run({ body: { ...body, user_ids: [...people.keys()] } });

  if (result) return <ResultDialog result={result} people={people} onClose={onClose} />;
  const common = { count: people.size, busy: change.busy, onRun: run, onClose };
  if (action === 'add_to_program') return <ProgramDialog {...common} />;
  if (action === 'add_to_course' || action === 'add_to_group')
    return <TargetDialog action={action} {...common} />;
  return <AskDialog action={action} {...common} />;
}

interface StepProps {
  count: number;
  busy: boolean;
  onRun: (body: Omit<Body, 'user_ids'>) => void;
  onClose: () => void;
}

function AskDialog({
  action,
  count,
  busy,
  onRun,
  onClose,
}: StepProps & { action: 'block' | 'unblock' | 'delete' | 'send_credentials' }) {
  const t = useTranslations('users.bulk');
  const row = useTranslations('users.row');
  const words = {
    block: [t('block_title', { count }), t('block_text'), row('block')],
    unblock: [t('unblock_title', { count }), t('unblock_text'), row('unblock')],
    delete: [t('delete_title', { count }), t('delete_text'), row('delete')],
    send_credentials: [t('send_title'), t('send_text', { count }), t('send')],
  } as const;
  const [title, text, confirmLabel] = words[action];
  return (
    <ConfirmDialog
      opened
      title={title}
      text={text}
      confirmLabel={confirmLabel}
      danger={action === 'block' || action === 'delete'}
      busy={busy}
      onConfirm={() => onRun({ action })}
      onCancel={onClose}
    />
  );
}

/** A dialog of fields that ends in adding people somewhere. */
function AddDialog({
  title,
  count,
  busy,
  ready,
  onSubmit,
  onClose,
  children,
}: Omit<StepProps, 'onRun'> & {
  title: string;
  ready: boolean;
  onSubmit: () => void;
  children: ReactNode;
}) {
  const t = useTranslations();
  return (
    <Dialog onClose={onClose} title={title}>
      <form
        className="stack gap-7"
        onSubmit={(event) => {
          event.preventDefault();
          if (ready) onSubmit();
        }}
      >
        {children}
        <p className="dim flush">{t('users.bulk.people', { count })}</p>
        <div className="buttons fills">
          <Button variant="default" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" disabled={!ready} loading={busy}>
            {t('users.bulk.submit')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function ProgramDialog({ onRun, ...props }: StepProps) {
  const t = useTranslations('users.bulk');
  const [value, setValue] = useState<ProgramGroup>({ program: '', group: '' });
  return (
    <AddDialog
      {...props}
      title={t('add_to_program')}
      ready={value.group !== ''}
      onSubmit={() => onRun({ action: 'add_to_group', target_id: Number(value.group), role: 'student' })}
    >
      <ProgramGroupFields value={value} onChange={setValue} required />
    </AddDialog>
  );
}

function TargetDialog({ action, onRun, ...props }: StepProps & { action: 'add_to_course' | 'add_to_group' }) {
  const t = useTranslations('users');
  const toCourse = action === 'add_to_course';
  const [target, setTarget] = useState('');
  const [role, setRole] = useState<(typeof GROUP_ROLES)[number]>('student');
  const [due, setDue] = useState(NOT_DUE);
  const hasDue = toCourse && role === 'student';
  // A course has no managers of its own.
  const roles = GROUP_ROLES.filter((one) => !toCourse || one !== 'manager').toReversed();
  return (
    <AddDialog
      {...props}
      title={t(`bulk.${action}`)}
      ready={target !== '' && (!hasDue || isDueReady(due))}
      onSubmit={() => onRun({ action, target_id: Number(target), role, ...(hasDue && due) })}
    >
      <SearchSelect
        endpoint={toCourse ? listCourses : listGroups}
        toOption={({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name })}
        label={t(toCourse ? 'list.course' : 'list.group')}
        value={target}
        onChange={setTarget}
        required
      />
      <NativeSelect
        label={t('bulk.as')}
        value={role}
        onChange={(event) => setRole(event.currentTarget.value as typeof role)}
        data={roles.map((one) => ({ value: one, label: t(`bulk.roles.${one}`) }))}
      />
      {hasDue && <DueField value={due} onChange={setDue} />}
    </AddDialog>
  );
}

function ResultDialog({
  result: { done, refused, need_sheet },
  people,
  onClose,
}: {
  result: Result;
  people: ReadonlyMap<number, UserRow>;
  onClose: () => void;
}) {
  const t = useTranslations();
  const errorText = useErrorText();
  const { print, busy } = usePrintSheets();
  const title =
    refused.length > 0
      ? t('users.bulk.result_title', { done: done.length, refused: refused.length })
      : t('users.bulk.done', { count: done.length });
  return (
    <Dialog onClose={onClose} title={title}>
      <div className="stack gap-7">
        {need_sheet.length > 0 && (
          <Notice tone="neutral" title={t('users.bulk.sheets_title')}>
            <p className="dim flush before-5">{t('users.bulk.need_sheet', { count: need_sheet.length })}</p>
            <Button variant="default" loading={busy} onClick={() => void print(need_sheet)}>
              {t('users.bulk.print', { count: need_sheet.length })}
            </Button>
          </Notice>
        )}
        {refused.length > 0 && (
          <ul className={`${classes.refused} stack plain gap-4`} aria-label={t('users.bulk.refused')}>
            {refused.map(({ id, message }) => {
              const person = people.get(id);
              return (
                <li key={id}>
                  <span className="strong">{person ? nameOf(person) : `№ ${id}`}</span>
                  <span>{errorText(findError(message) ?? { raw: message })}</span>
                </li>
              );
            })}
          </ul>
        )}
        <div className="buttons fills">
          <Button onClick={onClose} data-autofocus>
            {t('common.close')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
