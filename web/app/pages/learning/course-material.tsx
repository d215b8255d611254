import { getMaterial } from '#contract/learning/materials';
import { useNavigate, useParams } from 'react-router';
import { askAtForm } from '../../parts/ask-retake.tsx';
import { FormIntroduction } from '../../../features/exams/attempts/form-introduction.tsx';
import { formPath } from '../../../features/exams/attempts/paths.ts';
import { KeptOut } from '../../../features/learning/courses/kept-out.tsx';
import { LockedCourse, lockOf } from '../../../features/learning/courses/locked-course.tsx';
import { MaterialScreen } from '../../../features/learning/materials/view/material-screen.tsx';
import { codeOf } from '../../../lib/api/errors.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { laterOver } from '../../../lib/page/later.tsx';

/** Opened by few at once: what is to be read comes first. */
const MaterialNotes = laterOver(() => import('../../../features/learning/notes/material-notes.tsx'), {
  words: ['notes'],
});

export default function Page() {
  const { id, materialID } = useParams();
  const navigate = useNavigate();
  // Asked once, together with the screen below.
  const { error } = useData(getMaterial, { params: { id: Number(id), materialId: Number(materialID) } });
  if (codeOf(error) === 'blocked_in_course') return <KeptOut course_id={Number(id)} />;
  const lock = lockOf(error);
  if (lock) return <LockedCourse lock={lock} />;
  return (
    <MaterialScreen
      course_id={Number(id)}
      material_id={Number(materialID)}
      notes={(material) => <MaterialNotes course_id={material.course_id} material_id={material.id} />}
      form={(form_id) => (
        <FormIntroduction
          form_id={form_id}
          ask={askAtForm}
          onBegun={() => void navigate(formPath(Number(id), Number(materialID), form_id))}
        />
      )}
    />
  );
}
