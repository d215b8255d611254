import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { placeIn, type SectionDraft } from './sections.ts';
import { useSectionName } from './use-section-name.ts';

interface Props {
  label: string;
  sections: readonly SectionDraft[];
  value: number | null | undefined;
  onChange: (section: number) => void;
}

/** To which section something belongs. */
export function SectionChoice({ label, sections, value, onChange }: Props) {
  const nameOf = useSectionName();
  return (
    <NativeSelect
      label={label}
      data={sections.map((section, place) => ({
        value: String(section.id),
        label: nameOf(section, place + 1),
      }))}
      value={String(sections[placeIn(sections, value)]?.id ?? '')}
      onChange={(event) => onChange(Number(event.currentTarget.value))}
    />
  );
}
