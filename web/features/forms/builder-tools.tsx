import { exportQuestions, type QUESTION_FORMATS, questionsTemplate } from '#contract/forms';
import { Button, Menu } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBooks,
  IconChevronDown,
  IconDownload,
  IconEye,
  IconFileImport,
} from '@tabler/icons-react';
import { memo } from 'react';
import { useTranslations } from 'use-intl';
import { saveFile } from '../../lib/save-file.ts';
import { useAction } from '../../lib/use-action.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import { useBuilder } from './builder-context.ts';
import classes from './form-builder.module.css';

export type Tool = 'publish' | 'preview' | 'import' | 'bank';

interface Props {
  canUndo: boolean;
  canRedo: boolean;
  form: { id: number; formId: number };
  onTool: (tool: Tool) => unknown;
}

/** What can be done with the draft as a whole. */
export const BuilderTools = memo(function BuilderTools({ canUndo, canRedo, form, onTool }: Props) {
  const t = useTranslations('forms');
  const { store } = useBuilder();
  const exporting = useAction(exportQuestions, { onDone: saveFile });
  const template = useAction(questionsTemplate, { onDone: saveFile });
  const exportAs = async (format: (typeof QUESTION_FORMATS)[number]) => {
    await store.flush();
    await exporting.run({ params: form, query: { format } });
  };
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('tools.label')}>
      <ToolButton label={t('undo_key')} disabled={!canUndo} onClick={() => store.undo()}>
        <IconArrowBackUp size={20} aria-hidden />
      </ToolButton>
      <ToolButton label={t('redo_key')} disabled={!canRedo} onClick={() => store.redo()}>
        <IconArrowForwardUp size={20} aria-hidden />
      </ToolButton>
      <span className={classes.gap} />
      <Button
        variant="default"
        leftSection={<IconBooks size={18} aria-hidden />}
        onClick={() => onTool('bank')}
      >
        {t('tools.bank')}
      </Button>
      <Menu position="bottom-end" shadow="md" withinPortal>
        <Menu.Target>
          <Button
            variant="default"
            rightSection={<IconChevronDown size={16} aria-hidden />}
            loading={exporting.busy}
          >
            {t('tools.files')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileImport size={18} aria-hidden />} onClick={() => onTool('import')}>
            {t('tools.import')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => void exportAs('xlsx')}
          >
            {t('tools.export_xlsx')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => void exportAs('gift')}
          >
            {t('tools.export_gift')}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconDownload size={18} aria-hidden />}
            onClick={() => void template.run({})}
          >
            {t('tools.template')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Button
        variant="default"
        leftSection={<IconEye size={18} aria-hidden />}
        onClick={() => onTool('preview')}
      >
        {t('tools.preview')}
      </Button>
    </div>
  );
});
