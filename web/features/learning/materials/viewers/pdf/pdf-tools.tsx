import {
  IconArrowAutofitWidth,
  IconChevronLeft,
  IconChevronRight,
  IconFileText,
  IconMaximize,
  IconMoon,
  IconPrinter,
  IconTextSize,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../../../ui/control/button/icon-button.tsx';
import { Tooltip } from '../../../../../ui/control/over/tooltip.tsx';
import { useNumbers } from '../../../../../lib/words/numbers.ts';
import { ToolButton } from '../../../../../ui/page/tool-button.tsx';
import { PageField } from '../page-field.tsx';
import classes from './pdf-viewer.module.css';
import type { MaterialFile } from '../../material.ts';

interface Props {
  current: number;
  count: number;
  percent: number;
  fits: boolean;
  file: MaterialFile;
  onGo: (page: number) => void;
  onStep: (by: number) => void;
  onZoom: (factor: number) => void;
  onFit: () => void;
  onFullScreen: () => void;
  /** The words of the pages in place of their pictures. */
  asText: boolean;
  onAsText: () => void;
  dark: boolean;
  onDark: () => void;
}

/** The bar above a document: where it is, how large, and the ways out. */
export function PdfTools({
  current,
  count,
  percent,
  fits,
  file,
  onGo,
  onStep,
  onZoom,
  onFit,
  onFullScreen,
  asText,
  onAsText,
  dark,
  onDark,
}: Props) {
  const t = useTranslations('materials.viewer');
  const format = useNumbers();
  return (
    <div className={classes.tools} role="toolbar" aria-label={t('tools')}>
      <div className="row">
        <ToolButton label={t('previous_page')} disabled={current <= 1} onClick={() => onStep(-1)}>
          <IconChevronLeft size={22} aria-hidden />
        </ToolButton>
        <PageField current={current} count={count} label={t('page_number')} onGo={onGo} />
        <ToolButton label={t('next_page')} disabled={current >= count} onClick={() => onStep(1)}>
          <IconChevronRight size={22} aria-hidden />
        </ToolButton>
      </div>
      {!asText && (
        <div className="row">
          <ToolButton label={t('zoom_out')} onClick={() => onZoom(0.8)}>
            <IconZoomOut size={22} aria-hidden />
          </ToolButton>
          <span className={classes.percent}>{format.number(percent / 100, { style: 'percent' })}</span>
          <ToolButton label={t('zoom_in')} onClick={() => onZoom(1.25)}>
            <IconZoomIn size={22} aria-hidden />
          </ToolButton>
          <ToolButton label={t('fit_width')} disabled={fits} onClick={onFit}>
            <IconArrowAutofitWidth size={22} aria-hidden />
          </ToolButton>
        </div>
      )}
      <div className="row">
        <ToolButton label={t(asText ? 'as_pages' : 'as_text')} onClick={onAsText}>
          {asText ? <IconFileText size={22} aria-hidden /> : <IconTextSize size={22} aria-hidden />}
        </ToolButton>
        {!asText && (
          <ToolButton label={t('dark_pages')} pressed={dark} onClick={onDark}>
            <IconMoon size={22} aria-hidden />
          </ToolButton>
        )}
        <Tooltip label={t('print')} openDelay={500}>
          <IconButton
            component="a"
            href={file.url}
            target="_blank"
            rel="noreferrer"
            variant="subtle"
            color="gray"
            size={44}
            aria-label={t('print')}
          >
            <IconPrinter size={22} aria-hidden />
          </IconButton>
        </Tooltip>
        {document.fullscreenEnabled && (
          <ToolButton label={t('full_screen')} onClick={onFullScreen}>
            <IconMaximize size={22} aria-hidden />
          </ToolButton>
        )}
      </div>
    </div>
  );
}
