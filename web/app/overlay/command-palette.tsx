import { changeCurrentUserType, LANGUAGES } from '#contract/identity/accounts';
import { changeCurrentSpace } from '#contract/identity/companies';
import type { Capability } from '#contract/access';
import {
  IconBook2,
  IconBuildings,
  IconDeviceDesktop,
  IconFileImport,
  IconKeyboard,
  IconLogout,
  IconMailPlus,
  IconMoon,
  IconPencil,
  IconRoute,
  IconSun,
  IconUserPlus,
  IconUsersGroup,
  IconUsersPlus,
  IconVideoPlus,
  IconWorld,
} from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { type Command, PaletteDialog } from '../../features/insight/palette/palette-dialog.tsx';
import { chooseScheme, chosenScheme } from '../../lib/page/color-scheme.ts';
import { errorOf, useErrorText } from '../../lib/api/errors.ts';
import { currentLanguage } from '../../lib/words/locale.tsx';
import { chooseLanguage, loginKey, type Profile } from '../../lib/session/session.ts';
import { showWarning } from '../../lib/page/toasts.ts';
import { useAction } from '../../lib/api/use-action.ts';
import type { Messages } from '../../i18n/messages.ts';
import { entriesOf } from '../shell/navigation-entries.ts';
import { showOverlay, useTypedAhead } from './overlay.ts';
import { usePlaces } from './palette-places.ts';
import { useLogout } from '../session/use-logout.ts';
import { useSwitchedLogin } from '../session/use-switched-login.ts';

type Named = Exclude<keyof Messages['palette']['commands'], 'role' | 'company' | 'language'>;

const ACTIONS: readonly (readonly [
  key: Named,
  icon: typeof IconRoute,
  path: string,
  permission: Capability,
])[] = [
  ['course_create', IconBook2, '/course/create', 'createCourse'],
  ['program_create', IconRoute, '/program/create', 'editProgram'],
  ['group_create', IconUsersGroup, '/group/create', 'editGroup'],
  ['webinar_create', IconVideoPlus, '/webinar/create', 'editWebinar'],
  ['user_create', IconUserPlus, '/user/create', 'createUser'],
  ['import', IconFileImport, '/user/import', 'importUser'],
  ['profile_edit', IconPencil, '/profile/edit', 'viewProfile'],
];

const SCHEMES = [
  ['light', IconSun],
  ['dark', IconMoon],
  ['auto', IconDeviceDesktop],
] as const;

interface Props {
  profile: Profile;
  /** `focus`: back to where it was. */
  onClose: (focus?: boolean) => void;
}

/** Everything the person can go to or do from anywhere, and the search of the company. */
export default function CommandPalette({ profile, onClose }: Props) {
  const commands = useCommands(profile);
  const places = usePlaces(profile);
  return (
    <PaletteDialog
      commands={[...commands, ...places]}
      typed={useTypedAhead()}
      login={loginKey(profile)}
      onClose={onClose}
    />
  );
}

function useCommands(profile: Profile): Command[] {
  const t = useTranslations();
  const errorText = useErrorText();
  const logout = useLogout();
  const switched = useSwitchedLogin();
  const company = useAction(changeCurrentSpace, { onDone: ({ access }) => void switched(access) });
  const role = useAction(changeCurrentUserType, { onDone: ({ access }) => void switched(access) });
  const { space_pk, type_user } = profile.current_login_info;
  const may = (capability: Capability) => profile.permissions.includes(capability);
  const name = (key: Named) => t(`palette.commands.${key}`);

  return [
    ...entriesOf(profile).map(({ key, icon, path }): Command => ({
      key: `screen-${key}`,
      section: 'screens',
      icon,
      label: t(`shell.entries.${key}`),
      to: path(profile),
    })),
    ...(may('inviteUser') ? [action('invite', IconMailPlus, { run: () => showOverlay('invite') })] : []),
    ...ACTIONS.filter(([, , , permission]) => may(permission)).map(([key, icon, to]) =>
      action(key, icon, { to }),
    ),
    ...profile.user_types
      .filter((one) => one !== type_user)
      .map((one): Command => ({
        key: `role-${one}`,
        section: 'actions',
        icon: IconUsersPlus,
        label: t('palette.commands.role', { role: t(`common.roles.${one}`) }),
        run: () => void role.run({ body: { user_type: one } }),
      })),
    ...profile.spaces
      .filter(({ id }) => id !== space_pk)
      .map((space): Command => ({
        key: `company-${space.id}`,
        section: 'actions',
        icon: IconBuildings,
        label: t('palette.commands.company', { company: space.name }),
        run: () => void company.run({ body: { space_pk: space.id } }),
      })),
    ...LANGUAGES.filter((one) => one !== currentLanguage()).map((one): Command => ({
      key: `language-${one}`,
      section: 'actions',
      icon: IconWorld,
      label: t('palette.commands.language', { language: t(`common.languages.${one}`) }),
      run: () => void chooseLanguage(one).catch((error: unknown) => showWarning(errorText(errorOf(error)))),
    })),
    ...SCHEMES.filter(([one]) => one !== chosenScheme()).map(([one, icon]): Command => ({
      key: `scheme-${one}`,
      section: 'actions',
      icon,
      label: t(`common.scheme.${one}`),
      run: () => chooseScheme(one),
    })),
    action('shortcuts', IconKeyboard, { run: () => showOverlay('shortcuts') }),
    action('logout', IconLogout, { run: () => void logout() }),
  ];

  function action(key: Named, icon: typeof IconRoute, does: { to: string } | { run: () => void }): Command {
    return { key, section: 'actions', icon, label: name(key), ...does };
  }
}
