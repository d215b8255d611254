import { IconFolder, IconFolderOpen, IconFolderPlus, IconPencil, IconStack2 } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { useFormatter, useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { useMedia } from '../../../../ui/layout/use-media.ts';
import classes from './bank.module.css';
import type { PlacedFolder } from './folder-tree.ts';

interface Props {
  tree: readonly PlacedFolder[];
  /** null: all of them. */
  chosen: PlacedFolder | null;
  onChoose: (id: number | null) => void;
  onCreate: () => void;
  onEdit: (folder: PlacedFolder) => void;
}

/** The folders of the bank beside its list; a select on a phone. */
export function FolderList({ tree, chosen, onChoose, onCreate, onEdit }: Props) {
  const t = useTranslations('bank');
  const { number } = useFormatter();
  const wide = useMedia('(width >= 60em)');
  const all = tree.filter(({ depth }) => depth === 0).reduce((sum, { whole }) => sum + whole, 0);
  return (
    <div className="stack gap-5">
      {wide ? (
        <nav aria-label={t('folders')} className={classes.tree}>
          <ul className="plain">
            <li>
              <button
                type="button"
                className={`${classes.folder} row gap-4 lit`}
                aria-current={chosen === null || undefined}
                onClick={() => onChoose(null)}
              >
                <IconStack2 size={18} aria-hidden />
                <span className="anywhere">{t('all_folders')}</span>
                <span className="quiet at-end">{number(all)}</span>
              </button>
            </li>
            {tree.map((folder) => (
              <li key={folder.id} style={{ '--depth': folder.depth } as CSSProperties}>
                <button
                  type="button"
                  className={`${classes.folder} row gap-4 lit`}
                  aria-current={chosen?.id === folder.id || undefined}
                  onClick={() => onChoose(folder.id)}
                >
                  {chosen?.id === folder.id ? (
                    <IconFolderOpen size={18} aria-hidden />
                  ) : (
                    <IconFolder size={18} aria-hidden />
                  )}
                  <span className="anywhere">{folder.name}</span>
                  <span className="quiet at-end">{number(folder.whole)}</span>
                </button>
              </li>
            ))}
          </ul>
        </nav>
      ) : (
        <NativeSelect
          label={t('folders')}
          value={chosen ? String(chosen.id) : ''}
          data={[
            { value: '', label: `${t('all_folders')} (${number(all)})` },
            ...tree.map(({ id, path, whole }) => ({
              value: String(id),
              label: `${path} (${number(whole)})`,
            })),
          ]}
          onChange={(event) => onChoose(Number(event.currentTarget.value) || null)}
        />
      )}
      <div className="cluster gap-3">
        <Button
          variant="default"
          size="compact-md"
          leftSection={<IconFolderPlus size={18} aria-hidden />}
          onClick={onCreate}
        >
          {t('folder.create')}
        </Button>
        {chosen && (
          <Button
            variant="default"
            size="compact-md"
            leftSection={<IconPencil size={18} aria-hidden />}
            onClick={() => onEdit(chosen)}
          >
            {t('folder.edit')}
          </Button>
        )}
      </div>
    </div>
  );
}
