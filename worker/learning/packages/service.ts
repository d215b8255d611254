import { and, eq, isNull, sql } from 'drizzle-orm';
import { inReach } from '../../access/authorize.ts';
import type { Reach } from '../../access/contract.ts';
import { AppError } from '../../errors/app-error.ts';
import { fileOf } from '../materials/queries-files.ts';
import { ownerOf } from '../materials/service-files.ts';
import { materials } from '../materials/tables.ts';
import { shownFile } from '../media/queries.ts';
import { completeUpload } from '../media/service-uploads.ts';
import type { Env, Scope } from '../../platform/context.ts';
import type { BodyOf, ParamsOf } from '../../platform/contract.ts';
import type { Db } from '../../platform/database/database.ts';
import { build, prepared, required, tied, type Given } from '../../platform/database/queries.ts';
import type * as contract from './contract.ts';
import { contentOrigin, signContent } from './content/content-token.ts';
import * as call from './functions.ts';
import { packages } from './tables.ts';
import { currentPackage } from './functions.ts';

type OneMaterial = ParamsOf<typeof contract.getPackage>;

/** Loaded with the first package: what reads archives is needed for nothing else. */
const reading = () => import('./service-uploads.ts');

/**
 * Makes an uploaded package the one that its material shows; the one before stays for those in the middle of it.
 * Errors: package_refused, upload_incomplete, wrong_file_format on "file"; not_found.
 */
export async function completePackage(
  env: Env,
  db: Db,
  scope: Scope,
  params: ParamsOf<typeof contract.completePackage>,
  { restart, ...completion }: BodyOf<typeof contract.completePackage>,
) {
  const { fileId: media, materialId: material } = params;
  await completeUpload(env, db, scope, ownerOf(params), media, completion, async (key, size) => {
    const { readPackage } = await reading();
    const { manifest, index } = await readPackage(env, key, size);
    const places = Object.values(index);
    const inflated = places.reduce((sum, place) => sum + place[2], 0);
    const kept = { ...manifest, file_count: places.length, inflated, restart };
    return [call.keepPackage({ material, media, package: kept, files: index })];
  });
  const [[file]] = await db.run(scope, fileOf({ media_id: media }));
  return shownFile(env, scope, file!);
}

interface Change {
  company_id: number;
  course_id: number;
  id: number;
  allow_popups: boolean | undefined;
  allow_downloads: boolean | undefined;
  restart: boolean | undefined;
}

const changePackage = prepared((given: Given<Change>, reach: Reach) =>
  build
    .update(packages)
    .set({
      // A statement sets something, also where nothing is given.
      title: sql`${packages.title}`,
      allow_popups: given.allow_popups,
      allow_downloads: given.allow_downloads,
      restart: given.restart,
    })
    .from(materials)
    .where(
      and(
        eq(packages.company_id, given.company_id),
        tied(materials, packages, eq(materials.id, packages.material_id)),
        eq(materials.course_id, given.course_id),
        eq(materials.id, given.id),
        isNull(materials.deleted_at),
        eq(packages.media_id, currentPackage({ material: materials.id })),
        inReach({ reach }, 'courses', materials.course_id),
      ),
    )
    .returning({ id: packages.media_id }),
);

/** Lets a package do more, or less. Errors: not_found. */
export async function updatePackage(
  db: Db,
  scope: Scope,
  { id: course_id, materialId: id }: OneMaterial,
  { allow_popups, allow_downloads, restart }: BodyOf<typeof contract.updatePackage>,
): Promise<undefined> {
  const { company_id, reach } = scope;
  await db.run(
    scope,
    required(changePackage({ company_id, course_id, id, allow_popups, allow_downloads, restart }, reach)),
  );
}

/**
 * Goes on with the last try or begins the next, and gives the address of its player.
 * Errors: not_found, material_locked, blocked_during_tests, blocked_in_course; unavailable without a host of content.
 */
export async function startPackage(
  env: Env,
  db: Db,
  scope: Scope,
  { id: course, materialId: material }: OneMaterial,
  { again }: BodyOf<typeof contract.startPackage>,
) {
  if (!env.CONTENT_URL) throw new AppError('unavailable');
  const [[started]] = await db.run(scope, call.startPackage({ course, material, again }));
  const { try_id, number, package_id, started_at, allow_popups, allow_downloads } = started!;
  const token = {
    session: scope.session_id,
    user_type: scope.user_type,
    company: scope.company_id,
    user: scope.user_id,
    material,
    package: package_id,
    try: try_id,
    dispatched: scope.only_course !== undefined,
  };
  const signed = await signContent(env, token, started_at);
  return {
    url: `${contentOrigin(env, token)}/${signed}/player`,
    try_id: try_id || null,
    number,
    allow_popups,
    allow_downloads,
  };
}
