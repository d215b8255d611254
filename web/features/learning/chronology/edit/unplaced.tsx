import { useTranslations } from 'use-intl';
import { IconPlus } from '@tabler/icons-react';
import { Panel } from '../../../../ui/page/panel.tsx';
import { ToolButton } from '../../../../ui/page/tool-button.tsx';
import type { DraftItem } from './draft.ts';
import { ItemMark } from '../item-mark.tsx';
import classes from './unplaced.module.css';
import type { Editor } from './use-editor.ts';

/** What the program holds beside the timeline; it is dragged into a stage, or put at the end of the last one. */
export function Unplaced({ items, editor }: { items: readonly DraftItem[]; editor: Editor }) {
  const t = useTranslations('chronology');
  return (
    <aside className={classes.aside}>
      <Panel title={t('unplaced')}>
        <p className="note">{t(items.length > 0 ? 'unplaced_text' : 'all_placed')}</p>
        {items.length > 0 && (
          <ul className="stack gap-4 plain after-5">
            {items.map((item) => (
              <li key={item.key} className={classes.item} {...editor.drag(item)}>
                <ItemMark item={item} />
                <span className="named">{item.name}</span>
                <ToolButton
                  label={t('add', { name: item.name })}
                  onClick={() => editor.append(item, editor.stages.length - 1)}
                >
                  <IconPlus size={20} aria-hidden />
                </ToolButton>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </aside>
  );
}
