import { DIRECTORY_TOKENS, getDirectory, revokeDirectoryToken } from '#contract/people/directories';
import type { ResponseOf } from '#contract/platform';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import type { call } from '../../../lib/api/api.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { useMay } from '../../../lib/session/session.ts';
import { dateText, dateTimeText } from '../../../lib/words/dates.ts';
import { personName } from '../../../lib/words/person-name.ts';
import { Button } from '../../../ui/control/button/button.tsx';
import { CopyButton } from '../../../ui/control/button/copy-button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/confirm-dialog.tsx';
import { Section } from '../../../ui/page/panel.tsx';
import { Setting, Settings } from '../../../ui/page/setting.tsx';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { Skeleton } from '../../../ui/state/skeleton.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { StatusBadge } from '../../../ui/state/status-badge.tsx';
import { DirectoryRefusals } from './directory-refusals.tsx';
import { TokenDialog } from './token-dialog.tsx';

type Directory = ResponseOf<typeof getDirectory>;
type Token = Directory['tokens'][number];

interface Props {
  /** Sends a call with the password asked for, and tells a person who declined from a failure. */
  send: typeof call;
  isDeclined: (error: unknown) => boolean;
}

/** What keeps the company's people up to date by SCIM: where it comes in, by which tokens, and what it was refused. */
export default function DirectorySection(props: Props) {
  const t = useTranslations('directories');
  const query = useData(getDirectory, {});
  return (
    <Section narrow title={t('title')}>
      <p className="lead">{t('lead')}</p>
      <Loaded query={query} skeleton={<Skeleton height={160} />}>
        {(directory) => <Inside directory={directory} {...props} />}
      </Loaded>
    </Section>
  );
}

function Inside({ directory, ...props }: Props & { directory: Directory }) {
  const t = useTranslations('directories');
  const isOwner = useMay()('ownCompany');
  const [making, setMaking] = useState(false);
  const [revoking, setRevoking] = useState<Token | null>(null);
  const { address, people, groups, tokens, refusals } = directory;
  const make = isOwner && (
    <Button variant="default" disabled={tokens.length >= DIRECTORY_TOKENS} onClick={() => setMaking(true)}>
      {t('make')}
    </Button>
  );
  return (
    <div className="stack gap-8">
      <div className="stack gap-3">
        <p className="label flush">{t('address')}</p>
        <div className="cluster gap-5">
          <code className="anywhere">{address}</code>
          <CopyButton text={address} label={t('copy_address')} />
        </div>
        {people + groups > 0 && <p className="note">{t('kept', { people, groups })}</p>}
      </div>
      {tokens.length > 0 ? (
        <>
          <Settings>
            {tokens.map((token) => (
              <TokenItem key={token.id} token={token} {...(isOwner && { onRevoke: setRevoking })} />
            ))}
          </Settings>
          <div className="stack gap-4">
            {make && <div>{make}</div>}
            {isOwner && tokens.length >= DIRECTORY_TOKENS && (
              <p className="note">{t('most', { count: DIRECTORY_TOKENS })}</p>
            )}
          </div>
        </>
      ) : (
        <EmptyState
          title={t('empty')}
          text={t(isOwner ? 'empty_text' : 'by_owner')}
          action={make || undefined}
        />
      )}
      {refusals.length > 0 && <DirectoryRefusals refusals={refusals} several={tokens.length > 1} />}
      {making && <TokenDialog {...props} onClose={() => setMaking(false)} />}
      {revoking && <Revoking token={revoking} onClose={() => setRevoking(null)} />}
    </div>
  );
}

function TokenItem({ token, onRevoke }: { token: Token; onRevoke?: (token: Token) => void }) {
  const t = useTranslations('directories');
  const { name, prefix, created_by, created_at, last_used_at, works } = token;
  return (
    <Setting
      icon={<IconKey size={22} stroke={1.7} aria-hidden />}
      title={name}
      badge={!works && <StatusBadge tone="warning">{t('dead')}</StatusBadge>}
      text={
        <>
          <code>{prefix}…</code>
          {' · '}
          {t('made_by', { date: dateText(created_at), name: personName(created_by) })}
          {' · '}
          {last_used_at ? t('used', { time: dateTimeText(last_used_at) }) : t('unused')}
          {!works && <> · {t('dead_text')}</>}
        </>
      }
      actions={
        onRevoke && (
          <Button variant="default" aria-label={t('revoke.named', { name })} onClick={() => onRevoke(token)}>
            {t('revoke.action')}
          </Button>
        )
      }
    />
  );
}

function Revoking({ token, onClose }: { token: Token; onClose: () => void }) {
  const t = useTranslations('directories.revoke');
  const revoke = useAction(revokeDirectoryToken, {
    onDone: () => {
      showSuccess(t('done'));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      opened
      title={t('title', { name: token.name })}
      text={t('text')}
      confirmLabel={t('action')}
      danger
      busy={revoke.busy}
      onConfirm={() => void revoke.run({ params: { id: token.id } })}
      onCancel={onClose}
    />
  );
}
