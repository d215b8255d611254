import { IconEye, IconMail, IconRepeat, IconUser, IconX } from '@tabler/icons-react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Menu } from '../../../ui/control/over/menu.tsx';
import { useMay } from '../../../lib/session/session.ts';
import { RowMenu } from '../../../ui/list/row-menu.tsx';
import { nameOf, rowsWith, type TodayRow } from './today.ts';
import { resultPath } from '../../../lib/paths/result-paths.ts';

interface Props {
  row: TodayRow;
  /** false: who waits for an answer is not reminded. */
  onRemind: false | (() => void);
  onRetake: (row: TodayRow) => void;
  onDecline: (row: TodayRow) => void;
}

/** What can be done about a row: exactly what the server offers, and the ways to what it is about. */
export function RowActions({ row, onRemind, onRetake, onDecline }: Props) {
  const t = useTranslations('today');
  const may = useMay();
  const { attempt_id, course, user, program, actions, refusal } = row;
  const rows = rowsWith(row);
  const remindable = rows.some((each) => each.actions.includes('remind'));
  return (
    <RowMenu name={nameOf(row)}>
      {actions.includes('retake') && (
        <Menu.Item leftSection={<IconRepeat size={18} aria-hidden />} onClick={() => onRetake(row)}>
          {t('retake')}
        </Menu.Item>
      )}
      {actions.includes('decline') && (
        <Menu.Item leftSection={<IconX size={18} aria-hidden />} onClick={() => onDecline(row)}>
          {t('decline')}
        </Menu.Item>
      )}
      {onRemind && (
        <Menu.Item leftSection={<IconMail size={18} aria-hidden />} disabled={!remindable} onClick={onRemind}>
          {remindable || refusal === null ? t('remind') : `${t('remind')}: ${t(`refusals.${refusal}`)}`}
        </Menu.Item>
      )}
      <Menu.Divider />
      {attempt_id !== null && course && (
        <Menu.Item
          component={Link}
          to={resultPath(course.id, attempt_id)}
          leftSection={<IconEye size={18} aria-hidden />}
        >
          {t('open_attempt')}
        </Menu.Item>
      )}
      {may('viewUser') && (
        <Menu.Item
          component={Link}
          to={`/user/${user.id}#courses`}
          leftSection={<IconUser size={18} aria-hidden />}
        >
          {t('open_person')}
        </Menu.Item>
      )}
      {rows.length === 1 && program ? (
        <Menu.Item
          component={Link}
          to={`/program/${program.id}`}
          leftSection={<IconEye size={18} aria-hidden />}
        >
          {t('open_program')}
        </Menu.Item>
      ) : (
        rows.map(
          (each) =>
            each.course && (
              <Menu.Item
                key={each.key}
                component={Link}
                to={`/course/${each.course.id}`}
                leftSection={<IconEye size={18} aria-hidden />}
              >
                {rows.length === 1 ? t('open_course') : `${t('open_course')}: ${each.course.name}`}
              </Menu.Item>
            ),
        )
      )}
    </RowMenu>
  );
}
