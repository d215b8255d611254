import { getCourse } from '#contract/learning/courses';
import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { useData } from '../../../../lib/api/use-data.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { materialPath } from '../../../../lib/paths/material-paths.ts';
import type { Material } from '../material.ts';
import classes from './course-contents.module.css';

/** Where in the course a material stands: which of how many, how long it takes, and the way to any other one. */
export function CourseContents({ material }: { material: Material }) {
  const t = useTranslations('materials.viewer');
  const step = useTranslations('step');
  const [opened, setOpened] = useState(false);
  const { place, total, minutes, theme_color } = material;
  return (
    <details className={classes.contents} onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <span className="strong">{t('place', { place, total })}</span>
        {minutes !== null && <span>{step('minutes', { count: minutes })}</span>}
        <span className={classes.label}>{t('contents')}</span>
        <span className={classes.thread} aria-hidden>
          <span style={{ width: `${(100 * place) / total}%`, background: theme_color }} />
        </span>
      </summary>
      {opened && <List material={material} />}
    </details>
  );
}

function List({ material: { id, course_id } }: { material: Material }) {
  const t = useTranslations('materials');
  const query = useData(getCourse, { params: { id: course_id } });
  return (
    <Loaded query={query}>
      {({ education_materials }) => (
        <ol className={classes.list}>
          {education_materials.map((one) => (
            <li key={one.id} className={classes.row}>
              {one.locked || (one.form_id !== null && !one.form_published) ? (
                <span className="dim">{one.name}</span>
              ) : (
                <Link to={materialPath(course_id, one.id)} aria-current={one.id === id ? 'page' : undefined}>
                  {one.name}
                </Link>
              )}
              {one.done && <IconCheck size={18} aria-label={t('done')} role="img" />}
            </li>
          ))}
        </ol>
      )}
    </Loaded>
  );
}
