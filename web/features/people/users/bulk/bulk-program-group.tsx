import type { ResponseOf } from '#contract/platform';
import { getProgram, listPrograms } from '#contract/learning/programs';
import { useEffect, useEffectEvent } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Loader } from '../../../../ui/control/button/loader.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { useData } from '../../../../lib/api/use-data.ts';
import { SearchSelect } from '../../../../ui/form/search-select.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';

type ProgramRow = ResponseOf<typeof listPrograms>['results'][number];

export interface ProgramGroup {
  /** '' for none. */
  program: string;
  /** The program's group that people join; '' until one is chosen. */
  group: string;
}

interface Props {
  value: ProgramGroup;
  onChange: (value: ProgramGroup) => void;
  error?: string | undefined;
  required?: boolean;
}

/** A program, and the one of its groups through which people get it; where there is only one, it is chosen. */
export function ProgramGroupFields({ value, onChange, error, required = false }: Props) {
  const t = useTranslations('users');
  return (
    <>
      <SearchSelect
        endpoint={listPrograms}
        toOption={(program: ProgramRow) => ({ value: String(program.id), label: program.name })}
        label={t('list.program')}
        value={value.program}
        onChange={(program) => onChange({ program, group: '' })}
        error={error}
        required={required}
      />
      {value.program !== '' && <GroupField key={value.program} value={value} onChange={onChange} />}
    </>
  );
}

function GroupField({ value, onChange }: Pick<Props, 'value' | 'onChange'>) {
  const t = useTranslations('users.bulk');
  const program = useData(getProgram, { params: { id: Number(value.program) } });
  const groups = program.data?.groups;
  const only = groups?.length === 1 ? String(groups[0]!.id) : '';
  const choose = useEffectEvent((group: string) => onChange({ ...value, group }));
  useEffect(() => {
    if (only) choose(only);
  }, [only]);

  if (!groups) return <Loader size={20} />;
  if (groups.length === 0) {
    return (
      <Notice
        tone="warning"
        title={t('program_no_group')}
        action={<Link to={`/program/${value.program}`}>{t('open_program')}</Link>}
      />
    );
  }
  if (only) return <p style={{ margin: 0 }}>{t('program_one_group', { group: groups[0]!.name })}</p>;
  return (
    <NativeSelect
      label={t('program_group')}
      description={t('program_group_hint')}
      required
      value={value.group}
      onChange={(event) => onChange({ ...value, group: event.currentTarget.value })}
      data={[
        { value: '', label: '—' },
        ...groups.map((group) => ({ value: String(group.id), label: group.name })),
      ]}
    />
  );
}
