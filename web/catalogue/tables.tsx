import type { ResponseOf } from '#contract/platform';
import { listCourses } from '#contract/learning/courses';
import { getGroup, listGroups } from '#contract/people/groups';
import { useTranslations } from 'use-intl';
import { useData } from '../lib/api/use-data.ts';
import { useListState } from '../lib/form/list-state.ts';
import { dateText } from '../lib/words/dates.ts';
import { Button } from '../ui/control/button/button.tsx';
import { Menu } from '../ui/control/over/menu.tsx';
import { FilterDay } from '../ui/filter/filter-day.tsx';
import { FilterSelect } from '../ui/filter/filter-select.tsx';
import { FilterThing } from '../ui/filter/filter-thing.tsx';
import { FilterWord } from '../ui/filter/filter-word.tsx';
import { ListBar } from '../ui/list/list-bar.tsx';
import { RowMenu } from '../ui/list/row-menu.tsx';
import { useSelection } from '../ui/list/selection.ts';
import { SelectionBar } from '../ui/list/selection-bar.tsx';
import { Panel } from '../ui/page/panel.tsx';
import { EmptyState } from '../ui/state/states.tsx';
import { type Column, DataTable } from '../ui/table/data-table.tsx';
import { Sample } from './sample.tsx';

type Row = ResponseOf<typeof listGroups>['results'][number];

/** Each of its own kind: one of few, of many, a word, a day. */
const FILTERS = ['user', 'course', 'program', 'day'];
const COLUMNS: readonly Column<Row>[] = [
  { key: 'name', label: 'primary', sort: 'name', primary: true, render: ({ name }) => name },
  { key: 'students', label: 'numeric', numeric: true, render: ({ students }) => students },
  { key: 'courses', label: 'numeric', over: 'over', numeric: true, render: ({ courses }) => courses },
  {
    key: 'created',
    label: 'minor',
    hint: 'hint',
    minor: true,
    sort: 'created_at',
    render: ({ created_at }) => dateText(created_at),
  },
];

/** A list with what narrows it and what is done about its rows; its address is the catalogue's own. */
export function Tables() {
  return (
    <Panel title="table, filter">
      <div className="stack gap-6">
        <Sample name="ListBar, FilterSelect, FilterThing, FilterWord, FilterDay, DataTable, SelectionBar">
          <Groups />
        </Sample>
      </div>
    </Panel>
  );
}

function Groups() {
  const t = useTranslations('common');
  const list = useListState(listGroups);
  const groups = useData(listGroups, { query: list.query, keep: true });
  const selection = useSelection<Row>(list.search);
  return (
    <div className="stack gap-5">
      <ListBar list={list} query={groups} names={FILTERS}>
        <FilterSelect
          name="user"
          label="FilterSelect"
          any="any"
          choices={['1', '2'].map((value) => ({ value, label: value }))}
        />
        <FilterThing
          name="course"
          label="FilterThing"
          placeholder="any"
          endpoint={listGroups}
          one={getGroup}
        />
        <FilterWord name="program" label="FilterWord" placeholder="any" endpoint={listCourses} />
        <FilterDay name="day" label="FilterDay" />
      </ListBar>
      <DataTable
        label="DataTable"
        query={groups}
        list={list}
        empty={<EmptyState title={t('list.nothing_found')} />}
        columns={COLUMNS}
        rowKey={({ id }) => id}
        rowHref={() => '/'}
        choice={{ selection, nameOf: ({ name }) => name }}
        rowMenu={({ name }) => (
          <RowMenu name={name}>
            <Menu.Item>{t('edit')}</Menu.Item>
          </RowMenu>
        )}
      />
      {selection.rows.size > 0 && (
        <SelectionBar
          label="SelectionBar"
          count={String(selection.rows.size)}
          clear={t('close')}
          onClear={selection.clear}
        >
          <Button variant="default">{t('edit')}</Button>
        </SelectionBar>
      )}
    </div>
  );
}
