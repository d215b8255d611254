import { getExtraTime, setExtraTime } from '#contract/exams/conditions';
import type { ResponseOf } from '#contract/platform';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { queryClient, useData } from '../../../../lib/api/use-data.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { Button } from '../../../../ui/control/button/button.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { Section } from '../../../../ui/page/panel.tsx';
import { Loaded } from '../../../../ui/state/loaded.tsx';

type ExtraTime = ResponseOf<typeof getExtraTime>;

/** What the person gets beyond the time of every test, for those who may give it. */
export function ExtraTime({ user_id }: { user_id: number }) {
  const t = useTranslations('users.extra_time');
  const query = useData(getExtraTime, { params: { id: user_id } });
  const [changing, setChanging] = useState(false);
  return (
    <Section title={t('title')}>
      <Loaded query={query}>
        {({ percent, minutes }) => (
          <div className="stack gap-4">
            <p className="flush strong">{t(wordsOf(percent, minutes), { percent, minutes })}</p>
            <p className="flush note">{t('text')}</p>
            <div>
              <Button variant="default" size="sm" onClick={() => setChanging(true)}>
                {t('change')}
              </Button>
            </div>
            {changing && (
              <ChangeDialog
                user_id={user_id}
                time={{ percent, minutes }}
                onClose={() => setChanging(false)}
              />
            )}
          </div>
        )}
      </Loaded>
    </Section>
  );
}

function ChangeDialog({ user_id, time, onClose }: { user_id: number; time: ExtraTime; onClose: () => void }) {
  const t = useTranslations('users.extra_time');
  const common = useTranslations('common');
  const form = useForm({
    endpoint: setExtraTime,
    params: { id: user_id },
    initial: { percent: String(time.percent), minutes: String(time.minutes) },
    body: ({ percent, minutes }) => ({ percent: numberOf(percent), minutes: numberOf(minutes) }),
    onDone: () => {
      void queryClient.invalidateQueries({ queryKey: [getExtraTime.path] });
      showSuccess(t('saved'));
      onClose();
    },
  });
  return (
    <Dialog title={t('title')} onClose={onClose}>
      <form onSubmit={form.submit} noValidate className="stack gap-6">
        <TextInput label={t('percent')} inputMode="numeric" data-autofocus {...form.field('percent')} />
        <TextInput label={t('minutes')} inputMode="numeric" {...form.field('minutes')} />
        <div className="buttons fills">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t('save')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

const wordsOf = (percent: number, minutes: number) =>
  percent + minutes === 0
    ? 'none'
    : minutes === 0
      ? 'gives_percent'
      : percent === 0
        ? 'gives_minutes'
        : 'gives_both';

/** An empty field is nothing; what is no number is refused by the contract. */
const numberOf = (text: string): number => (text.trim() === '' ? 0 : Number(text.trim().replace(',', '.')));
