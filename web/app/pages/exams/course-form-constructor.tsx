import { getMaterial } from '#contract/learning/materials';
import type { ResponseOf } from '#contract/platform';
import { Suspense, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { useData } from '../../../lib/api/use-data.ts';
import { Loaded, PageSkeleton } from '../../../ui/state/loaded.tsx';
import { later, laterOver } from '../../../lib/page/later.tsx';

// Each of the two needs much that the other does not.
const FormBuilderScreen = later(() => import('../../../features/exams/forms/form-builder-screen.tsx'));
const FormPreview = laterOver(() => import('../../parts/form-preview.tsx'));
const MaterialEditScreen = later(
  () => import('../../../features/learning/materials/form/material-form-screens.tsx'),
);

const SavedAccessTerms = laterOver(
  () => import('../../../features/learning/materials/form/access-terms.tsx'),
);

const PackageDetails = laterOver(() => import('../../../features/learning/packages/package-details.tsx'), {
  words: ['packages'],
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
      {seen && <SavedAccessTerms material={material} />}
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
            <MaterialEditScreen
              course_id={course_id}
              material={material}
              details={(shown) => <PackageDetails material={shown} />}
            />
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
