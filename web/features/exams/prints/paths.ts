export const resultsPath = (course_id: number, form_id: number) => `/course/${course_id}/results/${form_id}`;

export const paperPath = (course_id: number, form_id: number) => `${resultsPath(course_id, form_id)}/paper`;
