import { ACCESS_RULES, AFTER_DUE, MOMENTS } from '#contract/learning/chronology';
import { DAYS_LIMIT } from '#contract/platform';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { Drawer } from '../../../../ui/dialog/drawer.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { Switch } from '../../../../ui/control/choice/switch.tsx';
import type { DraftItem } from './draft.ts';
import classes from './item-sheet.module.css';
import { useItemWords } from '../item-words.ts';
import { DayField } from '../../../../ui/date/date-field.tsx';
import type { UntestedRule } from './untested-rule.ts';
import { useMedia } from '../../../../ui/layout/use-media.ts';

interface Props {
  item: DraftItem | undefined;
  /** Its rule asks for tests where there are none. */
  untested: UntestedRule | null;
  errorAt: (field: string) => string | null | undefined;
  onChange: (changes: Partial<DraftItem>) => void;
  onClose: () => void;
}

/** The settings of an item, with what they mean in words: from the side, on a phone from below. */
export default function ItemSheet({ item, untested, ...props }: Props) {
  const t = useTranslations();
  const phone = useMedia('(width < 37.5em)');
  if (!item) return null;
  return (
    <Drawer
      onClose={props.onClose}
      position={phone ? 'bottom' : 'right'}
      size={phone ? '90%' : 'md'}
      title={item.name}
    >
      <div className="stack gap-7">
        <Summary item={item} untested={untested} />
        <Fields item={item} {...props} />
        <Button onClick={props.onClose}>{t('chronology.sheet.done')}</Button>
      </div>
    </Drawer>
  );
}

function Summary({ item, untested }: { item: DraftItem; untested: Props['untested'] }) {
  const t = useTranslations('chronology');
  const words = useItemWords();
  return (
    <section className={classes.summary} aria-label={t('sheet.summary')}>
      <ul aria-live="polite">
        {words(item).map((line) => (
          <li key={line}>{line}</li>
        ))}
        {untested && <li>{t(`untested.${untested}`)}</li>}
      </ul>
    </section>
  );
}

function Fields({ item, errorAt, onChange }: Pick<Props, 'errorAt' | 'onChange'> & { item: DraftItem }) {
  const t = useTranslations('chronology');
  return (
    <>
      <NativeSelect
        label={t('sheet.rule')}
        value={item.access_rule}
        onChange={(event) => onChange({ access_rule: event.currentTarget.value as DraftItem['access_rule'] })}
        data={ACCESS_RULES.map((value) => ({ value, label: t(`rules.${value}`) }))}
      />
      {item.access_rule === 'from_date' && (
        <DayField
          label={t('sheet.access_from')}
          value={item.access_from ?? ''}
          error={errorAt('access_from')}
          onChange={(day) => onChange({ access_from: day || null })}
        />
      )}
      <Moment item={item} what="opens" errorAt={errorAt} onChange={onChange} />
      <Moment item={item} what="due" errorAt={errorAt} onChange={onChange} />
      {item.due !== 'none' && (
        <NativeSelect
          label={t('sheet.after_due')}
          value={item.after_due}
          onChange={(event) => onChange({ after_due: event.currentTarget.value as DraftItem['after_due'] })}
          data={AFTER_DUE.map((value) => ({ value, label: t(`after_due.${value}`) }))}
        />
      )}
      <Switch
        label={t('sheet.required')}
        description={t('sheet.required_hint')}
        checked={item.required}
        onChange={(event) => onChange({ required: event.currentTarget.checked })}
      />
    </>
  );
}

interface MomentProps {
  item: DraftItem;
  what: 'opens' | 'due';
  errorAt: Props['errorAt'];
  onChange: Props['onChange'];
}

/** None, a day, or a number of days after something. */
function Moment({ item, what, errorAt, onChange }: MomentProps) {
  const t = useTranslations('chronology');
  const kind = item[what];
  return (
    <>
      <NativeSelect
        label={t(`sheet.${what}`)}
        value={kind}
        onChange={(event) => onChange({ [what]: event.currentTarget.value as DraftItem['due'] })}
        data={MOMENTS.map((value) => ({ value, label: t(`${what}.${value}`) }))}
      />
      {kind === 'date' && (
        <DayField
          label={t('sheet.day')}
          value={item[`${what}_on`] ?? ''}
          error={errorAt(`${what}_on`)}
          onChange={(day) => onChange({ [`${what}_on`]: day || null })}
        />
      )}
      {kind.startsWith('after') && (
        <TextInput
          type="number"
          label={t(what === 'opens' ? 'sheet.days' : 'sheet.due_days')}
          value={item[`${what}_after_days`] ?? ''}
          min={0}
          max={DAYS_LIMIT}
          error={errorAt(`${what}_after_days`)}
          onChange={({ currentTarget: { value } }) =>
            onChange({ [`${what}_after_days`]: value === '' ? null : Math.trunc(Number(value)) })
          }
        />
      )}
    </>
  );
}
