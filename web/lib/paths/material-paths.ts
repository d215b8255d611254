export const coursePath = (course_id: number) => `/course/${course_id}`;

/** Where a course's materials are put in order and made. */
export const managePath = (course_id: number) => `${coursePath(course_id)}/education-materials`;

export const materialPath = (course_id: number, material_id: number) =>
  `${managePath(course_id)}/${material_id}`;

/** Where a material, or its test, is edited. */
export const constructorPath = (course_id: number, material_id: number) =>
  `${materialPath(course_id, material_id)}/constructor`;

/** Where a test is taken. */
export const formPath = (course_id: number, material_id: number, form_id: number) =>
  `${materialPath(course_id, material_id)}/form/${form_id}`;
