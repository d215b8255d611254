import { useNavigate, useParams } from 'react-router';
import { FormIntroduction } from '../../features/attempts/form-introduction.tsx';
import { formPath } from '../../features/attempts/paths.ts';
import { MaterialScreen } from '../../features/materials/material-screen.tsx';

export default function Page() {
  const { id, materialID } = useParams();
  const navigate = useNavigate();
  return (
    <MaterialScreen
      course_id={Number(id)}
      material_id={Number(materialID)}
      form={(form_id) => (
        <FormIntroduction
          form_id={form_id}
          onBegun={() => void navigate(formPath(Number(id), Number(materialID), form_id))}
        />
      )}
    />
  );
}
