import { getMaterial } from '#contract/learning/materials';
import type { ResponseOf } from '#contract/platform';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { loadChunk } from '../../../lib/page/chunks.ts';
import { useData } from '../../../lib/api/use-data.ts';
import { Loaded, PageSkeleton } from '../../../ui/state/loaded.tsx';

// Each of the two needs much that the other does not.
const FormBuilderScreen = lazy(async () => {
  const { FormBuilderScreen: screen } = await loadChunk(
    () => import('../../../features/exams/forms/form-builder-screen.tsx'),
  );
  return { default: screen };
});
const FormPreview = lazy(() => loadChunk(() => import('../../parts/form-preview.tsx')));
const MaterialEditScreen = lazy(async () => {
  const { MaterialEditScreen: screen } = await loadChunk(
    () => import('../../../features/learning/materials/form/material-form-screens.tsx'),
  );
  return { default: screen };
});

const SavedAccessTerms = lazy(async () => {
  const { SavedAccessTerms: terms } = await loadChunk(
    () => import('../../../features/learning/materials/form/access-terms.tsx'),
  );
  return { default: terms };
});

/** The terms stand below the questions: they come when they are scrolled to. */
function TermsBelow({ material }: { material: ResponseOf<typeof getMaterial> }) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  useEffect(() => {
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting && setSeen(true), {
      rootMargin: '100px',
    });
    watch.observe(place.current!);
    return () => watch.disconnect();
  }, []);
  return (
    <div ref={place} style={{ minHeight: '16rem' }}>
      {seen && (
        <Suspense>
          <SavedAccessTerms material={material} />
        </Suspense>
      )}
    </div>
  );
}

/** A test or exam opens its builder, any other material its editor. */
export default function Page() {
  const { id, materialID } = useParams();
  const course_id = Number(id);
  const query = useData(getMaterial, { params: { id: course_id, materialId: Number(materialID) } });
  return (
    <Suspense fallback={<PageSkeleton />}>
      <Loaded query={query}>
        {(material) =>
          material.form_id === null ? (
            <MaterialEditScreen course_id={course_id} material={material} />
          ) : (
            <FormBuilderScreen
              course_id={course_id}
              material={material}
              form_id={material.form_id}
              Preview={FormPreview}
            >
              <TermsBelow material={material} />
            </FormBuilderScreen>
          )
        }
      </Loaded>
    </Suspense>
  );
}
