import { IconAdjustmentsHorizontal, IconGripVertical } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Menu } from '../../../../ui/control/over/menu.tsx';
import { dateTimeText } from '../../../../lib/words/dates.ts';
import { StatusBadge } from '../../../../ui/state/status-badge.tsx';
import { RowMenu } from '../../../../ui/list/row-menu.tsx';
import { ToolButton } from '../../../../ui/page/tool-button.tsx';
import type { DraftItem, Place } from './draft.ts';
import classes from './edited-item.module.css';
import { ItemMark } from '../item-mark.tsx';
import { useItemWords } from '../item-words.ts';
import { untestedRule } from './untested-rule.ts';
import type { Editor } from './use-editor.ts';

interface Props {
  item: DraftItem;
  place: Place;
  editor: Editor;
  broken: boolean;
  onOpen: () => void;
}

/** An item in its stage: what is set in words, its settings behind its name, its moves in the menu or by dragging. */
export function EditedItem({ item, place, editor, broken, onOpen }: Props) {
  const t = useTranslations('chronology');
  const words = useItemWords();
  const { name, starts_at, canceled, required } = item;
  const untested = untestedRule(editor.stages, item.key);
  return (
    <li
      className={`${classes.item} lit picks faults held`}
      data-item={item.key}
      data-chosen={editor.isDragged(item) || undefined}
      data-fault={broken || undefined}
      {...editor.drag(item)}
    >
      <span className={`${classes.grip} grip by-mouse fixed`}>
        <IconGripVertical size={20} aria-hidden />
      </span>
      <ItemMark item={item} />
      <div className={classes.words}>
        <button
          type="button"
          className={`${classes.name} underlined presses`}
          data-open={item.key}
          onClick={onOpen}
        >
          {name}
        </button>
        <p className="facts quiet">
          {starts_at && <span>{t('starts', { date: dateTimeText(starts_at) })}</span>}
          {canceled && <span>{t('canceled')}</span>}
          {!required && <span>{t('optional')}</span>}
        </p>
        <ul className="plain quiet">
          {words(item).map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
        {untested && <StatusBadge tone="warning">{t(`untested.${untested}`)}</StatusBadge>}
        {broken && <p className={classes.error}>{t('words.unfinished')}</p>}
      </div>
      <span className="tools tools at-end">
        <ToolButton label={t('settings', { name })} onClick={onOpen}>
          <IconAdjustmentsHorizontal size={20} aria-hidden />
        </ToolButton>
        <RowMenu name={name}>
          <Moves item={item} place={place} editor={editor} />
        </RowMenu>
      </span>
    </li>
  );
}

function Moves({ item, place, editor }: Pick<Props, 'item' | 'place' | 'editor'>) {
  const t = useTranslations('chronology.move');
  const { stage, index } = place;
  const { stages } = editor;
  const last = stages[stage]!.items.length - 1;
  return (
    <>
      {index > 0 && (
        <Menu.Item onClick={() => editor.place(item, { stage, index: index - 1 })}>{t('earlier')}</Menu.Item>
      )}
      {index < last && (
        <Menu.Item onClick={() => editor.place(item, { stage, index: index + 1 })}>{t('later')}</Menu.Item>
      )}
      {stage > 0 && (
        <Menu.Item onClick={() => editor.append(item, stage - 1)}>{t('previous_stage')}</Menu.Item>
      )}
      {stage < stages.length - 1 && (
        <Menu.Item onClick={() => editor.append(item, stage + 1)}>{t('next_stage')}</Menu.Item>
      )}
      <Menu.Item onClick={() => editor.separate(item, stage)}>{t('own_stage')}</Menu.Item>
      <Menu.Item color="var(--osn-error)" onClick={() => editor.remove(item)}>
        {t('remove')}
      </Menu.Item>
    </>
  );
}
