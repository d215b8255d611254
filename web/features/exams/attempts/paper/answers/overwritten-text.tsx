import { useTranslations } from 'use-intl';
import { Button } from '../../../../../ui/control/button/button.tsx';
import { Notice } from '../../../../../ui/state/notice.tsx';

interface Props {
  text: string;
  onSettle: (take: boolean) => void;
}

/** A text that was typed here and did not arrive, beside the later one that stands as the answer. */
export default function OverwrittenText({ text, onSettle }: Props) {
  const t = useTranslations('overwritten');
  return (
    <Notice
      tone="warning"
      title={t('title')}
      action={
        <div className="wraps gap-4">
          <Button size="sm" variant="default" onClick={() => onSettle(true)}>
            {t('take')}
          </Button>
          <Button size="sm" variant="subtle" onClick={() => onSettle(false)}>
            {t('leave')}
          </Button>
        </div>
      }
    >
      <details>
        <summary className="unfolds">{t('show')}</summary>
        <p className="as-written anywhere">{text}</p>
      </details>
    </Notice>
  );
}
