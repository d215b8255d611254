import { exportQuestions, questionsTemplate } from '#contract/exams/exchange';
import { printDraft } from '#contract/exams/prints';
import { IconChevronDown, IconDownload, IconFileImport, IconPrinter } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Menu } from '../../../../ui/control/over/menu.tsx';
import { saveFile } from '../../../../lib/files/save-file.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useBuilder } from '../builder-context.ts';
import { type ExportFormat, ExportItems } from './export-items.tsx';

interface Props {
  form: { id: number; formId: number };
  onImport: () => void;
  /** null: nothing is published. */
  onExport: (() => void) | null;
}

/** Questions as files, in and out. Comes when it is asked for, so it is open at once. */
export default function FilesMenu({ form, onImport, onExport }: Props) {
  const t = useTranslations('forms.tools');
  const { store } = useBuilder();
  const exporting = useAction(exportQuestions, { onDone: saveFile });
  const template = useAction(questionsTemplate, { onDone: saveFile });
  const printing = useAction(printDraft, { onDone: saveFile });
  const print = async () => {
    await store.flush();
    await printing.run({ params: form, body: { parts: 'papers' } });
  };
  const exportAs = async (format: ExportFormat) => {
    await store.flush();
    await exporting.run({ params: form, query: { format } });
  };
  const download = <IconDownload size={18} aria-hidden />;
  return (
    <Menu position="bottom-end" defaultOpened>
      <Menu.Target>
        <Button
          variant="default"
          rightSection={<IconChevronDown size={16} aria-hidden />}
          loading={exporting.busy || printing.busy}
        >
          {t('files')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileImport size={18} aria-hidden />} onClick={onImport}>
          {t('import')}
        </Menu.Item>
        <Menu.Divider />
        <ExportItems source="test" onExport={(format) => void exportAs(format)} />
        {onExport && (
          <Menu.Item leftSection={download} onClick={onExport}>
            {t('export_published')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={download} onClick={() => void template.run({})}>
          {t('template')}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<IconPrinter size={18} aria-hidden />} onClick={() => void print()}>
          {t('print_draft')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
