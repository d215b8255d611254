import { startPrintRun, variantLetter, VARIANTS_LIMIT } from '#contract/exams/prints';
import { IconFilePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../../lib/api/use-action.ts';
import { Button } from '../../../ui/control/button/button.tsx';
import { NativeSelect } from '../../../ui/control/field/native-select.tsx';
import { Section } from '../../../ui/page/panel.tsx';

interface Props {
  params: { id: number; formId: number };
  version: number;
  questions: number;
  /** Variants of it are not all the same. */
  differs: boolean;
  onMade: (id: number, variants: number) => void;
}

/** Lays the published version out in so many variants. */
export function NewRun({ params, version, questions, differs, onMade }: Props) {
  const t = useTranslations('prints');
  const [variants, setVariants] = useState(differs ? 2 : 1);
  const start = useAction(startPrintRun, { onDone: ({ id }) => onMade(id, variants) });
  return (
    <Section title={t('new')} narrow>
      <form
        className="stack gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          void start.run({ params, body: { variants } });
        }}
      >
        <p className="flush quiet">{t('new_text', { version, questions })}</p>
        <NativeSelect
          label={t('how_many')}
          description={t(differs ? 'differs' : 'same')}
          value={String(variants)}
          onChange={(event) => setVariants(Number(event.currentTarget.value))}
          data={Array.from({ length: VARIANTS_LIMIT }, (_, n) => ({
            value: String(n + 1),
            label: t('choose_variants', { count: n + 1, last: variantLetter(n + 1) }),
          }))}
        />
        <div className="buttons">
          <Button type="submit" loading={start.busy} leftSection={<IconFilePlus size={18} aria-hidden />}>
            {t('make')}
          </Button>
        </div>
      </form>
    </Section>
  );
}
