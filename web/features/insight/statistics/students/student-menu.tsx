import { IconClockPlus, IconEye, IconPackage, IconRepeat, IconUser } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Menu } from '../../../../ui/control/over/menu.tsx';
import { RowMenu } from '../../../../ui/list/row-menu.tsx';
import type { Asked, StudentRow } from '../statistic.ts';
import { personName } from '../../../../lib/words/person-name.ts';
import { materialPath } from '../../../../lib/paths/material-paths.ts';
import { resultPath } from '../../../../lib/paths/result-paths.ts';

const taken = ({ forms }: StudentRow) => forms.filter(({ last_attempt_id }) => last_attempt_id !== null);

const played = ({ packages }: StudentRow) => packages.filter(({ tries }) => tries > 0);

/** The tries of a student at a package, where all who opened it are listed. */
export const triesPath = (
  course_id: number,
  material_id: number,
  { last_name }: StudentRow['user'],
): string => `${materialPath(course_id, material_id)}?search=${encodeURIComponent(last_name)}`;

export const hasActions = (row: StudentRow): boolean =>
  row.actions.length > 0 || taken(row).length > 0 || played(row).length > 0;

interface Props {
  course_id: number;
  row: StudentRow;
  /** The item that saves the certificate. */
  certificate: ReactNode;
  onAsk: (asked: Asked) => void;
}

/** What may be done about a student, and the way to each of their last attempts and to their tries at packages. */
export function StudentMenu({ course_id, row, certificate, onAsk }: Props) {
  const t = useTranslations('statistics');
  const { user, actions, forms } = row;
  const name = personName(user);
  return (
    <RowMenu name={name}>
      {taken(row).map(({ form_id, form_name, last_attempt_id }) => (
        <Menu.Item
          key={form_id}
          component={Link}
          to={resultPath(course_id, last_attempt_id!)}
          leftSection={<IconEye size={18} aria-hidden />}
        >
          {t('menu.open', { form: form_name })}
        </Menu.Item>
      ))}
      {played(row).map(({ material_id, name: title }) => (
        <Menu.Item
          key={material_id}
          component={Link}
          to={triesPath(course_id, material_id, user)}
          leftSection={<IconPackage size={18} aria-hidden />}
        >
          {t('menu.tries', { package: title })}
        </Menu.Item>
      ))}
      {actions.includes('retake') &&
        forms
          .filter(({ retake_allowed }) => retake_allowed)
          .map(({ form_id, form_name }) => (
            <Menu.Item
              key={form_id}
              leftSection={<IconRepeat size={18} aria-hidden />}
              onClick={() => onAsk({ what: 'retake', form_id, user })}
            >
              {t('menu.retake', { form: form_name })}
            </Menu.Item>
          ))}
      {actions.includes('give_time') && (
        <Menu.Item
          leftSection={<IconClockPlus size={18} aria-hidden />}
          onClick={() => onAsk({ what: 'grant', student: { id: user.id, name } })}
        >
          {t('give_time')}
        </Menu.Item>
      )}
      {actions.includes('certificate') && certificate}
      {actions.includes('view_user') && (
        <Menu.Item component={Link} to={`/user/${user.id}`} leftSection={<IconUser size={18} aria-hidden />}>
          {t('menu.view_user')}
        </Menu.Item>
      )}
    </RowMenu>
  );
}
