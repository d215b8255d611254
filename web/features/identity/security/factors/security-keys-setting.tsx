import { deleteU2f } from '#contract/identity/factors';
import { IconKey, IconPencil, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { dateText } from '../../../../lib/words/dates.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Setting } from '../../../../ui/page/setting.tsx';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { ToolButton } from '../../../../ui/page/tool-button.tsx';
import { AddKeyDialog } from './add-key-dialog.tsx';
import { RenameKeyDialog } from './rename-key-dialog.tsx';
import classes from '../security.module.css';
import { useConfirmedAction } from '../use-confirmed-action.ts';
import type { SecurityKey } from '../security.ts';

interface Props {
  keys: readonly SecurityKey[];
  /** Set up: the first recovery codes, to be shown once, or null for who has some. */
  onCodes: (codes: readonly string[] | null) => void;
}

type Doing = { what: 'add' } | { what: 'rename' | 'remove'; key: SecurityKey };

/** Security keys, and devices that serve as one. */
export function SecurityKeysSetting({ keys, onCodes }: Props) {
  const t = useTranslations('security.keys');
  const [doing, setDoing] = useState<Doing | null>(null);
  const stop = () => setDoing(null);

  function finish(codes: readonly string[] | null): void {
    stop();
    showSuccess(t('added'));
    onCodes(codes);
  }

  return (
    <>
      <Setting
        icon={<IconKey size={22} stroke={1.7} aria-hidden />}
        title={t('title')}
        badge={
          <StatusBadge tone={keys.length > 0 ? 'good' : 'neutral'}>
            {t('count', { count: keys.length })}
          </StatusBadge>
        }
        text={t('text')}
        actions={
          <Button variant="default" onClick={() => setDoing({ what: 'add' })}>
            {t('add')}
          </Button>
        }
      >
        {keys.length > 0 && (
          <ul className={classes.list} aria-label={t('title')}>
            {keys.map((key) => (
              <KeyItem
                key={key.id}
                securityKey={key}
                onRename={() => setDoing({ what: 'rename', key })}
                onRemove={() => setDoing({ what: 'remove', key })}
              />
            ))}
          </ul>
        )}
      </Setting>
      {doing?.what === 'add' && <AddKeyDialog onDone={finish} onClose={stop} />}
      {doing?.what === 'rename' && <RenameKeyDialog securityKey={doing.key} onClose={stop} />}
      <RemoveKeyDialog securityKey={doing?.what === 'remove' ? doing.key : null} onClose={stop} />
    </>
  );
}

function KeyItem({
  securityKey: { name, created_at, last_used_at },
  onRename,
  onRemove,
}: {
  securityKey: SecurityKey;
  onRename: () => void;
  onRemove: () => void;
}) {
  const t = useTranslations('security.keys');
  return (
    <li className={classes.item}>
      <div className={classes.itemWords}>
        <div className="named">{name}</div>
        <div className="quiet">
          {t('since', { date: dateText(created_at) })}{' '}
          {last_used_at ? t('used', { date: dateText(last_used_at) }) : t('unused')}
        </div>
      </div>
      <div className="tools">
        <ToolButton label={t('rename', { name })} onClick={onRename}>
          <IconPencil size={19} aria-hidden />
        </ToolButton>
        <ToolButton label={t('remove', { name })} onClick={onRemove}>
          <IconTrash size={19} aria-hidden />
        </ToolButton>
      </div>
    </li>
  );
}

function RemoveKeyDialog({ securityKey, onClose }: { securityKey: SecurityKey | null; onClose: () => void }) {
  const t = useTranslations('security.keys');
  const remove = useConfirmedAction(deleteU2f, {
    onDone: () => {
      onClose();
      showSuccess(t('removed'));
    },
  });
  return (
    <ConfirmDialog
      opened={securityKey !== null}
      title={t('remove_title')}
      text={t('remove_text', { name: securityKey?.name ?? '' })}
      confirmLabel={t('remove_confirm')}
      danger
      busy={remove.busy}
      onConfirm={() => securityKey && void remove.run({ params: { id: securityKey.id } })}
      onCancel={onClose}
    />
  );
}
