import { LANGUAGES } from '#contract/identity/accounts';
import { PRINTED_PARTS, printVariants, variantLetter } from '#contract/exams/prints';
import { IconDownload } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { useAction } from '../../../lib/api/use-action.ts';
import { saveFile } from '../../../lib/files/save-file.ts';
import { Button } from '../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../ui/control/field/native-select.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { Notice } from '../../../ui/state/notice.tsx';

interface Props {
  params: { id: number; formId: number };
  run: { id: number; variants: number };
  onClose: () => void;
}

/** Which pages of a run are wanted, and in which language. */
export function PrintDialog({ params, run, onClose }: Props) {
  const t = useTranslations('prints');
  const common = useTranslations('common');
  const locale = useLocale();
  const [parts, setParts] = useState<(typeof PRINTED_PARTS)[number]>('papers');
  const [variant, setVariant] = useState(0);
  const [language, setLanguage] = useState(LANGUAGES.find((one) => one === locale) ?? 'uk');
  const print = useAction(printVariants, {
    onDone: (file) => {
      saveFile(file);
      onClose();
    },
  });
  return (
    <Dialog title={t('print_title')} onClose={onClose}>
      <form
        className="stack gap-6"
        onSubmit={(event) => {
          event.preventDefault();
          const body = { parts, language, ...(variant > 0 && { variants: [variant] }) };
          void print.run({ params: { ...params, runId: run.id }, body });
        }}
      >
        <NativeSelect
          label={t('parts')}
          data-autofocus
          value={parts}
          onChange={(event) => setParts(PRINTED_PARTS.find((one) => one === event.currentTarget.value)!)}
          data={PRINTED_PARTS.map((one) => ({ value: one, label: t(`parts_of.${one}`) }))}
        />
        {run.variants > 1 && (
          <NativeSelect
            label={t('which')}
            value={String(variant)}
            onChange={(event) => setVariant(Number(event.currentTarget.value))}
            data={Array.from({ length: run.variants + 1 }, (_, n) => ({
              value: String(n),
              label:
                n === 0
                  ? t('all', { last: variantLetter(run.variants) })
                  : t('one', { letter: variantLetter(n) }),
            }))}
          />
        )}
        <NativeSelect
          label={t('language')}
          value={language}
          onChange={(event) => setLanguage(LANGUAGES.find((one) => one === event.currentTarget.value)!)}
          data={LANGUAGES.map((one) => ({ value: one, label: common(`languages.${one}`) }))}
        />
        <Notice tone={parts === 'papers' ? 'neutral' : 'warning'} title={t(`noted.${parts}`)}>
          {t('noted_text')}
        </Notice>
        <div className="buttons fills">
          <Button variant="default" onClick={onClose}>
            {common('cancel')}
          </Button>
          <Button type="submit" loading={print.busy} leftSection={<IconDownload size={18} aria-hidden />}>
            {t('download')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
