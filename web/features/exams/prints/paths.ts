export const resultsPath = (course_id: number, form_id: number) => `/course/${course_id}/results/${form_id}`;

export const sheetsPath = (course_id: number, form_id: number, run_id: number) =>
  `${resultsPath(course_id, form_id)}/paper/${run_id}`;
