import { formIntroduction } from '#contract/exams/attempts';
import { getMaterial } from '#contract/learning/materials';
import { Suspense, useEffect } from 'react';
import { Skeleton } from '../../../ui/state/skeleton.tsx';
import { useParams } from 'react-router';
import { useGoOn } from '../../../lib/api/go-on.tsx';
import { refreshProfile } from '../../../lib/session/session.ts';
import { askAtForm } from '../../parts/ask-retake.tsx';
import { noteIntroduced } from './introduced.ts';
import { IntroductionSkeleton } from '../../../features/exams/attempts/introduction-skeleton.tsx';
import { formPath } from '../../../lib/paths/material-paths.ts';
import { lockOf } from '../../../features/learning/courses/lock-of.ts';
import { KeepMaterial } from '../../../features/learning/kept/keep-button.tsx';
import { MaterialScreen } from '../../../features/learning/materials/view/material-screen.tsx';
import { codeOf } from '../../../lib/api/errors.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { fetchAhead } from '../../../lib/page/chunks.ts';
import { later, laterOver } from '../../../lib/page/later.tsx';
import { loadMessages } from '../../../lib/words/locale.tsx';
import { MaterialNotes } from '../../../features/learning/notes/material-notes.tsx';

const loadNotKept = () => import('../../../features/learning/kept/not-kept.tsx').then((it) => it.NotKept);
const NotKept = laterOver(loadNotKept);

const PackageView = later(() => import('../../../features/learning/packages/package-view.tsx'), {
  words: ['packages'],
});

/** Texts, videos and files have none. */
const loadIntroduction = () =>
  import('../../../features/exams/attempts/form-introduction.tsx').then((it) => it.FormIntroduction);
const FormIntroduction = later(loadIntroduction, { words: ['attempts'] });
// Run while the answers that the page has asked for are on their way (early.js).
if (Object.keys(window.early?.answers ?? {}).some((address) => address.includes('/form_introduction/')))
  [loadIntroduction, () => loadMessages(['attempts'])].forEach(fetchAhead);

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
  const goOn = useGoOn();
  useEffect(() => {
    // While there is a connection.
    fetchAhead(loadNotKept);
  }, []);
  // Asked once, together with the screen below.
  const { error } = useData(getMaterial, { params: { id: Number(id), materialId: Number(materialID) } });
  if (codeOf(error) === 'blocked_in_course') return <KeptOut course_id={Number(id)} />;
  const lock = lockOf(error);
  if (lock) return <LockedCourse lock={lock} />;
  return (
    <MaterialScreen
      course_id={Number(id)}
      material_id={Number(materialID)}
      // In the head from the beginning: coming later, it would move the text below.
      keep={(material) => <KeepMaterial material={material} />}
      missing={(retry) => <NotKept course_id={Number(id)} material_id={Number(materialID)} onRetry={retry} />}
      notes={(material) => <MaterialNotes course_id={material.course_id} material_id={material.id} />}
      pack={(material) => (
        <Suspense fallback={<Skeleton className="before-7" height={180} radius="lg" />}>
          <PackageView material={material} />
        </Suspense>
      )}
      form={(form_id) => (
        <Introduction
          material_id={Number(materialID)}
          form_id={form_id}
          ask={askAtForm}
          onBegun={() => {
            // Who is elsewhere by now reads there that it runs.
            if (!goOn(formPath(Number(id), Number(materialID), form_id))) void refreshProfile();
          }}
        />
      )}
    />
  );
}

/** Asks for what the introduction tells while its code is still coming. */
function Introduction({
  material_id,
  ...props
}: { material_id: number } & Parameters<typeof FormIntroduction>[0]) {
  const { form_id } = props;
  useData(formIntroduction, { params: { id: form_id } });
  useEffect(() => noteIntroduced(material_id, form_id), [material_id, form_id]);
  return (
    <Suspense fallback={<IntroductionSkeleton />}>
      <FormIntroduction {...props} />
    </Suspense>
  );
}
