import * as z from 'zod/mini';
import {
  endpoint,
  exactText,
  id,
  idText,
  instant,
  listQuery,
  nothing,
  optionalText,
  page,
  person,
} from '../../platform/contract.ts';
import { completeUpload, completion, partsOfUpload, uploadBegun } from '../media/contract.ts';
import { materialFile, oneFile, oneMaterial } from '../materials/contract.ts';

/** Bytes of an archive. */
export const PACKAGE_LIMIT = 500 * 1024 ** 2;

export const COMPLETIONS = ['not_attempted', 'incomplete', 'completed'] as const;
export const SUCCESSES = ['unknown', 'passed', 'failed'] as const;
/** Where somebody stands in a package by all of their tries. */
export const PACKAGE_STANDINGS = ['not_begun', 'incomplete', 'completed', 'passed', 'failed'] as const;
/** What is odd in a package, and does not keep it from running. */
export const PROBLEMS = [
  'missing_files',
  'several_organizations',
  'sequencing',
  'time_limits',
  'prerequisites',
] as const;

const MATERIAL = '/api/v1/course/course/:id/educational_material/:materialId';
const UPLOADER = '/api_uploader/v1/course/course/:id/educational_material/:materialId/package';

const oneTry = z.strictObject({ id: idText, materialId: idText, tryId: idText });

/** How a try stands. */
const standing = {
  number: z.int(),
  status: z.enum(COMPLETIONS),
  success: z.enum(SUCCESSES),
  /** From 0 to 100; null where the package gives none. */
  score: z.nullable(z.number()),
  seconds: z.int(),
  started_at: instant,
  /** When the package told something last. */
  committed_at: z.nullable(instant),
};

/** How somebody stands in a package: what their tries come to. */
export const packageResult = z.object({
  material_id: id,
  name: z.string(),
  standing: z.enum(PACKAGE_STANDINGS),
  /** Percent, of the try that counts; null where the package gives none. */
  score: z.nullable(z.number()),
  tries: z.int(),
  /** Seconds of all tries, as the package counts them. */
  time: z.int(),
});

export const uploadPackage = endpoint({
  method: 'POST',
  path: UPLOADER,
  access: 'editEduMaterials',
  summary: 'Begin the upload of a package, a zip archive up to 500 MB: where to PUT the bytes',
  params: oneMaterial,
  body: z.strictObject({
    name: exactText(255),
    /** Bytes. */
    size: z.int().check(z.gte(1), z.lte(PACKAGE_LIMIT)),
    content_type: optionalText(255),
  }),
  response: uploadBegun,
  status: 201,
});

export const listPackageParts = partsOfUpload({
  path: `${UPLOADER}/:fileId/parts`,
  access: 'editEduMaterials',
  params: oneFile,
});

export const completePackage = completeUpload({
  path: `${UPLOADER}/:fileId/complete`,
  access: 'editEduMaterials',
  params: oneFile,
  body: z.extend(completion, {
    /** Whoever is in the middle of the version before begins anew; else they end it as it was. */
    restart: z._default(z.boolean(), false),
  }),
  response: materialFile,
});

export const getPackage = endpoint({
  method: 'GET',
  path: `${MATERIAL}/package`,
  access: 'viewTestMaterials',
  summary: 'What a package is, and the caller’s own tries at it, the latest first',
  params: oneMaterial,
  response: z.object({
    /** Of the material's versions, from 1. */
    version: z.int(),
    standard: z.enum(['1.2', '2004']),
    edition: z.string(),
    title: z.string(),
    /** As they stand in its contents, with the chapters above them, which have no page. */
    items: z.array(z.object({ title: z.string(), depth: z.int(), sco: z.boolean(), chapter: z.boolean() })),
    problems: z.array(z.enum(PROBLEMS)),
    /** Pages of its contents that are not in the archive, and are left out. */
    missing: z.array(z.object({ title: z.string(), file: z.string() })),
    file_count: z.int(),
    /** Bytes when inflated. */
    inflated: z.int(),
    uploaded_at: instant,
    allow_popups: z.boolean(),
    allow_downloads: z.boolean(),
    /** Whoever is in the middle of an earlier version begins this one anew. */
    restart: z.boolean(),
    /** How many people are in the middle of an earlier version. */
    behind: z.int(),
    tries: z.array(
      z.object({
        ...standing,
        /** Of the version that the try is at; null and empty: its archive is gone. */
        version: z.nullable(z.int()),
        title: z.string(),
      }),
    ),
  }),
  inDispatch: 'course',
});

export const updatePackage = endpoint({
  method: 'PATCH',
  path: `${MATERIAL}/package`,
  access: 'editEduMaterials',
  summary:
    'Let a package open windows or give out files; or have all who are in the middle of an earlier version begin anew',
  params: oneMaterial,
  body: z.partial(
    z.strictObject({ allow_popups: z.boolean(), allow_downloads: z.boolean(), restart: z.boolean() }),
  ),
  response: nothing,
  status: 204,
});

export const startPackage = endpoint({
  method: 'POST',
  path: `${MATERIAL}/package/start`,
  access: 'viewTestMaterials',
  summary:
    'Go on with the last try at a package, or begin the next; others than students look at it, and nothing is kept',
  params: oneMaterial,
  body: z.strictObject({
    /** Begin anew where the last try is done. */
    again: z._default(z.boolean(), false),
  }),
  response: z.object({
    /** Of the player, at the origin of content; for the caller alone. */
    url: z.string(),
    /** null: nothing is kept. */
    try_id: z.nullable(id),
    number: z.int(),
    allow_popups: z.boolean(),
    allow_downloads: z.boolean(),
  }),
  inDispatch: 'course',
});

export const commitPackage = endpoint({
  method: 'POST',
  path: `${MATERIAL}/package/tries/:tryId/commit`,
  access: 'viewCourseStatus',
  summary: 'Send what a package said to its player while there was no connection',
  params: oneTry,
  bodyLimit: 4_000_000,
  body: z.strictObject({
    /** As the player would have sent it. */
    commit: z.string().check(z.maxLength(1_500_000)),
  }),
  response: z.object({
    /** Of what is kept now. */
    sequence: z.int(),
    /** The material is done. */
    done: z.boolean(),
  }),
  inDispatch: 'course',
});

export const listPackageTries = endpoint({
  method: 'GET',
  path: `${MATERIAL}/package/tries`,
  access: 'viewCourseStudents',
  summary: 'The tries of students at a package',
  params: oneMaterial,
  query: listQuery({ page_size: 20, ordering: ['last_name', 'started_at', 'score', 'seconds'] }),
  response: page(
    z.extend(person, {
      user_id: id,
      version: z.nullable(z.int()),
      ...standing,
    }),
  ),
});

export const getPackageTry = endpoint({
  method: 'GET',
  path: `${MATERIAL}/package/tries/:tryId`,
  access: 'viewCourseStudents',
  summary: 'What a student answered in a try at a package, as the package tells it',
  params: oneTry,
  response: z.object({
    id,
    user_id: id,
    ...standing,
    interactions: z.array(
      z.object({
        /** Title of the item that asks it. */
        item: z.string(),
        name: z.string(),
        type: z.string(),
        description: z.string(),
        response: z.string(),
        /** Patterns of right answers, one a line. */
        correct: z.string(),
        /** correct, wrong or incorrect, neutral, unanticipated, or a number of points. */
        result: z.string(),
        latency: z.string(),
      }),
    ),
  }),
});

export const getPackageAnswers = endpoint({
  method: 'GET',
  path: `${MATERIAL}/package/answers`,
  access: 'viewCourseStudents',
  summary:
    'How a package goes: the last tries of students, and each of its questions with its share of right answers',
  params: oneMaterial,
  response: z.object({
    /** Students who have begun. */
    people: z.int(),
    completed: z.int(),
    passed: z.int(),
    failed: z.int(),
    /** The mean of those who have one, from 0 to 100. */
    score: z.nullable(z.number()),
    /** Of the last tries; at most 500, the hardest first. */
    questions: z.array(
      z.object({
        /** Title of the item that asks it. */
        item: z.string(),
        name: z.string(),
        description: z.string(),
        answers: z.int(),
        right: z.int(),
        /** Of the answers that the package calls right or wrong, from 0 to 100; null: it calls none so. */
        share: z.nullable(z.number()),
      }),
    ),
  }),
});
