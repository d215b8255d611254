export const materialPath = (course_id: number, material_id: number) =>
  `/course/${course_id}/education-materials/${material_id}`;

export const formPath = (course_id: number, material_id: number, form_id: number) =>
  `${materialPath(course_id, material_id)}/form/${form_id}`;
