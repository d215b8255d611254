import { EXPORT_FORMATS } from '#contract/exams/exchange';
import { IconDownload } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Menu } from '../../../../ui/control/over/menu.tsx';

export type ExportFormat = (typeof EXPORT_FORMATS)[number];
type Source = 'bank' | 'test';

/** What of a question a format cannot hold: sheets and GIFT are words alone, and only Moodle's have tags and folders. */
export function useLack(source: Source): (format: ExportFormat) => string {
  const t = useTranslations('forms.tools.lacks');
  return (format) =>
    t(format === 'xlsx' || format === 'gift' ? 'words' : 'packages', {
      source: format === 'gift' || format === 'moodle' ? 'test' : source,
    });
}

/** A way out for each format, with what stays behind. */
export function ExportItems({
  source,
  onExport,
}: {
  source: Source;
  onExport: (format: ExportFormat) => void;
}) {
  const t = useTranslations('forms.tools');
  const lackOf = useLack(source);
  return EXPORT_FORMATS.map((format) => (
    <Menu.Item
      key={format}
      leftSection={<IconDownload size={18} aria-hidden />}
      onClick={() => onExport(format)}
    >
      <span className="stack">
        {t(`export_${format}`)}
        <span className="quiet small">{lackOf(format)}</span>
      </span>
    </Menu.Item>
  ));
}
