import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBooks,
  IconChevronDown,
  IconEye,
} from '@tabler/icons-react';
import { memo, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../ui/control/button/button.tsx';
import { useBuilder } from './builder-context.ts';
import { ToolButton } from '../../../ui/page/tool-button.tsx';
import { later } from '../../../lib/page/later.tsx';

const FilesMenu = later(() => import('./files/files-menu.tsx'));

export type Tool = 'publish' | 'preview' | 'import' | 'bank' | 'export';

interface Props {
  canUndo: boolean;
  canRedo: boolean;
  form: { id: number; formId: number };
  isPublished: boolean;
  onTool: (tool: Tool) => unknown;
}

/** What can be done with the draft as a whole. */
export const BuilderTools = memo(function BuilderTools({
  canUndo,
  canRedo,
  form,
  isPublished,
  onTool,
}: Props) {
  const t = useTranslations('forms');
  const { store } = useBuilder();
  const [files, setFiles] = useState(false);
  const closed = (
    <Button
      variant="default"
      rightSection={<IconChevronDown size={16} aria-hidden />}
      aria-haspopup="menu"
      onClick={() => setFiles(true)}
    >
      {t('tools.files')}
    </Button>
  );
  return (
    <div className="cluster gap-4 before-6" role="group" aria-label={t('tools.label')}>
      <ToolButton inRow label={t('undo_key')} disabled={!canUndo} onClick={() => store.undo()}>
        <IconArrowBackUp size={20} aria-hidden />
      </ToolButton>
      <ToolButton inRow label={t('redo_key')} disabled={!canRedo} onClick={() => store.redo()}>
        <IconArrowForwardUp size={20} aria-hidden />
      </ToolButton>
      <div className="cluster gap-4 at-end">
        <Button
          variant="default"
          leftSection={<IconBooks size={18} aria-hidden />}
          onClick={() => onTool('bank')}
        >
          {t('tools.bank')}
        </Button>
        {files ? (
          <Suspense fallback={closed}>
            <FilesMenu
              form={form}
              onImport={() => onTool('import')}
              onExport={isPublished ? () => onTool('export') : null}
            />
          </Suspense>
        ) : (
          closed
        )}
        <Button
          variant="default"
          leftSection={<IconEye size={18} aria-hidden />}
          onClick={() => onTool('preview')}
        >
          {t('tools.preview')}
        </Button>
      </div>
    </div>
  );
});
