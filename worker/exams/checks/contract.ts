import * as z from 'zod/mini';
import { studentPassedForm } from '../attempts/contract.ts';
import { endpoint, instant } from '../../platform/contract.ts';
import { checkedAnswer, savedAnswer } from '../questions/contract.ts';

export const checkAnswer = endpoint({
  method: 'POST',
  path: '/api/v1/course/check_answer',
  access: 'startTest',
  summary:
    'Save one answer of a running practice and tell whether it is right, where the practice checks at once',
  body: z.strictObject({
    attempt_id: studentPassedForm.body!.shape.attempt_id,
    holder: studentPassedForm.body!.shape.holder,
    answer: savedAnswer,
  }),
  response: z.object({ server_time: instant, deadline: instant, check: checkedAnswer }),
  duringAttempt: true,
  inDispatch: 'own',
});
