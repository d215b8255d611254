import { getAccessCode, setAccessCode } from '#contract/exams/conditions';
import type { ResponseOf } from '#contract/platform';
import { IconMaximize, IconMinimize, IconRefresh } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../../../lib/api/use-action.ts';
import { queryClient, useData } from '../../../../lib/api/use-data.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { timeText } from '../../../../lib/words/dates.ts';
import { Button } from '../../../../ui/control/button/button.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { EmptyState } from '../../../../ui/state/states.tsx';
import { resultsPath } from '../../../../lib/paths/result-paths.ts';
import classes from './code-screen.module.css';

type Shown = ResponseOf<typeof getAccessCode>;

interface Props {
  course_id: number;
  form_id: number;
}

/** The access code of a test, to be shown where it is taken. */
export function CodeScreen({ course_id, form_id }: Props) {
  const t = useTranslations('results.code');
  const params = { id: course_id, formId: form_id };
  const query = useData(getAccessCode, { params });
  return (
    <Loaded query={query}>
      {(shown) => (
        <>
          <PageHeader
            title={t('title')}
            description={shown.form_name}
            back={{ to: resultsPath(course_id, form_id), label: t('back') }}
          />
          <Code params={params} shown={shown} />
        </>
      )}
    </Loaded>
  );
}

function Code({ params, shown }: { params: { id: number; formId: number }; shown: Shown }) {
  const t = useTranslations('results.code');
  const [asked, setAsked] = useState<'own' | 'stop' | null>(null);
  const set = useAction(setAccessCode, {
    onDone: ({ code }) => {
      setAsked(null);
      void queryClient.invalidateQueries({ queryKey: [getAccessCode.path] });
      showSuccess(t(code === null ? 'stopped' : 'changed'));
    },
  });
  const draw = (
    <Button
      loading={set.busy && asked === null}
      variant={shown.code === null ? 'filled' : 'default'}
      leftSection={<IconRefresh size={18} aria-hidden />}
      onClick={() => void set.run({ params, body: {} })}
    >
      {t(shown.code === null ? 'draw' : 'draw_new')}
    </Button>
  );
  const own = (
    <Button variant="default" onClick={() => setAsked('own')}>
      {t('own')}
    </Button>
  );
  return (
    <>
      {shown.code === null ? (
        <EmptyState
          title={t('none')}
          text={t('none_text')}
          action={
            <div className="wraps gap-5">
              {draw}
              {own}
            </div>
          }
        />
      ) : (
        <div className="stack gap-6">
          <Hall form_name={shown.form_name} code={shown.code} />
          {shown.changed_at && (
            <p className="note flush">{t('since', { time: timeText(shown.changed_at) })}</p>
          )}
          <div className="wraps gap-5 fills">
            {draw}
            {own}
            <Button variant="subtle" color="brick" onClick={() => setAsked('stop')}>
              {t('stop')}
            </Button>
          </div>
        </div>
      )}
      {asked === 'own' && (
        <OwnCode
          params={params}
          onDone={() => {
            setAsked(null);
            void queryClient.invalidateQueries({ queryKey: [getAccessCode.path] });
            showSuccess(t('changed'));
          }}
          onClose={() => setAsked(null)}
        />
      )}
      <ConfirmDialog
        opened={asked === 'stop'}
        title={t('stop_title')}
        text={t('stop_text')}
        confirmLabel={t('stop')}
        danger
        busy={set.busy}
        onConfirm={() => void set.run({ params, body: { code: null } })}
        onCancel={() => setAsked(null)}
      />
    </>
  );
}

/** Digits are read aloud and typed by threes. */
const spaced = (code: string) => (/^\d{6}$/.test(code) ? `${code.slice(0, 3)} ${code.slice(3)}` : code);

/** What the room sees, as large as it gets. */
function Hall({ form_name, code }: { form_name: string; code: string }) {
  const t = useTranslations('results.code');
  const board = useRef<HTMLElement>(null);
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const look = () => setFull(document.fullscreenElement !== null);
    document.addEventListener('fullscreenchange', look);
    return () => document.removeEventListener('fullscreenchange', look);
  }, []);
  const turn = () =>
    void (isFull ? document.exitFullscreen() : board.current?.requestFullscreen())?.catch(() => {});
  const Icon = isFull ? IconMinimize : IconMaximize;
  return (
    <section className={classes.board} ref={board} aria-label={t('title')}>
      <p className={classes.name}>{form_name}</p>
      <p
        className={classes.code}
        style={{ '--letters': Math.max(spaced(code).length, 6) } as React.CSSProperties}
        aria-live="polite"
      >
        {spaced(code)}
      </p>
      <p className={classes.enter}>{t('enter')}</p>
      {document.fullscreenEnabled && (
        <Button variant="default" leftSection={<Icon size={18} aria-hidden />} onClick={turn}>
          {t(isFull ? 'leave_full' : 'full')}
        </Button>
      )}
    </section>
  );
}

function OwnCode({
  params,
  onDone,
  onClose,
}: {
  params: { id: number; formId: number };
  onDone: () => void;
  onClose: () => void;
}) {
  const t = useTranslations('results.code');
  const common = useTranslations('common');
  const form = useForm({ endpoint: setAccessCode, params, initial: { code: '' }, onDone });
  return (
    <Dialog title={t('own')} onClose={onClose}>
      <form onSubmit={form.submit} noValidate>
        <TextInput
          label={t('own_label')}
          description={t('own_hint')}
          autoComplete="off"
          spellCheck={false}
          data-autofocus
          {...form.field('code')}
        />
        <div className="buttons after-8 fills">
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
