/** Where a file of the product stands: `worker/learning/courses/service.ts` is part worker, slice courses, file service. */
interface Place {
  part: string;
  slice: string;
  file: string;
}

const BASE = ['platform', 'access', 'errors'];
const WEB_LAYERS = ['lib', 'ui', 'features', 'app'];
/**
 * The slices in their order: each may ask those before it, and none after it. Tables are joined by whoever needs them, as
 * foreign keys tie them. Drawn in docs/architecture.md.
 */
export const SLICES: readonly string[] = [
  ['media', 'accounts', 'factors', 'companies', 'social'],
  ['invitations', 'users', 'imports', 'groups', 'directories'],
  [
    'courses',
    'materials',
    'notes',
    'packages',
    'dispatches',
    'copies',
    'library',
    'programs',
    'chronology',
    'webinars',
  ],
  [
    'certificates',
    'questions',
    'formulas',
    'forms',
    'exchange',
    'bank',
    'conditions',
    'attempts',
    'checks',
    'handins',
    'results',
    'marks',
    'prints',
    'sheets',
  ],
  ['statistics', 'dashboard', 'today', 'history', 'search'],
  ['notifications', 'support', 'health', 'archives', 'erasure'],
].flat();
/** Each may import what stands before it, and its own. */
const WORKER_LAYERS = ['tables', 'functions', 'queries', 'service', 'routes'];
const CONTRACT_PACKAGES = /^zod(\/|$)/;

/**
 * What is wrong with an import, or null.
 * @param from path of the importing file below the checkout
 * @param to path of the imported file below the checkout, or the name of a package
 * @param isType whether only types are imported, which are gone at run time
 */
export function directionProblem(from: string, to: string, isType: boolean): string | null {
  const source = placeOf(from);
  if (source.part !== 'worker' && source.part !== 'web') return null;
  const target = placeOf(to);
  if (['tools', 'tests'].includes(target.part)) return `${target.part} are never shipped`;
  return source.part === 'worker' ? workerProblem(source, target, to, isType) : webProblem(from, to);
}

function placeOf(path: string): Place {
  const [part = '', ...rest] = path.split('/');
  const file = (rest.at(-1) ?? '').replace(/\.\w+$/, '');
  // What every slice stands on is in no wing.
  const [first = '', second = ''] = rest.slice(0, -1);
  return { part, slice: BASE.includes(first) ? first : second, file };
}

function workerProblem(source: Place, target: Place, to: string, isType: boolean): string | null {
  const isOwnCode = target.part === 'worker';
  if (target.part === 'web') return 'the worker knows nothing of the web client';
  if (to.startsWith('#contract/')) return 'inside the worker a contract is imported by its path';
  if (source.slice === '') return null;

  if (isOwnCode && BASE.includes(source.slice) && !BASE.includes(target.slice)) {
    return `${source.slice} knows no slice`;
  }
  const upwards = isOwnCode ? orderProblem(source, target) : null;
  if (upwards) return upwards;
  if (source.file === 'contract') {
    const isAllowed = isOwnCode ? target.file === 'contract' : CONTRACT_PACKAGES.test(to);
    return isAllowed ? null : 'a contract imports zod and other contracts only';
  }
  if (isPure(source))
    return isType || (isOwnCode && (isPure(target) || target.file === 'contract'))
      ? null
      : `${source.file} is pure: it imports types, contracts and what is pure`;
  if (source.file === 'routes' && /^drizzle-orm(\/|$)/.test(to)) return 'routes hold no SQL';
  return isOwnCode ? sliceProblem(source, target) : null;
}

function orderProblem(source: Place, target: Place): string | null {
  if (BASE.includes(source.slice) || BASE.includes(target.slice) || target.slice === '') return null;
  const [from, to] = [SLICES.indexOf(source.slice), SLICES.indexOf(target.slice)];
  if (from < 0) return `${source.slice} has no place in the order of slices`;
  return to > from && target.file !== 'tables' ? `${source.slice} stands below ${target.slice}` : null;
}

function sliceProblem(source: Place, target: Place): string | null {
  const from = WORKER_LAYERS.indexOf(layerOf(source.file));
  const to = WORKER_LAYERS.indexOf(layerOf(target.file));
  if (BASE.includes(target.slice) || BASE.includes(source.slice)) return null;
  if (target.slice === '') return 'a slice does not know what mounts it';
  if (layerOf(source.file) === 'routes' && ['tables', 'functions'].includes(layerOf(target.file)))
    return 'routes hold no SQL';
  if (from >= 0 && to > from) return `${source.file} stands below ${target.file}`;
  if (source.slice === target.slice) return null;
  if (layerOf(target.file) === 'routes') return 'routes are mounted by app.ts only';
  return null;
}

/** `service-invitations` is service split by noun. */
const layerOf = (file: string): string => file.split('-')[0] ?? file;

/** The domain file of a slice bears its noun in the singular: `attempts/attempt.ts`. */
const isPure = ({ slice, file }: Place): boolean => singularOf(slice) === file;

function webProblem(from: string, to: string): string | null {
  const [, layer = '', , feature] = from.split('/');
  const [part, targetLayer = '', , targetFeature] = to.split('/');
  if (part === 'worker') return 'the web client sees the worker through #contract/<wing>/<slice> only';
  if (part !== 'web' || !WEB_LAYERS.includes(layer)) return null;
  if (WEB_LAYERS.indexOf(targetLayer) > WEB_LAYERS.indexOf(layer))
    return `${layer} stands below ${targetLayer}`;
  if (layer === 'features' && targetLayer === 'features' && feature !== targetFeature) {
    return `the feature ${feature} does not know the feature ${targetFeature}`;
  }
  return null;
}

/** The singular of a slice's name. */
export function singularOf(slice: string): string {
  if (slice.endsWith('ies')) return `${slice.slice(0, -3)}y`;
  return slice.replace(/s$/, '');
}
