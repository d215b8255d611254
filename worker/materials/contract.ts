import * as z from 'zod/mini';
import { endpoint, id, idText, nothing, optionalText, text } from '../platform/contract.ts';

export const MATERIAL_TYPES = [
  'theory',
  'video',
  'audio',
  'presentation',
  'pdf',
  'practice',
  'exam',
  'additional',
] as const;
/** The types that can be made so far; the others come with uploads. */
export const CREATABLE_TYPES = ['theory', 'additional', 'practice', 'exam'] as const;

const inCourse = z.strictObject({ id: idText });
const oneMaterial = z.strictObject({ id: idText, materialId: idText });

const materialBody = {
  name: text(200),
  description: optionalText(500),
  /** Rich text as HTML; what is not allowed is removed on write. */
  text: optionalText(200_000),
};

export const createMaterial = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/educational_material',
  access: 'editEduMaterials',
  summary: 'Add a material to a course; a practice or an exam comes with its form',
  params: inCourse,
  body: z.strictObject({ ...materialBody, type: z.enum(CREATABLE_TYPES) }),
  response: z.object({ id, form_id: z.nullable(id) }),
  status: 201,
  idempotent: true,
});

export const getMaterial = endpoint({
  method: 'GET',
  path: '/api/v1/course/course/:id/educational_material/:materialId',
  access: 'viewTestMaterials',
  summary: 'A material; opening it counts as the beginning of the course for a student',
  params: oneMaterial,
  response: z.object({
    id,
    course_id: id,
    course_name: z.string(),
    theme_color: z.string(),
    name: z.string(),
    description: z.string(),
    type: z.enum(MATERIAL_TYPES),
    text: z.string(),
    archived: z.boolean(),
    form_id: z.nullable(id),
    done: z.boolean(),
    previous_id: z.nullable(id),
    next_id: z.nullable(id),
    may_edit: z.boolean(),
  }),
});

export const updateMaterial = endpoint({
  method: 'PATCH',
  path: '/api/v1/course/course/:id/educational_material/:materialId',
  access: 'editEduMaterials',
  summary: 'Change a material',
  params: oneMaterial,
  body: z.partial(z.strictObject({ ...materialBody, archived: z.boolean() })),
  response: nothing,
  status: 204,
});

export const deleteMaterial = endpoint({
  method: 'DELETE',
  path: '/api/v1/course/course/:id/educational_material/:materialId',
  access: 'editEduMaterials',
  summary: 'Delete a material (hidden, restorable)',
  params: oneMaterial,
  response: nothing,
  status: 204,
});

export const updateMaterialsSequence = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/update_materials_sequence',
  access: 'editEduMaterials',
  summary: 'Put the materials of a course in order',
  params: inCourse,
  body: z.strictObject({ material_ids: z.array(id).check(z.minLength(1), z.maxLength(500)) }),
  response: nothing,
  status: 204,
});

export const finishMaterial = endpoint({
  method: 'POST',
  path: '/api/v1/course/course/:id/educational_material/:materialId/finish',
  access: 'viewCourseStatus',
  summary: 'The student confirms having read a material to its end',
  params: oneMaterial,
  response: nothing,
  status: 204,
});
