import { reachOf } from '#contract/access';
import { inviteUser } from '#contract/people/users';
import { type ReactNode, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { Textarea } from '../../../../ui/control/field/textarea.tsx';
import { ApiError, call } from '../../../../lib/api/api.ts';
import { errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { dateTimeText } from '../../../../lib/words/dates.ts';
import { idempotencyKeys } from '../../../../lib/api/idempotency.ts';
import { refreshProfile, useProfile } from '../../../../lib/session/session.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { PrivateForm } from '../../../../ui/form/private-form.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { usePrintSheets } from '../bulk/bulk-sheets.ts';
import { type Held, heldInvitation } from './invitation-outcome.tsx';
import { brokenPlaces, InvitedInto, type InvitedPlaces, placesIn, placesOf } from './invited-into.tsx';
import classes from './invite-many.module.css';
import { NAME_ORDERS, type NameOrder, type PastedPerson, pastedPeople } from './pasted-people.ts';

/** As many at once; more come by a file. */
const AT_ONCE = 200;

interface Values extends InvitedPlaces {
  list: string;
  order: NameOrder;
}

const listed = ({ list, order }: Values) => pastedPeople(list, order);

interface Outcome {
  invited: number;
  /** Of the company already, who got what was chosen. */
  members: number;
  /** Whose mail did not leave at once, or never will. */
  held: Held[];
  /** Without e-mail: they need a sheet. */
  need_sheet: number[];
  left: { person: PastedPerson; reason: string }[];
}

interface Props {
  course?: { id: number; name: string };
  onClose: () => void;
  choice: ReactNode;
}

/** Invites everybody of a pasted list into the same role and places; who could not be stays in the list. */
export function InviteMany({ course, onClose, choice }: Props) {
  const t = useTranslations('users.invite');
  const { type_user } = useProfile().current_login_info;
  const reach = reachOf('inviteUser', type_user);
  const [progress, setProgress] = useState<{ done: number; of: number } | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const invite = useInviting(setProgress, setOutcome);
  const initial: Values = { list: '', order: 'auto', ...placesIn(course) };
  const form = useForm({
    endpoint: inviteUser,
    initial,
    // Of nobody yet: each is sent by itself.
    body: placesOf,
    check: (values) => {
      const { people } = listed(values);
      return {
        ...brokenPlaces(values, reach),
        ...(people.length === 0 && { list: { code: 'required' as const } }),
        ...(people.length > AT_ONCE && {
          list: { code: 'too_long' as const },
        }),
      };
    },
    call: (async () => invite(form.values)) as unknown as typeof call,
    onDone: () => void refreshProfile(),
  });
  const { people, unknown } = listed(form.values);

  if (outcome)
    return (
      <Invited
        outcome={outcome}
        onClose={onClose}
        onRest={() => {
          form.set('list', outcome.left.map(({ person }) => person.text).join('\n'));
          setOutcome(null);
        }}
      />
    );
  return (
    <Dialog onClose={onClose} title={t('many_title')}>
      <div className="stack gap-5 before-5">
        {choice}
        <p className="flush">{t('many_text')}</p>
      </div>
      <PrivateForm
        form={form}
        submitLabel={people.length > 0 ? t('submit_many', { count: people.length }) : t('submit')}
        onCancel={onClose}
      >
        <Textarea
          data-autofocus
          label={t('list')}
          description={t('list_hint')}
          minRows={5}
          maxRows={12}
          spellCheck={false}
          {...form.field('list')}
        />
        <div role="status" className="unless-empty">
          {progress && t('progress', progress)}
          {!progress && people.length > 0 && t('found', { count: people.length })}
        </div>
        {people.length > 0 && (
          <>
            <Read people={people} />
            <NativeSelect
              label={t('order')}
              description={t('order_hint')}
              data={NAME_ORDERS.map((value) => ({ value, label: t(`orders.${value}`) }))}
              value={form.values.order}
              onChange={(event) => form.set('order', event.currentTarget.value)}
            />
          </>
        )}
        {unknown.length > 0 && (
          <Notice tone="warning" title={t('unknown', { count: unknown.length })}>
            <ul className="plain anywhere">
              {unknown.slice(0, 20).map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          </Notice>
        )}
        <InvitedInto form={form} course={course} />
      </PrivateForm>
    </Dialog>
  );
}

/** How each line was read, before anybody is invited. */
function Read({ people }: { people: readonly PastedPerson[] }) {
  const t = useTranslations('users.invite');
  return (
    <section
      className={classes.read}
      aria-label={t('read')}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a region that scrolls is reached by keys
      tabIndex={0}
    >
      <table className="fine">
        <thead>
          <tr>
            <th scope="col">{t('last_name')}</th>
            <th scope="col">{t('first_name')}</th>
            <th scope="col">{t('contact')}</th>
          </tr>
        </thead>
        <tbody>
          {people.slice(0, AT_ONCE).map(({ text, last_name, first_name, email, phone }) => (
            <tr key={text} className="anywhere ruled">
              <td>{last_name ?? '—'}</td>
              <td>{first_name ?? '—'}</td>
              <td>{[email, phone].filter(Boolean).join(', ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** One after another, so that the last licence and the day's limit count as they do by hand. */
function useInviting(
  onProgress: (progress: { done: number; of: number } | null) => void,
  onOutcome: (outcome: Outcome) => void,
) {
  const t = useTranslations('users.invite');
  const errorText = useErrorText();
  const [keys] = useState(() => new Map<string, ReturnType<typeof idempotencyKeys>>());

  async function inviteOne(person: PastedPerson, values: Values, outcome: Outcome): Promise<void> {
    const { text: _text, ...fields } = person;
    const input = { body: { ...placesOf(values), ...fields } };
    const own = keys.get(person.text) ?? idempotencyKeys();
    keys.set(person.text, own);
    const answer = await call(inviteUser, { ...input, idempotencyKey: own.keyFor(input) });
    own.done();
    if (!person.email) return void outcome.need_sheet.push(answer.id);
    const held = heldInvitation(person.email, answer);
    if (held) outcome.held.push(held);
    else if (answer.invitation) outcome.invited += 1;
    else outcome.members += 1;
  }

  return async (values: Values): Promise<void> => {
    // What names nobody stays as well.
    const { people, unknown } = listed(values);
    const outcome: Outcome = {
      invited: 0,
      members: 0,
      held: [],
      need_sheet: [],
      left: unknown.map((text) => ({ person: { text }, reason: t('not_recognized') })),
    };
    let isLost = false;
    for (const [done, person] of people.entries()) {
      onProgress({ done, of: people.length });
      try {
        if (isLost) outcome.left.push({ person, reason: t('no_connection') });
        // oxlint-disable-next-line no-await-in-loop -- one after another
        else await inviteOne(person, values, outcome);
      } catch (error) {
        isLost = error instanceof ApiError && error.status === 0;
        const reason = isLost ? t('no_connection') : errorText(errorOf(error));
        outcome.left.push({ person, reason });
      }
    }
    onProgress(null);
    onOutcome(outcome);
  };
}

interface InvitedProps {
  outcome: Outcome;
  onClose: () => void;
  onRest: () => void;
}

const HELD = ['waiting', 'already_invited', 'stopped'] as const satisfies Held['outcome'][];

/** Those whose mails were held for the same reason, and until when. */
function HeldOnes({ kind, held }: { kind: Held['outcome']; held: Held[] }) {
  const t = useTranslations('users.invite');
  if (held.length === 0) return null;
  const last = held.map(({ next_at }) => next_at ?? '').reduce((one, other) => (one > other ? one : other));
  return (
    <li className="anywhere">
      {t(`${kind}_many`, { count: held.length, date: last && dateTimeText(last) })}{' '}
      {held.map(({ email }) => email).join(', ')}
    </li>
  );
}

/** What became of each. */
function Invited({ outcome, onClose, onRest }: InvitedProps) {
  const t = useTranslations();
  const { invited, members, held, need_sheet, left } = outcome;
  const sheets = usePrintSheets();
  return (
    <Dialog onClose={onClose} title={t('users.invite.many_done')}>
      <div className="stack gap-7">
        <ul className="plain stack gap-4">
          {invited > 0 && <li>{t('users.invite.sent_many', { count: invited })}</li>}
          {members > 0 && <li>{t('users.invite.members_many', { count: members })}</li>}
          {HELD.map((kind) => (
            <HeldOnes key={kind} kind={kind} held={held.filter((each) => each.outcome === kind)} />
          ))}
        </ul>
        {need_sheet.length > 0 && (
          <Notice
            tone="warning"
            title={t('users.invite.added_many', { count: need_sheet.length })}
            action={
              <Button size="sm" loading={sheets.busy} onClick={() => void sheets.print(need_sheet)}>
                {t('users.bulk.print', { count: need_sheet.length })}
              </Button>
            }
          >
            {t('users.bulk.need_sheet', { count: need_sheet.length })}
          </Notice>
        )}
        {left.length > 0 && (
          <Notice tone="bad" alert title={t('users.invite.left', { count: left.length })}>
            <ul className="plain stack gap-4">
              {left.map(({ person, reason }) => (
                <li key={person.text} className="anywhere">
                  <span className="strong">{person.text}</span> — {reason}
                </li>
              ))}
            </ul>
          </Notice>
        )}
        <div className="buttons fills">
          {left.length > 0 && (
            <Button variant="default" onClick={onRest}>
              {t('users.invite.correct')}
            </Button>
          )}
          <Button data-autofocus onClick={onClose}>
            {t('common.close')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
