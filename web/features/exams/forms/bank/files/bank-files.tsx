import { exportBankQuestions } from '#contract/exams/bank';
import { IconChevronDown, IconFileImport } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../../../../lib/api/use-action.ts';
import { saveFile } from '../../../../../lib/files/save-file.ts';
import { Button } from '../../../../../ui/control/button/button.tsx';
import { Menu } from '../../../../../ui/control/over/menu.tsx';
import { ExportItems } from '../../files/export-items.tsx';

interface Props {
  /** What lies in it goes out; null: all of the bank. */
  folder: number | null;
  onImport: () => void;
}

/** Questions of the bank as files, in and out. */
export function BankFiles({ folder, onImport }: Props) {
  const t = useTranslations('forms.tools');
  const exporting = useAction(exportBankQuestions, { onDone: saveFile });
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          rightSection={<IconChevronDown size={16} aria-hidden />}
          loading={exporting.busy}
        >
          {t('files')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconFileImport size={18} aria-hidden />} onClick={onImport}>
          {t('import')}
        </Menu.Item>
        <Menu.Divider />
        <ExportItems
          source="bank"
          onExport={(format) =>
            void exporting.run({ query: { format, subfolders: 'true', ...(folder && { folder }) } })
          }
        />
      </Menu.Dropdown>
    </Menu>
  );
}
