import { getMailAllowance, requestMailLift } from '#contract/identity/companies';
import type { ResponseOf } from '#contract/platform';
import { IconPrinter } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { dateText, dateTimeText } from '../../../lib/words/dates.ts';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { Notice } from '../../../ui/state/notice.tsx';
import { Section } from '../../../ui/page/panel.tsx';
import classes from './mail-allowance.module.css';

type Allowance = ResponseOf<typeof getMailAllowance>;

/** How the company's invitations get on, as a part of its page. */
export function MailAllowancePanel() {
  const t = useTranslations('companies.mails');
  const query = useData(getMailAllowance, {});
  return (
    <Section title={t('title')}>
      <Loaded query={query}>
        {(allowance) =>
          allowance.waiting > 0 ? (
            <Waiting allowance={allowance} />
          ) : (
            <p className={classes.text}>
              {t('sent', { count: allowance.sent_today })} {t('none_waiting')} <Limit allowance={allowance} />
            </p>
          )
        }
      </Loaded>
    </Section>
  );
}

/** The same beside people, where invitations wait. */
export default function WaitingInvitations({ allowance }: { allowance: Allowance }) {
  return (
    <div className="after-7 before-7">
      <Waiting allowance={allowance} />
    </div>
  );
}

const MINUTE_MS = 60_000;
const SENDING_MS = 4000;

/** Asked for anew for as long as some wait: often while they go. */
function Waiting({ allowance }: { allowance: Allowance }) {
  const t = useTranslations('companies.mails');
  const { waiting, held, next_at, sent_today, lift_requested_at } = allowance;
  const [seen, setSeen] = useState(() => Date.now());
  useEffect(() => setSeen(Date.now()), [allowance]);
  const isSending = waiting > held && next_at !== null && Date.parse(next_at) < seen + MINUTE_MS;
  useData(getMailAllowance, { every: isSending ? SENDING_MS : MINUTE_MS });
  const lift = useAction(requestMailLift, { onDone: () => showSuccess(t('asked_done')) });
  return (
    <Notice
      tone={isSending && held === 0 ? 'neutral' : 'warning'}
      title={t(isSending && held === 0 ? 'sending' : 'waiting', { count: waiting })}
      action={
        <div className="wraps gap-4">
          {held > 0 && lift_requested_at === null && (
            <Button size="sm" loading={lift.busy} onClick={() => void lift.run({})}>
              {t('lift')}
            </Button>
          )}
          <Button
            component={Link}
            to="/user#sheets"
            variant="default"
            size="sm"
            leftSection={<IconPrinter size={18} aria-hidden />}
          >
            {t('print')}
          </Button>
        </div>
      }
    >
      {t('sent', { count: sent_today })} {next_at && !isSending && t('next', { date: dateTimeText(next_at) })}{' '}
      <Limit allowance={allowance} /> {t('sheets')}
      <span role="status">
        {held > 0 &&
          lift_requested_at !== null &&
          ` ${t('asked', { date: dateTimeText(lift_requested_at) })}`}
      </span>
    </Notice>
  );
}

function Limit({ allowance: { limit, limited_until, strangers_today, domain } }: { allowance: Allowance }) {
  const t = useTranslations('companies.mails');
  if (limit === null || limited_until === null) return null;
  return (
    <>
      {t('limit', { limit, date: dateText(limited_until), today: strangers_today })}{' '}
      {domain !== null && t('own_domain', { domain })}
    </>
  );
}
