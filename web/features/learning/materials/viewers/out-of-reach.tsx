import { useTranslations } from 'use-intl';
import { Notice } from '../../../../ui/state/notice.tsx';

/** In place of a file while there is no line to it; it comes back by itself. */
export function OutOfReach({ playing = false }: { playing?: boolean }) {
  const t = useTranslations('materials.viewer');
  return (
    <Notice tone="neutral" title={t(playing ? 'needs_connection' : 'opening_needs_connection')} alert>
      {t(playing ? 'needs_connection_text' : 'opening_needs_connection_text')}
    </Notice>
  );
}
