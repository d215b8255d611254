import { useTranslations } from 'use-intl';
import { Switch } from '../../ui/control/choice/switch.tsx';
import { modKey } from '../../lib/page/keys.ts';
import type { Profile } from '../../lib/session/session.ts';
import { turnSingleKeys, useSingleKeys } from '../../lib/page/single-keys.ts';
import { createsAnywhere, goTargets } from './shortcuts.ts';
import classes from './shortcut-list.module.css';
import { Dialog } from '../../ui/dialog/dialog.tsx';

/** The keys that work for this role, and the switch that turns those of one key off. */
export default function ShortcutList({ profile, onClose }: { profile: Profile; onClose: () => void }) {
  const t = useTranslations();
  const on = useSingleKeys();
  const anywhere = [
    ['?', t('palette.shortcuts.list')],
    ['/', t('palette.shortcuts.search')],
    ...(createsAnywhere(profile) ? [['N', t('palette.shortcuts.create')] as const] : []),
  ] as const;

  return (
    <Dialog onClose={() => onClose()} size="lg" title={t('shell.shortcuts')}>
      <dl className="flush">
        <Row keys={[modKey(t('shell.control')), 'K']} label={t('palette.shortcuts.palette')} />
      </dl>
      <Switch
        className={classes.switch}
        checked={on}
        onChange={(event) => turnSingleKeys(event.currentTarget.checked)}
        label={t('palette.shortcuts.single')}
        description={t('palette.shortcuts.single_hint')}
      />
      <div className={`${classes.groups} ${on ? '' : 'dim'}`} data-off={!on || undefined}>
        <section>
          <h3 className={classes.title}>{t('palette.shortcuts.anywhere')}</h3>
          <dl className="flush">
            {anywhere.map(([key, label]) => (
              <Row key={key} keys={[key]} label={label} />
            ))}
          </dl>
        </section>
        <section>
          <h3 className={classes.title}>{t('palette.shortcuts.go')}</h3>
          <dl className="flush">
            {goTargets(profile).map(({ letter, key }) => (
              <Row key={key} keys={['G', letter.toUpperCase()]} label={t(`shell.entries.${key}`)} />
            ))}
          </dl>
        </section>
      </div>
    </Dialog>
  );
}

function Row({ keys, label }: { keys: readonly string[]; label: string }) {
  return (
    <div className={classes.row}>
      <dt>{label}</dt>
      <dd>
        {keys.map((key, place) => (
          // oxlint-disable-next-line react/no-array-index-key -- G G
          <kbd key={place}>{key}</kbd>
        ))}
      </dd>
    </div>
  );
}
