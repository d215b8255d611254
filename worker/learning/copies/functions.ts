import { integer, listOf, sqlFunction } from '../../platform/database/functions.ts';

export const copyCourse = sqlFunction('copy_course', { course: integer, groups: listOf(integer) }, integer);
