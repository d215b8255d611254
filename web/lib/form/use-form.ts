import type { ErrorCode, ErrorParams } from '#contract/errors';
import { fieldErrorsOf as brokenRulesOf } from '#contract/errors/rules';
import type { BodyInputOf, ParamsOf, ResponseOf } from '#contract/platform';
import { type FormEvent, useRef, useState } from 'react';
import { type AnyEndpoint, call, type CallInput } from '../api/api.ts';
import { haveCatalogue } from '../api/catalogue.ts';
import { errorOf, fieldErrorsOf, type ShownError, useErrorText } from '../api/errors.ts';
import { idempotencyKeys } from '../api/idempotency.ts';
import { type Path, valueAt, withValueAt } from './paths.ts';
import { afterPress } from '../page/press.ts';
import { showWarning } from '../page/toasts.ts';

export interface FieldError {
  code: ErrorCode;
  params?: ErrorParams;
}

export interface FormOptions<E extends AnyEndpoint, V extends object> {
  endpoint: E;
  params?: ParamsOf<E>;
  initial: V;
  /** What was typed into it before and never saved. */
  typed?: Partial<NoInfer<V>> | undefined;
  /** What is sent and validated; the values themselves unless told. Field names must stay the same. */
  body?: (values: V) => BodyInputOf<E>;
  /** Rules beyond the contract's shape, by field: `{ password_repeat: { code: 'passwords_differ' } }`. */
  check?: (values: V) => Record<string, FieldError>;
  onDone: (response: ResponseOf<E>, values: V) => void;
  /** Sends it in place of `call`. */
  call?: typeof call;
  /** A field whose refusal it says alone, without the warning popup. */
  beside?: string;
  /** Takes an error of the server over; true: nothing else is shown. */
  onError?: (error: unknown) => boolean;
}

export interface FieldProps<T> {
  name: string;
  value: T;
  onChange: (value: T | { currentTarget: { value: string } }) => void;
  onBlur: () => void;
  error: string | undefined;
  /** It may not be empty: what says so is the contract, and the field shows it in one way. */
  required: boolean;
}

export interface Form<V extends object = object> {
  values: V;
  /** As the server has them. */
  saved: V;
  dirty: boolean;
  busy: boolean;
  /** Sets a value by path, also inside of lists: `form.set('questions.0.title', 'x')`. */
  set: (path: Path<V>, value: unknown) => void;
  /** Props of a text, select or rich text field: `<TextInput {...form.field('name')} label=… />`. */
  // oxlint-disable-next-line typescript/no-explicit-any
  field: (path: Path<V>) => FieldProps<any>;
  /** Props of a checkbox or switch. */
  checkbox: (path: Path<V>) => {
    name: string;
    checked: boolean;
    onChange: (event: { currentTarget: { checked: boolean } }) => void;
    error: string | undefined;
  };
  /** The error to show at a path now, if any. */
  errorAt: (path: string) => string | undefined;
  /** Whether the field was left once, or the form was sent. */
  isTouched: (path: string) => boolean;
  submit: (event?: FormEvent<HTMLFormElement>) => void;
  /** Takes what the server has at a path, as if it had been read from the start. */
  take: (path: Path<V>, value: unknown) => void;
  /** Shows every broken rule, as sending does; whether there is none. */
  validate(): boolean;
  /** Takes the present values as saved: no question about unsaved changes. */
  markSaved: () => void;
  isSaved: () => boolean;
}

/**
 * The one form mechanism: validated by the contract's body, errors shown once touched (§5), the server's
 * field errors beside their fields, never sent twice. Private screens render it inside `<PrivateForm>`.
 */
export function useForm<E extends AnyEndpoint, V extends object = BodyInputOf<E>>(
  options: FormOptions<E, V>,
): Form<V> {
  const { endpoint, initial } = options;
  // Its shape comes with the endpoint to whoever has a form (web/build/contracts.ts).
  if (!endpoint.body) throw new Error(`nothing judges what is sent to ${endpoint.path}`);
  const [values, setValues] = useState({ ...initial, ...options.typed });
  const [saved, setSaved] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const [serverErrors, setServerErrors] = useState<Record<string, ShownError>>({});
  const [keys] = useState(idempotencyKeys);
  const running = useRef(false);
  const leaving = useRef(false);
  const errorText = useErrorText();

  const bodyOf = (current: V) =>
    options.body ? options.body(current) : (current as unknown as BodyInputOf<E>);
  const errors = errorsOf(endpoint, bodyOf(values), options.check?.(values));

  function errorAt(path: string): string | undefined {
    const fromServer = serverErrors[path];
    if (fromServer) return errorText(fromServer);
    const error = errors[path];
    if (!error || !(sent || touched.has(path))) return undefined;
    return errorText({ code: error.code, params: error.params ?? {} });
  }

  /** Whether the rules refuse the form with this field empty. */
  function isRequired(path: string): boolean {
    const value = valueAt(values, path);
    if (typeof value !== 'string' && !Array.isArray(value) && value !== null) return false;
    if (!isEmpty(value) && isChoice(endpoint, path)) return false;
    const emptied = withValueAt(values, path, value === null ? null : value.slice(0, 0));
    const broken = errorsOf(endpoint, bodyOf(emptied), options.check?.(emptied))[path]?.code;
    return broken === 'required' || broken === 'group_required';
  }

  function set(path: string, value: unknown): void {
    setValues((before) => withValueAt(before, path, value));
    leaving.current = false;
    setServerErrors((before) => {
      const rest = Object.entries(before).filter(([name]) => name !== path && !name.startsWith(`${path}.`));
      return rest.length === Object.keys(before).length ? before : Object.fromEntries(rest);
    });
  }

  const touch = (path: string) =>
    setTouched((before) => (before.has(path) ? before : new Set(before).add(path)));

  function submit(event?: FormEvent<HTMLFormElement>): void {
    event?.preventDefault();
    const element = event?.currentTarget;
    setSent(true);
    if (Object.keys(errors).length > 0) focusFirstError(element);
    else if (!running.current) void send(element);
  }

  async function send(element: HTMLFormElement | undefined): Promise<void> {
    running.current = true;
    setBusy(true);
    // Beside the call, which may be refused.
    void haveCatalogue();
    const body = changedOf(endpoint, bodyOf(values), bodyOf(saved), saved);
    const input = { params: options.params, body } as unknown as CallInput<E>;
    try {
      const key = endpoint.idempotent ? keys.keyFor(input) : undefined;
      const response = await (options.call ?? call)(endpoint, {
        ...input,
        ...(key && { idempotencyKey: key }),
      });
      keys.done();
      leaving.current = true;
      setSaved(values);
      options.onDone(response, values);
    } catch (error) {
      if (options.onError?.(error)) return;
      const fields = fieldErrorsOf(error);
      setServerErrors(fields);
      focusFirstError(element);
      const text = errorText(errorOf(error));
      const beside = options.beside && fields[options.beside];
      if (!beside || errorText(beside) !== text) showWarning(text);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return {
    values,
    saved,
    dirty: JSON.stringify(values) !== JSON.stringify(saved),
    busy,
    set,
    errorAt,
    isTouched: (path) => sent || touched.has(path),
    submit,
    take: (path, value) => {
      set(path, value);
      setSaved((before) => withValueAt(before, path, value));
    },
    validate: () => {
      setSent(true);
      return Object.keys(errors).length === 0;
    },
    markSaved: () => {
      leaving.current = true;
      setSaved(values);
    },
    isSaved: () => leaving.current,
    field: (path) => ({
      name: path,
      value: valueAt(values, path) ?? '',
      onChange: (input) => set(path, isEvent(input) ? input.currentTarget.value : input),
      onBlur: () => afterPress(() => touch(path)),
      error: errorAt(path),
      required: isRequired(path),
    }),
    checkbox: (path) => ({
      name: path,
      checked: Boolean(valueAt(values, path)),
      onChange: (event) => {
        set(path, event.currentTarget.checked);
        touch(path);
      },
      error: errorAt(path),
    }),
  };
}

/** Of a change what differs from what was read, so that what another tab or person has changed since stays. */
function changedOf(endpoint: AnyEndpoint, body: object, before: object, saved: object): object {
  if (endpoint.method !== 'PATCH') return body;
  const read = new Map<string, unknown>(Object.entries(before));
  const changed = Object.fromEntries(
    Object.entries(body).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(read.get(key))),
  );
  const lists_read = Object.fromEntries(
    Object.entries(saved).filter(
      ([key, value]) => key.endsWith('_ids') && key in changed && Array.isArray(value),
    ),
  );
  // A call that takes no lists as they were read has other ways; some fields are taken only together.
  const ways = [...(Object.keys(lists_read).length > 0 ? [{ ...changed, lists_read }] : []), changed];
  return ways.find((way) => endpoint.body?.safeParse(way).success) ?? body;
}

function errorsOf(
  endpoint: AnyEndpoint,
  body: unknown,
  extra: Record<string, FieldError> = {},
): Record<string, FieldError> {
  const errors: Record<string, FieldError> = {};
  const result = endpoint.body?.safeParse(body, { reportInput: true });
  for (const { field, code, params } of (result?.error?.issues ?? []).flatMap(brokenRulesOf)) {
    errors[field] ??=
      isEmpty(valueAt(body, field)) && code !== 'group_required' ? { code: 'required' } : { code, params };
  }
  return { ...errors, ...extra };
}

interface Shape {
  def?: { type?: string; shape?: Record<string, Shape>; innerType?: Shape };
}

/** One of several values: made already where there is one, since it cannot be emptied. */
function isChoice({ body }: AnyEndpoint, path: string): boolean {
  let shape = (body as Shape | undefined)?.def?.shape?.[path];
  while (shape?.def?.innerType) shape = shape.def.innerType;
  return shape?.def?.type === 'enum';
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

function isEvent(input: unknown): input is { currentTarget: { value: string } } {
  return typeof input === 'object' && input !== null && 'currentTarget' in input;
}

// After the next paint, when the errors stand in the page.
function focusFirstError(element: HTMLFormElement | undefined): void {
  setTimeout(() => element?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 50);
}
