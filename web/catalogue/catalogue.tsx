import '../ui/tokens.css';
import '../ui/layout/scale.css';
import '../ui/global.css';
import '../ui/layout/layout.css';
import { LANGUAGES } from '#contract/identity/accounts';
import { IconLock } from '@tabler/icons-react';
import { useState } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../ui/control/button/button.tsx';
import { CopyButton } from '../ui/control/button/copy-button.tsx';
import { NativeSelect } from '../ui/control/field/native-select.tsx';
import { Switch } from '../ui/control/choice/switch.tsx';
import { TextInput } from '../ui/control/field/text-input.tsx';
import { queryClient } from '../lib/api/use-data.ts';
import { apply, chooseScheme, useShownScheme } from '../lib/page/color-scheme.ts';
import { showSuccess, showWarning } from '../lib/page/toasts.ts';
import { loadMessages, LocaleProvider, setLanguage, useLanguage } from '../lib/words/locale.tsx';
import { Controls } from './controls.tsx';
import { answerHere } from './answers.ts';
import { Files } from './files.tsx';
import { Forms } from './forms.tsx';
import { Brand, Lists, Special } from './parts.tsx';
import { Sample } from './sample.tsx';
import { Tables } from './tables.tsx';
import { DayField, MomentField, TimeField } from '../ui/date/date-field.tsx';
import { ConfirmDialog } from '../ui/dialog/confirm-dialog.tsx';
import { ConflictDialog } from '../ui/dialog/conflict-dialog.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Drawer } from '../ui/dialog/drawer.tsx';
import { Popover } from '../ui/dialog/popover.tsx';
import { PageHeader } from '../ui/page/page-header.tsx';
import { Facts, Panel, Section } from '../ui/page/panel.tsx';
import { Setting, Settings } from '../ui/page/setting.tsx';
import { PersonLine } from '../ui/person/person-line.tsx';
import { PlainButton, PlainButtonLink, Spinner } from '../ui/plain/plain-button.tsx';
import { PlainField } from '../ui/plain/plain-field.tsx';
import { PageSkeleton } from '../ui/state/loaded.tsx';
import { Notice } from '../ui/state/notice.tsx';
import { ProgressLine } from '../ui/state/progress-line.tsx';
import { EmptyState, ErrorState, NoPermission, NotFound } from '../ui/state/states.tsx';
import { StatusBadge } from '../ui/state/status-badge.tsx';
import { Toasts } from '../ui/state/toasts.tsx';

/*
 * The parts of ui/ in their states, as the product draws them: /catalogue/ of `npm run dev`. No build takes it along. Its own
 * words are the names of parts, in code; what the parts say comes in the language that is chosen.
 */

const STEPS = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const SIZES = [
  '--osn-text-tiny',
  '--osn-text-xs',
  '--osn-text-sm',
  '--osn-text-md',
  '--osn-text-lg',
  '--osn-text-title',
  '--osn-text-xl',
  '--osn-text-figure',
  '--osn-text-display',
];
const TONES = ['neutral', 'good', 'active', 'warning', 'bad'] as const;
const PERSON = { id: 1, first_name: 'Марія', last_name: 'Коваль', photo: null };

function Catalogue() {
  return (
    <>
      <main style={{ maxWidth: 'var(--osn-page)', padding: '2rem', margin: '0 auto' }}>
        <PageHeader title="Catalogue" actions={<Choices />} />
        <div className="stack gap-7">
          <Scales />
          <Layout />
          <States />
          <Controls />
          <Lists />
          <Tables />
          <Brand />
          <Fields />
          <Forms />
          <Special />
          <Files />
          <Dialogs />
        </div>
      </main>
      <Toasts />
    </>
  );
}

function Choices() {
  const language = useLanguage();
  const scheme = useShownScheme();
  return (
    <div className="cluster gap-5">
      <Switch
        label="dark"
        checked={scheme === 'dark'}
        onChange={(event) => chooseScheme(event.currentTarget.checked ? 'dark' : 'light')}
      />
      <NativeSelect
        aria-label="language"
        data={[...LANGUAGES]}
        value={language}
        onChange={(event) => void setLanguage(event.currentTarget.value as typeof language)}
      />
    </div>
  );
}

function Scales() {
  return (
    <Panel title="layout/scale.css">
      <div className="stack gap-4">
        {STEPS.map((step) => (
          <div key={step} className="row gap-5">
            <code className="fine">--osn-space-{step}</code>
            <span
              style={{ width: `var(--osn-space-${step})`, height: '1rem', background: 'var(--osn-weft)' }}
            />
          </div>
        ))}
        {SIZES.map((size) => (
          <div key={size} style={{ fontSize: `var(${size})` }}>
            Aa Її Ää 0,5 <code className="fine">{size}</code>
          </div>
        ))}
      </div>
    </Panel>
  );
}

function Layout() {
  const boxes = ['1', '2', '3'].map((one) => (
    <div key={one} className="box" style={{ padding: '0.5rem 1rem' }}>
      {one}
    </div>
  ));
  return (
    <Panel title="layout/layout.css">
      <div className="stack gap-6">
        {['stack gap-4', 'row gap-4', 'cluster gap-4', 'cards', 'buttons'].map((names) => (
          <Sample key={names} name={names}>
            <div className={names}>{boxes}</div>
          </Sample>
        ))}
        <Sample name="plain, quiet, note, fine">
          <ul className="stack gap-2 plain">
            {['quiet', 'note', 'fine', 'dim', 'strong', 'accent', 'bad'].map((name) => (
              <li key={name} className={name}>
                {name}
              </li>
            ))}
          </ul>
        </Sample>
      </div>
    </Panel>
  );
}

function States() {
  const t = useTranslations('common');
  return (
    <Panel title="state, page, person">
      <div className="stack gap-6">
        <Sample name="StatusBadge">
          <div className="cluster gap-4">
            {TONES.map((tone) => (
              <StatusBadge key={tone} tone={tone}>
                {tone}
              </StatusBadge>
            ))}
          </div>
        </Sample>
        {(['neutral', 'good', 'warning', 'bad'] as const).map((tone) => (
          <Sample key={tone} name={`Notice ${tone}`}>
            <Notice tone={tone} title={t('save')} action={<Button variant="default">{t('edit')}</Button>}>
              {t('cancel')}
            </Notice>
          </Sample>
        ))}
        <Sample name="ProgressLine">
          <ProgressLine value={40} label="40" />
          <ProgressLine value={100} label="100" />
        </Sample>
        <Sample name="PersonLine, Facts">
          <PersonLine person={PERSON} />
          <Facts facts={[[t('edit'), t('save')]]} />
        </Sample>
        <Sample name="Setting">
          <Settings>
            <Setting
              icon={<IconLock size={20} aria-hidden />}
              title={t('edit')}
              text={t('save')}
              actions={<Button variant="default">{t('edit')}</Button>}
            />
          </Settings>
        </Sample>
        <Sample name="Section">
          <Section title="Section" actions={<Button variant="default">{t('edit')}</Button>}>
            {t('save')}
          </Section>
          <Section title="narrow" narrow>
            {t('save')}
          </Section>
        </Sample>
        <Sample name="EmptyState, ErrorState, NoPermission, NotFound, PageSkeleton">
          <EmptyState title={t('create')} text={t('edit')} action={<Button>{t('create')}</Button>} />
          <ErrorState onRetry={() => {}} />
          <NoPermission />
          <NotFound />
          <PageSkeleton />
        </Sample>
      </div>
    </Panel>
  );
}

function Fields() {
  const t = useTranslations('common');
  const [day, setDay] = useState('2026-11-23');
  const [moment, setMoment] = useState('');
  const [time, setTime] = useState('09:05');
  const [text, setText] = useState('');
  const typed = (event: { currentTarget: { value: string } }) => setText(event.currentTarget.value);
  return (
    <Panel title="form, date, plain" narrow>
      <div className="stack gap-6">
        <DayField label="DayField" value={day} onChange={setDay} />
        <MomentField label="MomentField" value={moment} onChange={setMoment} required withAsterisk />
        <TimeField label="TimeField" value={time} onChange={setTime} />
        <TextInput label="TextInput" value={text} onChange={typed} error={text === '' && t('create')} />
        <PlainField label="PlainField" value={text} onChange={typed} error={text === '' ? t('create') : ''} />
        <div className="buttons">
          <PlainButton quiet>{t('cancel')}</PlainButton>
          <PlainButton>{t('save')}</PlainButton>
          <PlainButton busy>{t('save')}</PlainButton>
          <PlainButtonLink to="/">PlainButtonLink</PlainButtonLink>
          <Spinner />
          <Button variant="default">{t('cancel')}</Button>
          <CopyButton text="CopyButton" label={t('copy.label')} />
          <Button>{t('save')}</Button>
          <Button loading>{t('save')}</Button>
          <Button disabled>{t('save')}</Button>
        </div>
      </div>
    </Panel>
  );
}

function Dialogs() {
  const t = useTranslations('common');
  const [shown, setShown] = useState<'dialog' | 'confirm' | 'conflict' | 'drawer' | null>(null);
  const [below, setBelow] = useState<HTMLElement | null>(null);
  const close = () => setShown(null);
  return (
    <Panel title="dialog, toasts">
      <div className="cluster gap-4">
        <Button onClick={() => setShown('dialog')}>Dialog</Button>
        <Button onClick={() => setShown('confirm')}>ConfirmDialog</Button>
        <Button onClick={() => setShown('conflict')}>ConflictDialog</Button>
        <Button onClick={() => setShown('drawer')}>Drawer</Button>
        <Button onClick={(event) => setBelow(event.currentTarget)}>Popover</Button>
        <Button onClick={() => showSuccess(t('save'), { label: t('cancel'), run: () => {} })}>
          showSuccess
        </Button>
        <Button onClick={() => showWarning(t('delete'))}>showWarning</Button>
      </div>
      {shown === 'dialog' && (
        <Dialog title="Dialog" onClose={close}>
          <div className="buttons fills">
            <Button onClick={close}>{t('close')}</Button>
          </div>
        </Dialog>
      )}
      {shown === 'conflict' && (
        <ConflictDialog
          title="ConflictDialog"
          text={t('edit')}
          loadLabel={t('close')}
          overwriteLabel={t('save')}
          onLoad={async () => close()}
          onOverwrite={close}
          onClose={close}
        />
      )}
      {shown === 'drawer' && (
        <Drawer position="right" title="Drawer" onClose={close}>
          {t('edit')}
        </Drawer>
      )}
      {below && (
        <Popover from={below} label="Popover" onClose={() => setBelow(null)}>
          {t('edit')}
        </Popover>
      )}
      <ConfirmDialog
        opened={shown === 'confirm'}
        title="ConfirmDialog"
        text={t('delete')}
        confirmLabel={t('delete')}
        danger
        onConfirm={close}
        onCancel={close}
      />
    </Panel>
  );
}

apply();
answerHere();
await loadMessages(['shell', 'refusals', 'staff_refusals', 'step', 'calendar', 'photo', 'files', 'editor']);
createRoot(document.querySelector('#root')!).render(
  <LocaleProvider>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: <Catalogue /> }])} />
    </QueryClientProvider>
  </LocaleProvider>,
);
