import { child, childrenOf, cut, nodeAt, numberOf, type Node } from './manifest-xml.ts';

type Value = string | number | boolean;
interface Rule {
  action: string;
  conditionCombination: string;
  conditions: {
    condition: string;
    operator: string;
    referencedObjective?: string;
    parameters?: { threshold: number };
  }[];
}
interface Objective {
  objectiveID: string;
  isPrimary: boolean;
  satisfiedByMeasure: boolean;
  minNormalizedMeasure: number;
  mapInfo: Record<string, Value>[];
}

/** An activity with its rules, in the words of the run-time that follows them. */
export interface Activity {
  id: string;
  title: string;
  isVisible: boolean;
  children?: Activity[];
  sequencingControls: Record<string, Value>;
  attemptLimit?: number;
  attemptAbsoluteDurationLimit?: string;
  objectives?: Objective[];
  sequencingRules?: Record<'preConditionRules' | 'exitConditionRules' | 'postConditionRules', Rule[]>;
  rollupRules?: { rules: (Rule & Record<string, Value | object>)[] };
  rollupConsiderations?: Record<string, Value>;
  completionThreshold?: Record<string, Value>;
  hideLmsUi?: string[];
  sharedDataMaps?: Record<string, Value>[];
  /** Of the whole: its goals are those of one attempt at it, and begin anew with the next. */
  objectivesOfAttempt?: true;
}

/** What of its rules a package is not served by, as its author is told. */
export type Unserved = 'sequencing' | 'time_limits';

interface Reading {
  /** Collections of rules, by name. */
  collections: ReadonlyMap<string, Node>;
  /** Items that are there to be shown. */
  shown: ReadonlySet<string>;
  unserved: Set<Unserved>;
}

/**
 * Reads the tree of activities of an organization, with its rules.
 * @param shown the items whose pages are there; others are left out
 * @returns null where the package has no rules: its items are taken in turn
 */
export function readSequencing(
  root: Node,
  organization: Node,
  shown: ReadonlySet<string>,
): { tree: Activity | null; unserved: Unserved[] } {
  const collections = new Map(
    childrenOf(child(root, 'sequencingCollection'), 'sequencing').map((one) => [
      one.attributes.id ?? '',
      one,
    ]),
  );
  const reading: Reading = { collections, shown, unserved: new Set() };
  const tree = activityOf(organization, reading);
  if (tree && organization.attributes.objectivesglobaltosystem === 'false') tree.objectivesOfAttempt = true;
  const ruled = shown.size > 1 && hasRules(organization);
  return { tree: ruled ? tree : null, unserved: [...reading.unserved] };
}

/** A threshold alone is judged without rules. */
function hasRules(node: Node): boolean {
  const sequencing = child(node, 'sequencing');
  if (sequencing && (sequencing.attributes.idref || sequencing.children.some(isRule))) return true;
  return childrenOf(node, 'item').some(hasRules);
}

const isRule = ({ name, children }: Node) =>
  name !== 'deliveryControls' &&
  (name !== 'objectives' || children.some((one) => one.name === 'objective' || child(one, 'mapInfo')));

function activityOf(node: Node, reading: Reading): Activity | null {
  const children = childrenOf(node, 'item')
    .map((item) => activityOf(item, reading))
    .filter((one) => one !== null);
  const id = cut(node.attributes.identifier ?? '', 200);
  const isLeaf = childrenOf(node, 'item').length === 0;
  if (id === '' || (isLeaf ? !reading.shown.has(id) : children.length === 0)) return null;
  const rules = rulesOf(node, reading);
  const activity: Activity = {
    id,
    title: cut(child(node, 'title')?.text ?? '', 300),
    isVisible: node.attributes.isvisible !== 'false',
    ...(!isLeaf && { children }),
    sequencingControls: controlsOf(rules),
  };
  return Object.assign(activity, {
    ...limitsOf(rules, reading),
    ...(rules.has('objectives') && { objectives: objectivesOf(rules) }),
    ...(rules.has('sequencingRules') && { sequencingRules: sequencingRulesOf(rules, reading) }),
    ...(rules.has('rollupRules') && { rollupRules: rollupOf(rules, reading) }),
    ...(rules.has('rollupConsiderations') && {
      rollupConsiderations: valuesOf(rules.get('rollupConsiderations'), CONSIDERATIONS),
    }),
    ...besidesOf(node),
  });
}

/** Of an activity's own rules and of the collection it names, by their names; its own come first. */
function rulesOf(node: Node, { collections, unserved }: Reading): Map<string, Node> {
  const own = child(node, 'sequencing');
  const named = own?.attributes.idref;
  const lent = named ? collections.get(named) : undefined;
  if (named && !lent) unserved.add('sequencing');
  const all = [...(lent?.children ?? []), ...(own?.children ?? [])];
  if (all.some(({ name }) => name === 'auxiliaryResources')) unserved.add('sequencing');
  // What limits a choice to what stands beside it is kept too strictly by the run-time, which then opens nothing.
  const beside = all.filter(({ name }) => name === 'constrainedChoiceConsiderations');
  if (beside.some(({ attributes }) => Object.values(attributes).includes('true'))) unserved.add('sequencing');
  // Of adlseq, objectives share their name with those of imsss, and stand after them.
  const found = new Map<string, Node>();
  for (const part of [lent, own])
    for (const one of part?.children ?? []) {
      const same = part!.children.find(({ name }) => name === one.name) === one;
      found.set(same ? one.name : `adl ${one.name}`, one);
    }
  return found;
}

type Rules = ReadonlyMap<string, Node>;
type Kind = 'truth' | 'number' | 'word';

/** Attributes with names as they are written, of those that are given. */
function valuesOf(node: Node | undefined, kinds: Readonly<Record<string, Kind>>): Record<string, Value> {
  const found: Record<string, Value> = {};
  for (const [name, kind] of Object.entries(kinds)) {
    const text = node?.attributes[name.toLowerCase()]?.trim();
    if (text === undefined || text === '') continue;
    const value =
      kind === 'truth'
        ? text === 'true' || text === '1'
        : kind === 'number'
          ? numberOf(text, 0, 1e6)
          : cut(text, 200);
    if (value !== null) found[name] = value;
  }
  return found;
}

const CONTROLS = {
  choice: 'truth',
  choiceExit: 'truth',
  flow: 'truth',
  forwardOnly: 'truth',
  useCurrentAttemptObjectiveInfo: 'truth',
  useCurrentAttemptProgressInfo: 'truth',
} as const;
const RANDOM = {
  randomizationTiming: 'word',
  selectCount: 'number',
  reorderChildren: 'truth',
  selectionTiming: 'word',
} as const;
const ROLLUP = {
  rollupObjectiveSatisfied: 'truth',
  rollupProgressCompletion: 'truth',
  objectiveMeasureWeight: 'number',
} as const;
const DELIVERY = {
  tracked: 'truth',
  completionSetByContent: 'truth',
  objectiveSetByContent: 'truth',
} as const;
const CONSIDERATIONS = {
  requiredForSatisfied: 'word',
  requiredForNotSatisfied: 'word',
  requiredForCompleted: 'word',
  requiredForIncomplete: 'word',
  measureSatisfactionIfActive: 'truth',
} as const;

function controlsOf(rules: Rules): Record<string, Value> {
  const random = valuesOf(rules.get('randomizationControls'), RANDOM);
  return {
    // As the standard has them where the manifest is silent; the run-time's own are others.
    choice: true,
    choiceExit: true,
    flow: false,
    ...valuesOf(rules.get('controlMode'), CONTROLS),
    ...random,
    ...(random.reorderChildren === true && { randomizeChildren: true }),
    ...valuesOf(rules.get('rollupRules'), ROLLUP),
    ...valuesOf(rules.get('deliveryControls'), DELIVERY),
  };
}

function limitsOf(rules: Rules, { unserved }: Reading): Pick<Activity, 'attemptLimit'> {
  const limits = rules.get('limitConditions');
  if (!limits) return {};
  const attempts = numberOf(limits.attributes.attemptlimit ?? '', 0, 1_000_000);
  const names = Object.keys(limits.attributes);
  if (names.some((name) => /duration|timelimit/.test(name))) unserved.add('time_limits');
  return attempts === null ? {} : { attemptLimit: attempts };
}

const MAP = {
  targetObjectiveID: 'word',
  readSatisfiedStatus: 'truth',
  readNormalizedMeasure: 'truth',
  writeSatisfiedStatus: 'truth',
  writeNormalizedMeasure: 'truth',
} as const;
const MORE = ['CompletionStatus', 'ProgressMeasure', 'RawScore', 'MinScore', 'MaxScore'];
const ADL_MAP: Record<string, Kind> = {
  targetObjectiveID: 'word',
  ...Object.fromEntries(
    MORE.flatMap((name) => [`read${name}`, `write${name}`]).map((name) => [name, 'truth']),
  ),
};
/** What is not named by a map of adlseq is neither read nor written. */
const UNNAMED = Object.fromEntries(
  MORE.flatMap((name) => [`read${name}`, `write${name}`]).map((name) => [name, false]),
);

function objectivesOf(rules: Rules): Objective[] {
  const more = childrenOf(rules.get('adl objectives'), 'objective');
  return (rules.get('objectives')?.children ?? [])
    .filter(({ name }) => name === 'primaryObjective' || name === 'objective')
    .map((node) => {
      const id = cut(node.attributes.objectiveid ?? '', 200);
      const adl = more.find((one) => one.attributes.objectiveid === node.attributes.objectiveid);
      return {
        // The run-time wants a name, and shows the item none of spaces.
        objectiveID: id || ' ',
        isPrimary: node.name === 'primaryObjective',
        satisfiedByMeasure: node.attributes.satisfiedbymeasure === 'true',
        minNormalizedMeasure: numberOf(child(node, 'minNormalizedMeasure')?.text ?? '', -1, 1) ?? 1,
        mapInfo: mapsOf(node, adl),
      };
    });
}

function mapsOf(node: Node, adl: Node | undefined): Record<string, Value>[] {
  const own = childrenOf(node, 'mapInfo').map((one) => ({ ...UNNAMED, ...valuesOf(one, MAP) }));
  for (const one of childrenOf(adl, 'mapInfo')) {
    const named = valuesOf(one, ADL_MAP);
    const read = Object.fromEntries(MORE.map((name) => [`read${name}`, true]));
    const same = own.find(
      (map) => 'targetObjectiveID' in map && map.targetObjectiveID === named.targetObjectiveID,
    );
    if (same) Object.assign(same, read, named);
    else
      own.push({
        readSatisfiedStatus: false,
        readNormalizedMeasure: false,
        ...UNNAMED,
        ...read,
        ...named,
      });
  }
  return own;
}

const CONDITIONS = new Set([
  'satisfied',
  'objectiveStatusKnown',
  'objectiveMeasureKnown',
  'objectiveMeasureGreaterThan',
  'objectiveMeasureLessThan',
  'completed',
  'activityProgressKnown',
  'attempted',
  'attemptLimitExceeded',
  'always',
]);
const TIMED = new Set(['timeLimitExceeded', 'outsideAvailableTimeRange']);
const ACTIONS = new Set([
  'skip',
  'disabled',
  'hiddenFromChoice',
  'stopForwardTraversal',
  'exit',
  'exitParent',
  'exitAll',
  'retry',
  'retryAll',
  'continue',
  'previous',
]);

/** A condition that the run-time does not know would hold of nothing, and its rule be followed never. */
function conditionsOf(nodes: readonly Node[], { unserved }: Reading): Rule['conditions'] {
  return nodes.map(({ attributes }) => {
    const condition = attributes.condition ?? '';
    if (TIMED.has(condition)) unserved.add('time_limits');
    else if (!CONDITIONS.has(condition)) unserved.add('sequencing');
    const threshold = numberOf(attributes.measurethreshold ?? '', -1, 1);
    return {
      condition,
      operator: attributes.operator === 'not' ? 'not' : 'noOp',
      ...(attributes.referencedobjective && {
        referencedObjective: cut(attributes.referencedobjective, 200),
      }),
      ...(threshold !== null && { parameters: { threshold } }),
    };
  });
}

function sequencingRulesOf(rules: Rules, reading: Reading): NonNullable<Activity['sequencingRules']> {
  const of = (name: string) =>
    childrenOf(rules.get('sequencingRules'), name).map((rule): Rule => {
      const action = child(rule, 'ruleAction')?.attributes.action ?? '';
      if (!ACTIONS.has(action)) reading.unserved.add('sequencing');
      const conditions = child(rule, 'ruleConditions');
      return {
        action,
        conditionCombination: conditions?.attributes.conditioncombination === 'any' ? 'any' : 'all',
        conditions: conditionsOf(childrenOf(conditions, 'ruleCondition'), reading),
      };
    });
  return {
    preConditionRules: of('preConditionRule'),
    exitConditionRules: of('exitConditionRule'),
    postConditionRules: of('postConditionRule'),
  };
}

/** Where the run-time has another word for a condition of parts than for one of rules. */
const ROLLUP_WORDS: Readonly<Record<string, string>> = { activityProgressKnown: 'progressKnown' };

function rollupOf(rules: Rules, reading: Reading): NonNullable<Activity['rollupRules']> {
  return {
    rules: childrenOf(rules.get('rollupRules'), 'rollupRule').map((rule) => {
      const conditions = child(rule, 'rollupConditions');
      const {
        childActivitySet = 'all',
        minimumPercent,
        ...least
      } = valuesOf(rule, {
        childActivitySet: 'word',
        minimumCount: 'number',
        minimumPercent: 'number',
      });
      return {
        action: child(rule, 'rollupAction')?.attributes.action ?? '',
        consideration: childActivitySet,
        ...least,
        // The manifest has a part of one, the run-time percent.
        ...(typeof minimumPercent === 'number' && { minimumPercent: minimumPercent * 100 }),
        conditionCombination: conditions?.attributes.conditioncombination === 'all' ? 'all' : 'any',
        conditions: conditionsOf(childrenOf(conditions, 'rollupCondition'), reading).map((one) => ({
          ...one,
          condition: ROLLUP_WORDS[one.condition] ?? one.condition,
        })),
      };
    }),
  };
}

/** What stands beside its rules: the threshold of completion, buttons to hide, data that items share. */
function besidesOf(node: Node): Partial<Activity> {
  const threshold = child(node, 'completionThreshold');
  const interface_ = nodeAt(node, 'presentation', 'navigationInterface');
  const hidden = childrenOf(interface_, 'hideLMSUI').map(({ text }) => cut(text, 30));
  const shared = childrenOf(child(node, 'data'), 'map').map((map) =>
    valuesOf(map, { targetID: 'word', readSharedData: 'truth', writeSharedData: 'truth' }),
  );
  return {
    ...(threshold && { completionThreshold: thresholdOf(threshold) }),
    ...(hidden.length > 0 && { hideLmsUi: hidden }),
    ...(shared.length > 0 && { sharedDataMaps: shared }),
  };
}

/** The third edition writes the number alone, the fourth says what it is for. */
export function thresholdOf(node: Node | undefined): Record<string, Value> {
  if (!node) return {};
  const alone = numberOf(node.text, 0, 1);
  if (alone !== null) return { completedByMeasure: true, minProgressMeasure: alone };
  return valuesOf(node, {
    completedByMeasure: 'truth',
    minProgressMeasure: 'number',
    progressWeight: 'number',
  });
}
