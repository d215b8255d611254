import { useMemo } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Select } from '../control/search/select.tsx';
import type { FieldProps } from '../../lib/form/use-form.ts';
import { ownZone } from '../../lib/words/zones.ts';
import { zoneChoices } from './zone-choices.ts';

/** Of several hundred zones a list shows the first that fit what is typed. */
const SHOWN_ZONES = 60;

interface Props extends FieldProps<string | null> {
  label: string;
  description?: string;
  /** The moment that it is about, whose distance from Greenwich each zone tells; now unless given. */
  at?: string;
}

/** A time zone by its city; its value is the IANA name: `<TimeZoneField label=… {...form.field('time_zone')} />`. */
export function TimeZoneField({ at, ...props }: Props) {
  const t = useTranslations('common.list');
  const locale = useLocale();
  const { value } = props;
  const zones = useMemo(
    // The browser may call the zone by another of its names.
    () => zoneChoices(locale, at ? new Date(at) : undefined, ownZone(), ...(value ? [value] : [])),
    [locale, at, value],
  );
  return <Select data={zones} limit={SHOWN_ZONES} nothingFoundMessage={t('nothing_found')} {...props} />;
}
