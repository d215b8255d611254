import { AppError } from '../../errors/app-error.ts';
import type { App } from '../../platform/http/app.ts';
import { serve } from '../../platform/http/serve.ts';
import * as blocking from './blocking/contract.ts';
import * as contract from './contract.ts';
import { courseOf, pageOfMaterials } from './queries-one.ts';
import { pageOfCourses } from './queries.ts';
import {
  categoryOf,
  pageOfCategories,
  pageOfCourseNames,
  pageOfCourseTags,
  statusInfo,
} from './queries-directory.ts';
import { pageOfBlockedUsers, pageOfCoachCandidates, pageOfCourseStudents } from './queries-people.ts';
import {
  addCoursePeople,
  blockInCourse,
  createCourse,
  createCourseCategory,
  deleteCourse,
  deleteCourseCategory,
  leaveCourse,
  removeCoursePerson,
  removeCoursePhoto,
  updateCourse,
  updateCourseCategory,
  uploadCoursePhoto,
} from './service.ts';

export function courseRoutes(app: App) {
  app.contracts.push(contract, blocking);
  serve(app, contract.listCourses, ({ db, scope, query }) => pageOfCourses(db, scope, query));
  serve(app, contract.createCourse, ({ db, scope, body }) => createCourse(db, scope, body));
  // Before the paths with an id, which it would be taken for.
  serve(app, contract.getStatusInfo, ({ db, scope }) => statusInfo(db, scope));
  serve(app, contract.getCourse, ({ db, scope, params }) => courseOf(db, scope, params.id));
  serve(app, contract.listMaterials, ({ db, scope, params, query }) =>
    pageOfMaterials(db, scope, params.id, query),
  );
  serve(app, contract.updateCourse, ({ db, scope, params, body }) =>
    updateCourse(db, scope, params.id, body),
  );
  serve(app, contract.deleteCourse, ({ db, scope, params }) => deleteCourse(db, scope, params.id));
  serve(app, contract.uploadCoursePhoto, ({ env, db, scope, params, upload }) =>
    uploadCoursePhoto(env, db, scope, params.id, upload),
  );
  serve(app, contract.removeCoursePhoto, ({ env, db, scope, params }) =>
    removeCoursePhoto(env, db, scope, params.id),
  );
  peopleRoutes(app);
  directoryRoutes(app);
}

function peopleRoutes(app: App) {
  serve(app, contract.listCourseStudents, ({ db, scope, params, query }) =>
    pageOfCourseStudents(db, scope, params.id, query),
  );
  serve(app, contract.addCourseStudents, ({ db, scope, params, body }) =>
    addCoursePeople(db, scope, params.id, 'student', body),
  );
  serve(app, contract.removeCourseStudent, ({ db, scope, params }) =>
    removeCoursePerson(db, scope, 'student', params),
  );
  serve(app, contract.listCoachCandidates, ({ db, scope, params, query }) =>
    pageOfCoachCandidates(db, scope, params.id, query),
  );
  serve(app, contract.addCourseCoaches, ({ db, scope, params, body }) =>
    addCoursePeople(db, scope, params.id, 'coach', body),
  );
  serve(app, contract.removeCourseCoach, ({ db, scope, params }) =>
    removeCoursePerson(db, scope, 'coach', params),
  );
  serve(app, contract.leaveCourse, ({ db, scope, params }) => leaveCourse(db, scope, params.id));
  serve(app, blocking.listBlockedUsers, ({ db, scope, params, query }) =>
    pageOfBlockedUsers(db, scope, params.id, query),
  );
  serve(app, blocking.getBlockedUser, async ({ db, scope, params }) => {
    const { results } = await pageOfBlockedUsers(
      db,
      scope,
      params.id,
      { page: 1, page_size: 1 },
      params.user_id,
    );
    if (!results[0]) throw new AppError('not_found');
    return results[0];
  });
  serve(app, blocking.blockUser, ({ db, scope, params, body }) =>
    blockInCourse(db, scope, params.id, body.user_pk, true),
  );
  serve(app, blocking.unblockUser, ({ db, scope, params }) =>
    blockInCourse(db, scope, params.id, params.user_id, false),
  );
}

function directoryRoutes(app: App) {
  serve(app, contract.listCourseNames, ({ db, scope, query }) => pageOfCourseNames(db, scope, query));
  serve(app, contract.listCourseTags, ({ db, scope, query }) => pageOfCourseTags(db, scope, query));
  serve(app, contract.listCourseCategories, ({ db, scope, query }) => pageOfCategories(db, scope, query));
  serve(app, contract.getCourseCategory, ({ db, scope, params }) => categoryOf(db, scope, params.id));
  serve(app, contract.createCourseCategory, ({ db, scope, body }) =>
    createCourseCategory(db, scope, body.name),
  );
  serve(app, contract.updateCourseCategory, ({ db, scope, params, body }) =>
    updateCourseCategory(db, scope, params.id, body.name),
  );
  serve(app, contract.deleteCourseCategory, ({ db, scope, params }) =>
    deleteCourseCategory(db, scope, params.id),
  );
}
