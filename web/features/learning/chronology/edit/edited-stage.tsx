import { STAGE_NAME_LENGTH } from '#contract/learning/chronology';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Menu } from '../../../../ui/control/over/menu.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { ToolButton } from '../../../../ui/page/tool-button.tsx';
import type { DraftItem, DraftStage } from './draft.ts';
import { EditedItem } from './edited-item.tsx';
import classes from './edited-stage.module.css';
import { Stage } from '../stage.tsx';
import type { Editor } from './use-editor.ts';

interface Props {
  stage: DraftStage;
  index: number;
  editor: Editor;
  unplaced: readonly DraftItem[];
  errorAt: (path: string) => string | undefined;
  onOpen: (key: string) => void;
}

export function EditedStage({ stage, index, editor, unplaced, errorAt, onOpen }: Props) {
  const t = useTranslations('chronology');
  const number = index + 1;
  return (
    <Stage
      number={number}
      over={editor.over === index}
      {...editor.drop(index)}
      title={
        <TextInput
          className="fills-line"
          aria-label={t('stage_name', { number })}
          placeholder={t('stage', { number })}
          maxLength={STAGE_NAME_LENGTH}
          value={stage.name}
          onChange={(event) => editor.renameStage(index, event.currentTarget.value)}
          error={errorAt('name')}
        />
      }
      tools={<StageTools stage={stage} index={index} editor={editor} />}
    >
      {stage.items.length === 0 ? (
        <p className={classes.empty}>{t('stage_empty')}</p>
      ) : (
        <ul className="stack plain gap-4" aria-label={stage.name || t('stage', { number })}>
          {stage.items.map((item, at) => (
            <EditedItem
              key={item.key}
              item={item}
              place={{ stage: index, index: at }}
              editor={editor}
              broken={BREAKABLE.some((field) => errorAt(`items.${at}.${field}`) !== undefined)}
              onOpen={() => onOpen(item.key)}
            />
          ))}
        </ul>
      )}
      {unplaced.length > 0 && (
        <Menu position="bottom-start">
          <Menu.Target>
            <Button variant="subtle" className="after-4" leftSection={<IconPlus size={18} aria-hidden />}>
              {t('add_to_stage')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown className={classes.choice}>
            {unplaced.map((item) => (
              <Menu.Item key={item.key} onClick={() => editor.append(item, index)}>
                {item.name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </Stage>
  );
}

const BREAKABLE = [
  'course_id',
  'webinar_id',
  'access_from',
  'opens_on',
  'opens_after_days',
  'due_on',
  'due_after_days',
] as const;

function StageTools({ stage, index, editor }: Pick<Props, 'stage' | 'index' | 'editor'>) {
  const t = useTranslations('chronology');
  const name = stage.name || t('stage', { number: index + 1 });
  return (
    <>
      <ToolButton
        label={t('stage_up', { name })}
        disabled={index === 0}
        onClick={() => editor.moveStage(index, index - 1)}
      >
        <IconArrowUp size={20} aria-hidden />
      </ToolButton>
      <ToolButton
        label={t('stage_down', { name })}
        disabled={index === editor.stages.length - 1}
        onClick={() => editor.moveStage(index, index + 1)}
      >
        <IconArrowDown size={20} aria-hidden />
      </ToolButton>
      <ToolButton label={t('stage_remove', { name })} onClick={() => editor.removeStage(index)}>
        <IconTrash size={20} aria-hidden />
      </ToolButton>
    </>
  );
}
