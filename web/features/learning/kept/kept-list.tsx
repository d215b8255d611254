import { IconTrash } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { ToolButton } from '../../../ui/page/tool-button.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import { useBytes } from '../../../lib/files/bytes.ts';
import { showSuccess } from '../../../lib/page/toasts.ts';
import { bytesOf, dropMaterials, MOST_BYTES, useKeptMaterials } from '../../../lib/reading/kept-materials.ts';
import classes from './kept.module.css';
import { materialPath } from '../../../lib/paths/material-paths.ts';

/** What can be read without a connection, and what room it takes. */
export default function KeptList({ plain = false }: { plain?: boolean }) {
  const t = useTranslations('kept');
  const bytes = useBytes();
  const kept = useKeptMaterials();
  const drop = (ids: number[]) => void dropMaterials(ids).then(() => showSuccess(t('dropped')));
  if (kept.length === 0) return plain ? null : <EmptyState title={t('nothing')} text={t('nothing_text')} />;
  return (
    <section className={classes.list} aria-label={t('here')}>
      <div className="cluster spreads gap-4">
        <p className="flush dim">
          {plain ? t('here') : t('room', { used: bytes(bytesOf(kept)), most: bytes(MOST_BYTES) })}
        </p>
        {!plain && (
          <Button
            variant="subtle"
            leftSection={<IconTrash size={18} aria-hidden />}
            onClick={() => drop(kept.map(({ id }) => id))}
          >
            {t('drop_all')}
          </Button>
        )}
      </div>
      <ul className="stack plain">
        {kept.map(({ id, course_id, course_name, name, size, chosen }) => (
          <li key={id} className={`${classes.row} row gap-4`}>
            <span className={classes.about}>
              <Link to={materialPath(course_id, id)} className="strong unlinked lit-line">
                {name}
              </Link>
              <span className="note">
                {[course_name, bytes(size), t(chosen ? 'chosen' : 'opened')].join(' · ')}
              </span>
            </span>
            {!plain && (
              <ToolButton label={`${t('drop')}: ${name}`} onClick={() => drop([id])}>
                <IconTrash size={20} aria-hidden />
              </ToolButton>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
