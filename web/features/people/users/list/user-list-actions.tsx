import { exportUsers } from '#contract/people/imports';
import type { QueryInputOf } from '#contract/platform';
import type { listUsers } from '#contract/people/users';
import {
  IconBuildings,
  IconDots,
  IconFileExport,
  IconFileImport,
  IconMailPlus,
  IconPlus,
  IconPrinter,
} from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { IconButton } from '../../../../ui/control/button/icon-button.tsx';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Menu } from '../../../../ui/control/over/menu.tsx';
import { saveFile } from '../../../../lib/files/save-file.ts';
import { useMay, useProfile } from '../../../../lib/session/session.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { later } from '../../../../lib/page/later.tsx';

const InviteDialog = later(() => import('../form/invite-dialog.tsx'), { words: ['companies'] });
const SheetsDialog = later(() => import('../bulk/bulk-sheets-dialog.tsx'));

/** What can be done from the head of the users list. */
export function UserListActions({ query }: { query: QueryInputOf<typeof listUsers> }) {
  const t = useTranslations('users.list');
  const may = useMay();
  const space = useProfile().current_login_info.space_pk;
  const navigate = useNavigate();
  const { hash, search } = useLocation();
  const [chosen, setOpened] = useState<'invite' | 'sheets' | null>(null);
  // From elsewhere, an address leads to the invitation or the sheets.
  const asked = hash === '#invite' ? 'invite' : hash === '#sheets' && may('editUser') ? 'sheets' : null;
  const opened = asked ?? chosen;
  const close = () => {
    setOpened(null);
    if (hash) void navigate({ search }, { replace: true, preventScrollReset: true });
  };
  const exporting = useAction(exportUsers, { onDone: saveFile });

  return (
    <>
      {may('inviteUser') && (
        <Button leftSection={<IconMailPlus size={18} aria-hidden />} onClick={() => setOpened('invite')}>
          {t('invite')}
        </Button>
      )}
      {/* A line of a phone that the menu would have to itself otherwise. */}
      <div className={`cluster gap-5 ${may('createUser') ? 'narrow-line' : ''}`}>
        {may('createUser') && (
          <Button
            component={Link}
            to="/user/create"
            className="takes-room"
            variant="default"
            leftSection={<IconPlus size={18} aria-hidden />}
          >
            {t('create')}
          </Button>
        )}
        <Menu position="bottom-end">
          <Menu.Target>
            <IconButton
              variant="default"
              size={42}
              className="finger"
              aria-label={t('more')}
              loading={exporting.busy}
            >
              <IconDots size={20} aria-hidden />
            </IconButton>
          </Menu.Target>
          <Menu.Dropdown>
            {may('importUser') && (
              <>
                <Menu.Item
                  component={Link}
                  to="/user/import"
                  leftSection={<IconFileImport size={18} aria-hidden />}
                >
                  {t('import')}
                </Menu.Item>
                <Menu.Item
                  leftSection={<IconFileExport size={18} aria-hidden />}
                  onClick={() => void exporting.run({ params: { id: space }, query })}
                >
                  {t('export')}
                </Menu.Item>
              </>
            )}
            {may('editUser') && (
              <Menu.Item
                leftSection={<IconPrinter size={18} aria-hidden />}
                onClick={() => setOpened('sheets')}
              >
                {t('sheets')}
              </Menu.Item>
            )}
            {may('createMembership') && (
              <Menu.Item
                component={Link}
                to="/user/all"
                leftSection={<IconBuildings size={18} aria-hidden />}
              >
                {t('all_spaces')}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      </div>
      <Suspense fallback={null}>
        {opened === 'invite' && <InviteDialog onClose={close} />}
        {opened === 'sheets' && <SheetsDialog query={query} onClose={close} />}
      </Suspense>
    </>
  );
}
