import { assignableTo } from '#contract/access';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useRoleText } from './use-role-text.ts';
import { useProfile } from '../../../../lib/session/session.ts';
import type { Column, ImportRow } from '../import-rows.ts';
import classes from './row-cell.module.css';
import { useCellErrorText } from '../use-error-texts.ts';

/** Of a page, both from 0; column 0 is the checkbox. */
export interface Place {
  row: number;
  column: number;
}

interface Props {
  row: ImportRow;
  column: Column;
  place: Place;
  /** Its text in the file. */
  original: string;
  /** The row is left out. */
  locked: boolean;
  tabIndex: number;
  /** With what was typed to begin with. */
  editing?: { typed: string | undefined };
  onFocus: () => void;
  onEdit: (typed?: string) => void;
  onSet: (text: string) => void;
  onFinish: (step: 'stay' | 'next' | 'previous' | 'leave') => void;
}

/** A cell with its error; pressed it can be edited. */
export function RowCell(props: Props) {
  const { row, column, place, original, locked, tabIndex, editing, onFocus, onEdit } = props;
  const t = useTranslations('imports');
  const roleText = useRoleText();
  const id = useId();
  const error = useCellErrorText()(row, column);
  const value = row.cells[column] ?? '';
  const shown = column === 'role' ? roleText(value) : value;
  const isKept = row.kept.includes(column);
  const isCorrected = value !== original;

  function typeOver(event: KeyboardEvent): void {
    if (locked || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'F2') onEdit();
    else if ([...event.key].length === 1 && event.key !== ' ' && column !== 'role') {
      event.preventDefault();
      onEdit(event.key);
    }
  }

  return (
    <td
      role="gridcell"
      className={classes.cell}
      data-label={t(`columns.${column}`)}
      data-column={column}
      data-empty={(!value && !error && !editing) || undefined}
      data-corrected={isCorrected || undefined}
      aria-invalid={error ? true : undefined}
    >
      {editing ? (
        <CellEditor {...props} value={value} typed={editing.typed} describedBy={error ? id : undefined} />
      ) : (
        <button
          type="button"
          className={`${classes.value} finger-high locks`}
          data-at={`${place.row}:${place.column}`}
          tabIndex={tabIndex}
          aria-disabled={locked || undefined}
          aria-label={t('cell', { column: t(`columns.${column}`), value: shown || t('empty') })}
          aria-describedby={error || isKept || isCorrected ? id : undefined}
          onFocus={onFocus}
          onKeyDown={typeOver}
          onClick={() => !locked && onEdit()}
        >
          {shown || <span className="dim">{error ? t('fill') : '—'}</span>}
        </button>
      )}
      <span id={id} className={`${classes.notes} unless-empty`}>
        {error && <span className={classes.error}>{error}</span>}
        {isKept && <span className="dim anywhere">{t('kept')}</span>}
        {isCorrected && (
          <span className="dim anywhere">{original ? t('was', { text: original }) : t('was_empty')}</span>
        )}
      </span>
    </td>
  );
}

interface EditorProps extends Pick<Props, 'row' | 'column' | 'onSet' | 'onFinish'> {
  value: string;
  typed: string | undefined;
  describedBy: string | undefined;
}

function CellEditor({ column, value, typed, describedBy, onSet, onFinish }: EditorProps) {
  const t = useTranslations('imports');
  const [text, setText] = useState(typed ?? value);
  const finished = useRef(false);

  function finish(step: Parameters<typeof onFinish>[0], given = text): void {
    // The field loses the focus once more when it goes.
    if (finished.current) return;
    finished.current = true;
    const next = given.trim();
    if (next !== value) onSet(next);
    onFinish(step);
  }

  const field = {
    className: `${classes.field} shrinks`,
    'aria-label': t(`columns.${column}`),
    'aria-describedby': describedBy,
    onBlur: () => finish('leave'),
    onKeyDown: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return;
      if (event.key === 'Escape') finish('stay', value);
      else if (event.key === 'Enter' && !event.shiftKey) finish('stay');
      else if (event.key === 'Tab') finish(event.shiftKey ? 'previous' : 'next');
      else return;
      event.preventDefault();
      event.stopPropagation();
    },
  };

  if (column === 'role')
    return (
      <RoleField field={field} text={text} onChange={setText} onChosen={(role) => finish('stay', role)} />
    );
  return <TextField field={field} long={column === 'comment'} text={text} onChange={setText} />;
}

interface FieldProps {
  field: React.HTMLAttributes<HTMLElement> & { className: string };
  text: string;
  onChange: (text: string) => void;
}

function TextField({ field, text, onChange, long }: FieldProps & { long: boolean }) {
  const input = useRef<HTMLInputElement & HTMLTextAreaElement>(null);
  useEffect(() => {
    input.current?.focus();
    input.current?.setSelectionRange(input.current.value.length, input.current.value.length);
  }, []);
  const props = {
    ...field,
    ref: input,
    value: text,
    autoComplete: 'off',
    spellCheck: false,
    onChange: (event: { currentTarget: { value: string } }) => onChange(event.currentTarget.value),
  };
  return long ? <textarea {...props} rows={2} /> : <input {...props} type="text" />;
}

/** The roles that the caller may give; what the file says stays as long as nothing else is chosen. */
function RoleField({ field, text, onChange, onChosen }: FieldProps & { onChosen: (role: string) => void }) {
  const t = useTranslations('common.roles');
  const select = useRef<HTMLSelectElement>(null);
  const keyed = useRef(false);
  const { type_user } = useProfile().current_login_info;
  const roles = assignableTo(type_user).filter((role) => role !== 'owner');
  const isKnown = roles.some((role) => role === text);
  useEffect(() => {
    select.current?.focus();
    // Opens at once; only some browsers let a page do so, and only after a press.
    try {
      select.current?.showPicker();
    } catch {}
  }, []);
  return (
    <select
      {...field}
      ref={select}
      value={text}
      onKeyDown={(event) => {
        keyed.current = true;
        field.onKeyDown?.(event);
      }}
      onPointerDown={() => (keyed.current = false)}
      onChange={(event) => {
        onChange(event.currentTarget.value);
        // With arrows one goes past others; a press is a choice.
        if (!keyed.current) onChosen(event.currentTarget.value);
      }}
    >
      {!isKnown && <option value={text}>{text || '—'}</option>}
      {roles.map((role) => (
        <option key={role} value={role}>
          {t(role)}
        </option>
      ))}
    </select>
  );
}
