export const resultsPath = (course_id: number, form_id: number) => `/course/${course_id}/results/${form_id}`;

export const keyPath = (course_id: number, form_id: number) => `${resultsPath(course_id, form_id)}/key`;

export const questionsPath = (course_id: number, form_id: number) =>
  `${resultsPath(course_id, form_id)}/questions`;

export const codePath = (course_id: number, form_id: number) => `${resultsPath(course_id, form_id)}/code`;

export const paperPath = (course_id: number, form_id: number) => `${resultsPath(course_id, form_id)}/paper`;
