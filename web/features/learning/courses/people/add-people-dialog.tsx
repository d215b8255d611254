import { addCourseCoaches, addCourseStudents, listCoachCandidates } from '#contract/learning/courses';
import type { ResponseOf } from '#contract/platform';
import { listUsers } from '#contract/people/users';
import { useTranslations } from 'use-intl';
import { useMay } from '../../../../lib/session/session.ts';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { useForm } from '../../../../lib/form/use-form.ts';
import { Picker } from '../../../../ui/form/picker.tsx';
import { PrivateForm } from '../../../../ui/form/private-form.tsx';
import { DueOfForm, NOT_DUE, type DueRule } from '../../../../ui/date/due-field.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { personName } from '../../../../lib/words/person-name.ts';

type Candidate = ResponseOf<typeof listCoachCandidates>['results'][number];
type UserRow = ResponseOf<typeof listUsers>['results'][number];

const AS = {
  coach: { endpoint: addCourseCoaches, query: { user_type: 'trainer' } },
  student: { endpoint: addCourseStudents, query: { user_type: 'student' } },
} as const;

interface Props {
  course: { id: number; name: string };
  as: keyof typeof AS;
  onClose: () => void;
}

const initialOf = (as: keyof typeof AS): { user_ids: number[] } & Partial<DueRule> => ({
  user_ids: [],
  ...(as === 'student' && NOT_DUE),
});

/** Brings people of the company into a course, as coaches or as students of their own. */
export default function AddPeopleDialog({ course, as, onClose }: Props) {
  const t = useTranslations();
  const { endpoint, query } = AS[as];
  // A trainer has no list of users; colleagues are found by name alone.
  const may = useMay();
  const byName = as === 'coach' && !may('viewUser');
  const form = useForm({
    endpoint,
    params: { id: course.id },
    initial: initialOf(as),
    onDone: ({ added }) => {
      showSuccess(t(`courses.add.${as}.done`, { count: added }));
      onClose();
    },
  });
  const shown = {
    toOption: (person: Candidate | UserRow) => ({ id: person.id, label: labelOf(person) }),
    label: t(`courses.add.${as}.people`),
    description: t(`courses.add.${as}.hint`),
    ...form.field('user_ids'),
  };
  return (
    <Dialog onClose={onClose} title={t(`courses.add.${as}.title`)}>
      <PrivateForm form={form} submitLabel={t('courses.add.submit')} onCancel={onClose}>
        {byName ? (
          <Picker endpoint={listCoachCandidates} params={{ id: course.id }} {...shown} />
        ) : (
          <Picker endpoint={listUsers} query={query} {...shown} />
        )}
        {as === 'student' && <DueOfForm form={form} />}
      </PrivateForm>
    </Dialog>
  );
}

/** A person in the field: the address tells namesakes apart, where one may know it. */
function labelOf(person: Candidate | UserRow): string {
  const address = 'email' in person ? (person.email ?? person.phone) : null;
  const name = personName(person);
  return name === address ? name : [name, address].filter(Boolean).join(' · ');
}
