import { transferSpace } from '#contract/service/erasure';
import { listUsers } from '#contract/people/users';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../ui/control/field/native-select.tsx';
import { useProfile } from '../../../lib/session/session.ts';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { Loaded } from '../../../ui/state/loaded.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { type Confirmed, useConfirmedOptions } from './confirmed.ts';
import { Dialog } from '../../../ui/dialog/dialog.tsx';

interface Props {
  company: number;
  confirmed: Confirmed;
  onClose: () => void;
  onSwitched: (access: string) => void;
}

/** Gives the company to one of its admins. */
export function TransferDialog({ company, confirmed, onClose, onSwitched }: Props) {
  const t = useTranslations();
  const own = useProfile().id;
  const admins = useData(listUsers, { query: { user_type: 'admin', page_size: 100 } });
  const [chosen, setChosen] = useState('');
  const transfer = useAction(transferSpace, {
    ...useConfirmedOptions(confirmed),
    onDone: ({ access }) => {
      showSuccess(t('privacy.transfer.done'));
      onClose();
      onSwitched(access);
    },
  });
  return (
    <Dialog onClose={onClose} title={t('privacy.transfer.title')}>
      <Loaded query={admins}>
        {({ results }) => {
          const able = results.filter(({ id, activated, blocked }) => id !== own && activated && !blocked);
          if (able.length === 0)
            return (
              <EmptyState title={t('privacy.transfer.none_title')} text={t('privacy.transfer.none_text')} />
            );
          return (
            <>
              <div className="stack gap-5 before-7 paragraphs">
                <p>{t('privacy.transfer.text')}</p>
              </div>
              <NativeSelect
                data-autofocus
                label={t('privacy.transfer.to')}
                value={chosen}
                onChange={(event) => setChosen(event.currentTarget.value)}
                data={[
                  { value: '', label: t('privacy.transfer.choose'), disabled: true },
                  ...able.map(({ id, first_name, last_name, email }) => ({
                    value: String(id),
                    label: [`${last_name} ${first_name}`.trim(), email].filter(Boolean).join(' · '),
                  })),
                ]}
              />
              <div className="buttons after-8 shares">
                <Button variant="default" onClick={onClose}>
                  {t('common.cancel')}
                </Button>
                <Button
                  color="brick"
                  disabled={chosen === ''}
                  loading={transfer.busy}
                  onClick={() =>
                    void transfer.run({
                      params: { id: company },
                      body: { user_id: Number(chosen) },
                      quiet: true,
                    })
                  }
                >
                  {t('privacy.transfer.submit')}
                </Button>
              </div>
            </>
          );
        }}
      </Loaded>
    </Dialog>
  );
}
