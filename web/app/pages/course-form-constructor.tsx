import { getMaterial } from '#contract/materials';
import { useParams } from 'react-router';
import { FormBuilderScreen } from '../../features/forms/form-builder-screen.tsx';
import { SavedAccessTerms } from '../../features/materials/access-terms.tsx';
import { MaterialEditScreen } from '../../features/materials/material-form-screens.tsx';
import { useData } from '../../lib/use-data.ts';
import { Loaded } from '../../ui/loaded.tsx';

/** A test or exam opens its builder, any other material its editor. */
export default function Page() {
  const { id, materialID } = useParams();
  const course_id = Number(id);
  const query = useData(getMaterial, { params: { id: course_id, materialId: Number(materialID) } });
  return (
    <Loaded query={query}>
      {(material) =>
        material.form_id === null ? (
          <MaterialEditScreen course_id={course_id} material={material} />
        ) : (
          <>
            <FormBuilderScreen course_id={course_id} material={material} form_id={material.form_id} />
            <SavedAccessTerms material={material} />
          </>
        )
      }
    </Loaded>
  );
}
