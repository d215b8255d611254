import { EXPORT_FORMATS, exportQuestions } from '#contract/exams/exchange';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../../../lib/api/use-action.ts';
import { saveFile } from '../../../../lib/files/save-file.ts';
import { Button } from '../../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { useLack } from './export-items.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

interface Props {
  form: { id: number; formId: number };
  onClose: () => void;
}

/** What is published goes out as a file, whatever the draft says by now. */
export default function ExportDialog({ form, onClose }: Props) {
  const t = useTranslations('forms.tools');
  const common = useTranslations('common');
  const [format, setFormat] = useState<(typeof EXPORT_FORMATS)[number]>('xlsx');
  const lackOf = useLack('test');
  const exporting = useAction(exportQuestions, {
    onDone: (file) => {
      saveFile(file);
      onClose();
    },
  });
  return (
    <Dialog title={t('export_published')} onClose={onClose}>
      <form
        className="stack gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          void exporting.run({ params: form, query: { format, published: 'true' } });
        }}
      >
        <p className="flush quiet">{t('export_published_text')}</p>
        <NativeSelect
          label={t('format')}
          description={lackOf(format)}
          data-autofocus
          value={format}
          onChange={(event) => setFormat(EXPORT_FORMATS.find((one) => one === event.currentTarget.value)!)}
          data={EXPORT_FORMATS.map((one) => ({ value: one, label: t(`formats.${one}`) }))}
        />
        <div className="buttons fills">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={exporting.busy} leftSection={<IconDownload size={18} aria-hidden />}>
            {t('download')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
