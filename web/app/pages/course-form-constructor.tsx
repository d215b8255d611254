import { getMaterial } from '#contract/materials';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router';
import { SavedAccessTerms } from '../../features/materials/access-terms.tsx';
import { loadChunk } from '../../lib/chunks.ts';
import { useData } from '../../lib/use-data.ts';
import { Loaded, PageSkeleton } from '../../ui/loaded.tsx';

// Each of the two needs much that the other does not.
const FormBuilderScreen = lazy(async () => {
  const { FormBuilderScreen: screen } = await loadChunk(
    () => import('../../features/forms/form-builder-screen.tsx'),
  );
  return { default: screen };
});
const FormPreview = lazy(() => loadChunk(() => import('../form-preview.tsx')));
const MaterialEditScreen = lazy(async () => {
  const { MaterialEditScreen: screen } = await loadChunk(
    () => import('../../features/materials/material-form-screens.tsx'),
  );
  return { default: screen };
});

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
            <>
              <FormBuilderScreen
                course_id={course_id}
                material={material}
                form_id={material.form_id}
                Preview={FormPreview}
              />
              <SavedAccessTerms material={material} />
            </>
          )
        }
      </Loaded>
    </Suspense>
  );
}
