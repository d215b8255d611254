import { RESULT_ACTIONS } from '#contract/exams/results';
import { IconChevronUp } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Menu } from '../../../../ui/control/over/menu.tsx';
import { SelectionBar } from '../../../../ui/list/selection-bar.tsx';
import { ACTION_ICONS, isDanger } from '../action-icons.ts';
import type { Asked, ResultRow } from '../result.ts';
import { useMedia } from '../../../../ui/layout/use-media.ts';

interface Props {
  rows: readonly ResultRow[];
  onAsk: (asked: Asked) => void;
  onClear: () => void;
}

/** What can be decided about the rows chosen; offered where it can be done with some of them. */
export function ResultsBar({ rows, onAsk, onClear }: Props) {
  const t = useTranslations('results');
  const wide = useMedia('(width >= 80em)');
  const offered = RESULT_ACTIONS.flatMap((action) => {
    const fitting = rows.filter(({ actions }) => actions.includes(action));
    return fitting.length > 0 ? [{ action, fitting, Icon: ACTION_ICONS[action] }] : [];
  });
  return (
    <SelectionBar
      label={t('bulk.label')}
      count={t('bulk.count', { count: rows.length })}
      clear={t('bulk.clear')}
      onClear={onClear}
    >
      {wide &&
        offered.map(({ action, fitting, Icon }) => (
          <Button
            key={action}
            size="sm"
            variant={isDanger(action) ? 'subtle' : 'default'}
            {...(isDanger(action) && { color: 'brick' })}
            leftSection={<Icon size={18} aria-hidden />}
            onClick={() => onAsk({ action, rows: fitting })}
          >
            {t(`actions.${action}`)}
          </Button>
        ))}
      {!wide && offered.length > 0 && (
        <Menu position="top-end">
          <Menu.Target>
            <Button size="md" rightSection={<IconChevronUp size={16} aria-hidden />}>
              {t('bulk.actions')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {offered.map(({ action, fitting, Icon }) => (
              <Menu.Item
                key={action}
                leftSection={<Icon size={18} aria-hidden />}
                {...(isDanger(action) && { color: 'var(--osn-error)' })}
                onClick={() => onAsk({ action, rows: fitting })}
              >
                {t(`actions.${action}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
    </SelectionBar>
  );
}
