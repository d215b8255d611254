import { useState } from 'react';
import { useLocale, useTranslations } from 'use-intl';
import { Select } from '../control/search/select.tsx';
import type { FieldProps } from '../../lib/form/use-form.ts';
import { ownZone, zoneChoices } from '../../lib/words/zones.ts';

/** Of several hundred zones a list shows the first that fit what is typed. */
const SHOWN_ZONES = 60;

interface Props extends FieldProps<string | null> {
  label: string;
  description?: string;
}

/** A time zone by its city; its value is the IANA name: `<TimeZoneField label=… {...form.field('time_zone')} />`. */
export function TimeZoneField(props: Props) {
  const t = useTranslations('common.list');
  const locale = useLocale();
  // The browser may call the zone by another of its names.
  const [zones] = useState(() => zoneChoices(locale, ownZone(), ...(props.value ? [props.value] : [])));
  return <Select data={zones} limit={SHOWN_ZONES} nothingFoundMessage={t('nothing_found')} {...props} />;
}
