export const coursePath = (course_id: number) => `/course/${course_id}`;

export const managePath = (course_id: number) => `/course/${course_id}/education-materials`;

export const materialPath = (course_id: number, material_id: number) =>
  `${managePath(course_id)}/${material_id}`;

export const constructorPath = (course_id: number, material_id: number) =>
  `${materialPath(course_id, material_id)}/constructor`;
