import { formIntroduction } from '#contract/exams/attempts';
import { getMaterial } from '#contract/learning/materials';
import { Suspense, use } from 'react';
import { Skeleton } from '../../../ui/state/skeleton.tsx';
import { useNavigate, useParams } from 'react-router';
import { askAtForm } from '../../parts/ask-retake.tsx';
import { IntroductionSkeleton } from '../../../features/exams/attempts/introduction-skeleton.tsx';
import { formPath } from '../../../features/exams/attempts/paths.ts';
import { lockOf } from '../../../features/learning/courses/lock-of.ts';
import { MaterialScreen } from '../../../features/learning/materials/view/material-screen.tsx';
import { codeOf } from '../../../lib/api/errors.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { later, laterOver } from '../../../lib/page/later.tsx';
import { ReadingCode } from '../../../lib/reading/reading-code.ts';
import { MaterialNotes } from '../../../features/learning/notes/material-notes.tsx';

const kept = () => import('../../../features/learning/kept/kept-material.tsx');
const KeepMaterial = later(() => kept().then((it) => it.KeepMaterial), { words: ['kept'] });
const NotKept = laterOver(() => kept().then((it) => it.NotKept), { words: ['kept'] });

const PackageView = later(() => import('../../../features/learning/packages/package-view.tsx'), {
  words: ['packages'],
});

/** Texts, videos and files have none. */
const FormIntroduction = later(
  () => import('../../../features/exams/attempts/form-introduction.tsx').then((it) => it.FormIntroduction),
  { words: ['attempts'] },
);

/** Few are ever refused. */
const KeptOut = laterOver(
  () => import('../../../features/learning/courses/kept-out.tsx').then((it) => it.KeptOut),
  { words: ['courses'] },
);
const LockedCourse = laterOver(
  () => import('../../../features/learning/courses/locked-course.tsx').then((it) => it.LockedCourse),
  { words: ['courses'] },
);

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
      keep={(material) => <Keep material={material} />}
      missing={(retry) => <NotKept course_id={Number(id)} material_id={Number(materialID)} onRetry={retry} />}
      notes={(material) => <MaterialNotes course_id={material.course_id} material_id={material.id} />}
      pack={(material) => (
        <Suspense fallback={<Skeleton className="before-7" height={180} radius="lg" />}>
          <PackageView material={material} />
        </Suspense>
      )}
      form={(form_id) => (
        <Introduction
          form_id={form_id}
          ask={askAtForm}
          onBegun={() => void navigate(formPath(Number(id), Number(materialID), form_id))}
        />
      )}
    />
  );
}

/** Its place is kept in the head: coming later, it would move the text below. */
function Keep(props: Parameters<typeof KeepMaterial>[0]) {
  if (!use(ReadingCode)) return null;
  return (
    <Suspense fallback={<Skeleton className="off-paper" height={42} width="14rem" />}>
      <KeepMaterial {...props} />
    </Suspense>
  );
}

/** Asks for what the introduction tells while its code is still coming. */
function Introduction(props: Parameters<typeof FormIntroduction>[0]) {
  useData(formIntroduction, { params: { id: props.form_id } });
  return (
    <Suspense fallback={<IntroductionSkeleton />}>
      <FormIntroduction {...props} />
    </Suspense>
  );
}
