import { createProgram } from '#contract/learning/programs';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import { useGoOn } from '../../../../lib/api/go-on.tsx';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useKeptWords } from '../../../../lib/form/kept-words.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { PrivateForm } from '../../../../ui/form/private-form.tsx';
import { RestoredWords } from '../../../../ui/form/restored-words.tsx';
import { PageHeader } from '../../../../ui/page/page-header.tsx';
import { PROGRAM_TEXTS, ProgramFields, type ProgramValues } from './program-form.tsx';

const EMPTY: ProgramValues = {
  name: '',
  internal_name: '',
  description: '',
  detailed_description: '',
  tags: [],
  course_ids: [],
  group_ids: [],
};

export function ProgramCreateScreen() {
  const t = useTranslations();
  const navigate = useNavigate();
  const goOn = useGoOn();
  const kept = useKeptWords('program', PROGRAM_TEXTS);
  const form = useForm({
    endpoint: createProgram,
    initial: EMPTY,
    typed: kept.found?.words,
    onDone: ({ id }, { name }) => {
      showSuccess(t('programs.created', { name: name.trim() }));
      goOn(`/program/${id}`, { replace: true });
    },
  });
  return (
    <>
      <PageHeader title={t('programs.create_title')} back={{ to: '/program', label: t('programs.title') }} />
      <PrivateForm
        form={form}
        submitLabel={t('common.create')}
        onCancel={() => void navigate('/program')}
        onLeave={form.markSaved}
      >
        <RestoredWords form={form} kept={kept} />
        <ProgramFields form={form} />
      </PrivateForm>
    </>
  );
}
