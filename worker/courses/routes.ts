import { serve, type App } from '../platform/serve.ts';
import * as contract from './contract.ts';
import { courseOf, pageOfCourses } from './queries.ts';
import { createCourse, deleteCourse, updateCourse } from './service.ts';

export function courseRoutes(app: App) {
  serve(app, contract.listCourses, ({ db, scope, query }) => pageOfCourses(db, scope, query));
  serve(app, contract.createCourse, ({ db, scope, body }) => createCourse(db, scope, body));
  serve(app, contract.getCourse, ({ db, scope, params }) => courseOf(db, scope, params.id));
  serve(app, contract.updateCourse, ({ db, scope, params, body }) =>
    updateCourse(db, scope, params.id, body),
  );
  serve(app, contract.deleteCourse, ({ db, scope, params }) => deleteCourse(db, scope, params.id));
}
