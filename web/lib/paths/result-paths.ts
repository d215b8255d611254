/** Where the result of an attempt is shown. */
export const resultPath = (course_id: number, attempt_id: number) =>
  `/course/${course_id}/statistic/${attempt_id}`;

/** Where the results of a test are shown, and what staff do with it from there. */
export const resultsPath = (course_id: number, form_id: number) => `/course/${course_id}/results/${form_id}`;

export const keyPath = (course_id: number, form_id: number) => `${resultsPath(course_id, form_id)}/key`;

export const questionsPath = (course_id: number, form_id: number) =>
  `${resultsPath(course_id, form_id)}/questions`;

export const codePath = (course_id: number, form_id: number) => `${resultsPath(course_id, form_id)}/code`;

export const paperPath = (course_id: number, form_id: number) => `${resultsPath(course_id, form_id)}/paper`;

/** Where the answer sheets of a run are typed in. */
export const sheetsPath = (course_id: number, form_id: number, run_id: number) =>
  `${paperPath(course_id, form_id)}/${run_id}`;
