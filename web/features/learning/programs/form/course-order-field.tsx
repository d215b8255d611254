import { listCourses } from '#contract/learning/courses';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Select } from '../../../../ui/control/search/select.tsx';
import { NoChoices } from '../../../../ui/form/no-choices.tsx';
import { useData } from '../../../../lib/api/use-data.ts';
import { moved } from '../../../../ui/drag/moved.ts';
import { ToolButton } from '../../../../ui/page/tool-button.tsx';
import classes from './course-order-field.module.css';
import { useRested } from '../../../../lib/form/use-rested.ts';

interface Named {
  id: number;
  name: string;
}

interface Props {
  /** Courses chosen already, whose names the search may not find. */
  known: readonly Named[];
  /** Ids in their order. */
  value: number[];
  onChange: (ids: number[]) => void;
  error: string | undefined;
}

/** Chooses courses and puts them in order, by dragging or by the arrows of a row; each change is announced. */
export function CourseOrderField({ known, value, onChange, error }: Props) {
  const t = useTranslations('programs.form');
  const [names, setNames] = useState(() => new Map(known.map(({ id, name }) => [id, name])));
  const [dragged, setDragged] = useState<number | null>(null);
  const [said, setSaid] = useState('');
  const nameOf = (id: number) => names.get(id) ?? `№ ${id}`;

  function add({ id, name }: Named): void {
    setNames(new Map(names).set(id, name));
    onChange([...value, id]);
    setSaid(t('course_added', { name, place: value.length + 1, total: value.length + 1 }));
  }

  function move(from: number, to: number): void {
    if (to < 0 || to >= value.length || from === to) return;
    onChange(moved(value, from, to));
    setSaid(t('moved', { name: nameOf(value[from]!), place: to + 1, total: value.length }));
  }

  function remove(id: number): void {
    onChange(value.filter((one) => one !== id));
    setSaid(t('course_removed', { name: nameOf(id) }));
  }

  return (
    <div>
      <AddCourse chosen={value} error={error} onAdd={add} />
      {value.length === 0 ? (
        <p className="note after-5">{t('no_courses')}</p>
      ) : (
        <ol className="stack gap-4 plain after-5" aria-label={t('order')}>
          {value.map((id, index) => (
            // Dragging is one way; the arrows of the row do the same.
            // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
            <li
              key={id}
              className={`${classes.row} picks held`}
              data-chosen={dragged === index || undefined}
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                move(dragged, index);
                setDragged(index);
              }}
            >
              <span
                className="grip by-mouse"
                draggable
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move';
                  event.dataTransfer.setData('text/plain', nameOf(id));
                  setDragged(index);
                }}
                onDragEnd={() => setDragged(null)}
              >
                <IconGripVertical size={20} aria-hidden />
              </span>
              <span className={classes.place} aria-hidden>
                {index + 1}
              </span>
              <span className="named">{nameOf(id)}</span>
              <RowTools
                name={nameOf(id)}
                first={index === 0}
                last={index === value.length - 1}
                onMove={(step) => move(index, index + step)}
                onRemove={() => remove(id)}
              />
            </li>
          ))}
        </ol>
      )}
      <p className="unseen" aria-live="polite">
        {said}
      </p>
    </div>
  );
}

interface RowToolsProps {
  name: string;
  first: boolean;
  last: boolean;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

function RowTools({ name, first, last, onMove, onRemove }: RowToolsProps) {
  const t = useTranslations('programs.form');
  return (
    <span className={`${classes.tools} beside`}>
      <ToolButton label={t('up', { name })} disabled={first} onClick={() => onMove(-1)}>
        <IconArrowUp size={20} aria-hidden />
      </ToolButton>
      <ToolButton label={t('down', { name })} disabled={last} onClick={() => onMove(1)}>
        <IconArrowDown size={20} aria-hidden />
      </ToolButton>
      <ToolButton label={t('remove', { name })} onClick={onRemove}>
        <IconX size={20} aria-hidden />
      </ToolButton>
    </span>
  );
}

interface AddCourseProps {
  chosen: readonly number[];
  error: string | undefined;
  onAdd: (course: Named) => void;
}

/** Searches on the server; what was chosen goes into the list below and the field is ready for the next. */
function AddCourse({ chosen, error, onAdd }: AddCourseProps) {
  const t = useTranslations();
  const [opened, setOpened] = useState(false);
  const [typed, setTyped] = useState('');
  const search = useRested(typed.trim(), 250);
  const found = useData(listCourses, { query: { page_size: 50, search }, keep: true, enabled: opened });
  const rows = (found.data?.results ?? []).filter((course) => !chosen.includes(course.id));
  const nothing = t(
    search === '' && chosen.length === 0 ? 'common.list.none_yet' : 'common.list.nothing_found',
  );
  return (
    <Select
      label={t('programs.form.add_course')}
      description={t('programs.form.add_course_hint')}
      error={error}
      searchValue={typed}
      onSearchChange={setTyped}
      onDropdownOpen={() => setOpened(true)}
      data={rows.map((course) => ({ value: String(course.id), label: course.name }))}
      value={null}
      onChange={(next) => {
        const course = rows.find((one) => String(one.id) === next);
        if (course) onAdd(course);
        setTyped('');
      }}
      nothingFoundMessage={<NoChoices query={found} none={nothing} isBelowField />}
    />
  );
}
