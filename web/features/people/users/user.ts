import type { ResponseOf, BodyInputOf } from '#contract/platform';
import type { listUsers, changeUsers } from '#contract/people/users';

export type UserRow = ResponseOf<typeof listUsers>['results'][number];

export type BulkAction = BodyInputOf<typeof changeUsers>['action'] | 'add_to_program';
