export const resultsPath = (course_id: number, form_id: number) => `/course/${course_id}/results/${form_id}`;
