import type { NextStep } from '#contract/learning/courses';
import { listGroups, updateGroup } from '#contract/people/groups';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Logo, Mark } from '../ui/brand/logo.tsx';
import { EmptyLoom, LockedLoom, TornLoom } from '../ui/brand/loom.tsx';
import { ProviderMark } from '../ui/brand/provider-mark.tsx';
import { ThemeBand } from '../ui/brand/theme-band.tsx';
import { ThemeCard } from '../ui/brand/theme-card.tsx';
import { ThemeHead, ThemeMark } from '../ui/brand/theme-head.tsx';
import type { Series } from '../ui/chart/series.ts';
import { TimeChart } from '../ui/chart/time-chart.tsx';
import { Button } from '../ui/control/button/button.tsx';
import { SearchInput } from '../ui/control/field/search-input.tsx';
import { Menu } from '../ui/control/over/menu.tsx';
import { LinkTabs } from '../ui/control/tabs/link-tabs.tsx';
import { Tabs } from '../ui/control/tabs/tabs.tsx';
import { DueField, type DueRule, NOT_DUE } from '../ui/date/due-field.tsx';
import { FileDropZone } from '../ui/files/file-drop-zone.tsx';
import { FileIcon } from '../ui/files/file-icon.tsx';
import { Pages } from '../ui/list/pages.tsx';
import { RowMenu } from '../ui/list/row-menu.tsx';
import { ViewToggle } from '../ui/list/view-toggle.tsx';
import { CardName, LinkCard } from '../ui/page/link-card.tsx';
import AssignDialog from '../ui/form/assign-dialog.tsx';
import { AssignedList } from '../ui/page/assigned-list.tsx';
import { LinkList } from '../ui/page/link-list.tsx';
import { Panel } from '../ui/page/panel.tsx';
import { PlacesByUrl, TabsByUrl } from '../ui/page/tabs-by-url.tsx';
import { ToolButton } from '../ui/page/tool-button.tsx';
import { PersonMark } from '../ui/person/person-mark.tsx';
import { PasswordField } from '../ui/plain/password-field.tsx';
import { PlainCheckbox } from '../ui/plain/plain-checkbox.tsx';
import { MathText } from '../ui/rich-text/math-text.tsx';
import { RichText } from '../ui/rich-text/rich-text.tsx';
import { ClosedState } from '../ui/state/closed-state.tsx';
import { DueBadge } from '../ui/step/due-badge.tsx';
import { DueCell } from '../ui/step/due-cell.tsx';
import { NextStepCard } from '../ui/step/next-step.tsx';
import { PackageBadge } from '../ui/step/package-badge.tsx';
import { TestBadge } from '../ui/step/test-badge.tsx';
import { LongText } from '../ui/table/long-text.tsx';
import { TwoLines } from '../ui/table/two-lines.tsx';
import { Sample } from './sample.tsx';

const THEMES = ['#1f5fa8', '#125b59', '#f0b35a'];
const STATES = ['assigned', 'in_progress', 'in_review', 'passed', 'failed', 'reopened', 'canceled'] as const;
const STANDINGS = ['not_begun', 'incomplete', 'completed', 'failed'] as const;
const GROUPS = ['video', 'audio', 'image', 'text'] as const;
const PLACES = [
  ['first', 'three', 'four'],
  ['second', 'five'],
] as const;
const NAMES = [
  ['Марія', 'Коваль'],
  ['Jörg', 'Überall'],
  ['Ann', 'Ng'],
] as const;
const LONG = 'Long text of more than thirty letters, which shows whole to whoever points at it';
const STEP: Omit<NextStep, 'kind'> = {
  material: { id: 1, name: 'name', type: 'exam', form_id: 1 },
  minutes: 30,
  attempts_left: 2,
  opens_at: null,
  closes_at: null,
  begun: false,
};
const SERIES: readonly Series[] = [
  { key: 'good', label: 'good', shape: 'bar', part_of: 'all', tone: 'good', scale: 'count', format: String },
  { key: 'bad', label: 'bad', shape: 'bar', part_of: 'all', tone: 'bad', scale: 'count', format: String },
  { key: 'share', label: 'share', shape: 'line', tone: 'accent', scale: 'share', format: String },
];
const POINTS = [3, 8, 5, 0, 9, 4].map((good, place) => ({
  key: String(place),
  tick: String(place + 1),
  title: String(place + 1),
  values: { good, bad: 9 - good, share: good === 0 ? null : good * 10 },
}));

/** The colours of courses, marks and figures. */
export function Brand() {
  return (
    <Panel title="brand, chart">
      <div className="stack gap-6">
        <Sample name="Logo, Mark, ProviderMark">
          <div className="cluster gap-5">
            <Logo />
            <Mark size={48} />
            <ProviderMark backend="google" />
            <ProviderMark backend="facebook" />
          </div>
        </Sample>
        <Sample name="EmptyLoom, TornLoom, LockedLoom">
          <div className="cluster gap-5">
            <EmptyLoom />
            <TornLoom />
            <LockedLoom />
          </div>
        </Sample>
        <Sample name="ThemeBand">
          {THEMES.map((color) => (
            <ThemeBand key={color} color={color} photo={null} />
          ))}
        </Sample>
        <Sample name="ThemeHead, ThemeMark">
          <ThemeHead
            color={THEMES[0]!}
            photo={null}
            title="ThemeHead"
            description={LONG}
            back={{ to: '/', label: 'back' }}
            marks={
              <>
                <ThemeMark>ThemeMark</ThemeMark>
                <ThemeMark filled>filled</ThemeMark>
              </>
            }
            actions={<Button variant="default">action</Button>}
          />
        </Sample>
        <Sample name="ThemeCard">
          <ul className="plain cards">
            {THEMES.map((color) => (
              <ThemeCard
                key={color}
                to="/"
                color={color}
                photo={null}
                name={color}
                description={LONG}
                tags={['one', 'two', 'three', 'four', 'five']}
                tagsLabel="tags"
                facts={['fact']}
                foot="foot"
              />
            ))}
          </ul>
        </Sample>
        <Sample name="TimeChart">
          <TimeChart label="TimeChart" unit="unit" points={POINTS} series={SERIES} />
        </Sample>
      </div>
    </Panel>
  );
}

/** What lists are made of, and what stands in their rows. */
export function Lists() {
  const t = useTranslations('common');
  const [page, setPage] = useState(4);
  const [tab, setTab] = useState('one');
  const [search, setSearch] = useState('word');
  return (
    <Panel title="list, page, table, step">
      <div className="stack gap-6">
        <Sample name="SearchInput, ViewToggle, RowMenu, ToolButton">
          <div className="cluster gap-4">
            <SearchInput label={t('edit')} value={search} onChange={setSearch} />
            <ViewToggle />
            <RowMenu name="RowMenu">
              <Menu.Item>{t('edit')}</Menu.Item>
            </RowMenu>
            {[{}, { inRow: true }, { pressed: true }, { busy: true }, { disabled: true }].map((state) => (
              <ToolButton key={Object.keys(state).join('')} label={t('edit')} onClick={() => {}} {...state}>
                <IconPencil size={20} aria-hidden />
              </ToolButton>
            ))}
          </div>
        </Sample>
        <Sample name="Pages">
          <Pages page={page} total={9} count={88} onChange={setPage} />
          <Pages page={1} total={1} count={3} onChange={setPage} />
        </Sample>
        <Sample name="LinkTabs, Tabs">
          <LinkTabs
            label="LinkTabs"
            tabs={['one', 'two'].map((key, count) => ({ key, to: `#${key}`, label: key, count }))}
            current="one"
          />
          <Tabs value={tab} onChange={setTab}>
            <Tabs.List aria-label="Tabs">
              <Tabs.Tab value="one">one</Tabs.Tab>
              <Tabs.Tab value="two">two</Tabs.Tab>
            </Tabs.List>
            <Tabs.Panel value={tab}>{tab}</Tabs.Panel>
          </Tabs>
        </Sample>
        <Sample name="LinkList">
          <LinkList items={[{ id: 1, name: 'name', description: LONG, to: '/' }]} empty="" />
          <LinkList items={[]} empty={t('list.nothing_found')} />
        </Sample>
        <Sample name="AssignedList, AssignDialog">
          <AssignedList
            items={[{ id: 1, name: 'name', to: '/' }]}
            empty={t('list.nothing_found')}
            emptyText={LONG}
            label="AssignDialog"
            assign={(onClose) => (
              <AssignDialog
                title="AssignDialog"
                label="AssignDialog"
                description={LONG}
                to={{ object_model: 'group', object_id: 1, name: 'name' }}
                endpoint={updateGroup}
                field="course_ids"
                list={listGroups}
                assigned={[]}
                dueHint={LONG}
                onClose={onClose}
              />
            )}
          />
        </Sample>
        <Sample name="LinkCard, CardName">
          <ul className="plain cards">
            {['one', 'two'].map((name) => (
              <LinkCard key={name} className="stack gap-3">
                <CardName to="/">{name}</CardName>
                {LONG}
              </LinkCard>
            ))}
          </ul>
        </Sample>
        <Sample name="TabsByUrl">
          <TabsByUrl
            label="TabsByUrl"
            tabs={['one', 'two'].map((hash, count) => ({ hash, label: hash, count, content: hash }))}
          />
        </Sample>
        <Sample name="PlacesByUrl">
          <PlacesByUrl
            label="PlacesByUrl"
            places={PLACES.map(([label, ...tabs]) => ({
              label,
              tabs: tabs.map((hash, count) => ({ hash, label: hash, count, content: hash })),
            }))}
          />
        </Sample>
        <Sample name="NextStepCard">
          {(['go', 'running', 'in_review', 'exhausted'] as const).map((kind) => (
            <NextStepCard key={kind} course_id={1} step={{ ...STEP, kind }} color={THEMES[1]} />
          ))}
        </Sample>
        <Sample name="TestBadge, PackageBadge, DueBadge, DueCell">
          <div className="cluster gap-4">
            {STATES.map((state) => (
              <TestBadge key={state} state={state} />
            ))}
            {STANDINGS.map((standing) => (
              <PackageBadge key={standing} standing={standing} />
            ))}
            <DueBadge due={{ due_at: '2030-01-01T00:00:00Z', overdue: false }} />
            <DueBadge due={{ due_at: '2026-01-01T00:00:00Z', overdue: true }} />
            <DueBadge due={{ due_at: '2026-01-01T00:00:00Z', overdue: false, finished_late_days: 3 }} />
            <DueCell
              due={{
                due_at: '2026-01-01T00:00:00Z',
                overdue: false,
                finished_at: '2026-01-04T00:00:00Z',
                finished_late_days: 3,
              }}
            />
          </div>
        </Sample>
        <Sample name="LongText, TwoLines, MathText, RichText, PersonMark, FileIcon">
          <LongText>{LONG}</LongText>
          <TwoLines note="note">TwoLines</TwoLines>
          <span>
            <MathText>{'$\\frac{1}{2} + x^2$'}</MathText>
          </span>
          <RichText html={`<p>${LONG}, <strong>strong</strong>.</p>`} />
          <div className="cluster gap-4">
            {NAMES.map(([first_name, last_name], id) => (
              <PersonMark key={last_name} person={{ id, first_name, last_name, photo: null }} />
            ))}
            {GROUPS.map((group) => (
              <FileIcon key={group} group={group} />
            ))}
          </div>
        </Sample>
      </div>
    </Panel>
  );
}

/** Fields with a rule of their own, and what closes a screen. */
export function Special() {
  const t = useTranslations('common');
  const [due, setDue] = useState<DueRule>({ ...NOT_DUE, due_after_days: 14 });
  const [password, setPassword] = useState('Secret');
  const [on, setOn] = useState(false);
  return (
    <Panel title="files, due, password, closed" narrow>
      <div className="stack gap-6">
        <DueField value={due} onChange={setDue} />
        <PasswordField
          label="PasswordField"
          name="password"
          value={password}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        <PlainCheckbox
          label="PlainCheckbox"
          name="on"
          checked={on}
          onChange={(event) => setOn(event.currentTarget.checked)}
          error={on ? undefined : t('create')}
        />
        <FileDropZone label="FileDropZone" hint="hint" onFiles={() => {}} />
        <Sample name="ClosedState">
          <ClosedState title="ClosedState" texts={[LONG]} action={<Button>{t('close')}</Button>} />
        </Sample>
      </div>
    </Panel>
  );
}
