export interface SequencingRule {
  action: string;
}

/** What the rules know of a part of a package. */
export interface Part {
  isActive: boolean;
  isAvailable: boolean;
  isSuspended: boolean;
  attemptCount: number;
  attemptLimit: number | null;
  objectiveSatisfiedStatus: boolean;
  objectiveSatisfiedStatusKnown: boolean;
  objectiveNormalizedMeasure: number;
  objectiveMeasureStatus: boolean;
  completionStatus: string;
  completedByMeasure: boolean;
  minProgressMeasure: number;
  primaryObjective: {
    satisfiedByMeasure: boolean;
    progressMeasure: number;
    progressMeasureStatus: boolean;
  } | null;
  objectiveInfoAvailableInCurrentParentAttempt?: boolean;
  progressInfoAvailableInCurrentParentAttempt?: boolean;
  sequencingControls: {
    tracked: boolean;
    rollupObjectiveSatisfied: boolean;
    rollupProgressCompletion: boolean;
    objectiveMeasureWeight: number;
  };
  sequencingRules: {
    preConditionRules: readonly SequencingRule[];
    /** The action of the first that applies. */
    evaluatePreConditionRules: (part: Part) => string | null;
  };
  /** When it counts towards what is above it, by the way in which it may count. */
  requiredForSatisfied: string;
  requiredForNotSatisfied: string;
  requiredForCompleted: string;
  requiredForIncomplete: string;
}

/** A part that has parts of its own. */
interface Whole extends Part {
  getAvailableChildren: () => Part[];
  scaledPassingScore: number | null;
  rollupRules: { rules: readonly RollupRule[] };
  rollupConsiderations: { measureSatisfactionIfActive: boolean };
}

interface Condition {
  condition: string;
  evaluate: (part: Part) => boolean;
}

type Action = 'satisfied' | 'notSatisfied' | 'completed' | 'incomplete';

interface RollupRule {
  action: Action;
  consideration: string;
  minimumCount: number;
  minimumPercent: number;
  conditionCombination: string;
  conditions: readonly Condition[];
}

/** How scorm-again judges a whole by its parts. */
export interface Rollup {
  overallRollupProcess: (part: Whole, ...how: unknown[]) => unknown[];
  measureProcessor: {
    measureRollupProcess: (whole: Whole) => unknown[];
    calculateComplexWeightedMeasure: (whole: Whole, measured: readonly Part[]) => number;
  };
  objectiveProcessor: {
    objectiveRollupProcess: (whole: Whole) => void;
    syncPrimaryObjectiveFromActivity: (whole: Whole) => void;
  };
  progressProcessor: { activityProgressRollupProcess: (whole: Whole) => void };
}

/**
 * Makes scorm-again judge a whole as the standard has it (SCORM 2004, sequencing and navigation: RB.1.1 to RB.1.4).
 * @param isSkipped whether a part would be passed over now
 */
export function mendRollup(rollup: Rollup, isSkipped: (part: Part) => boolean): void {
  const { measureProcessor, objectiveProcessor, progressProcessor } = rollup;
  const [above, measure, progress] = [
    rollup.overallRollupProcess.bind(rollup),
    measureProcessor.measureRollupProcess.bind(measureProcessor),
    progressProcessor.activityProgressRollupProcess.bind(progressProcessor),
  ];
  rollup.overallRollupProcess = (part, ...how) => {
    // What its measure says counts once it has ended, and before all that is above it.
    if (part.getAvailableChildren().length > 0 && !part.rollupConsiderations.measureSatisfactionIfActive)
      objectiveProcessor.objectiveRollupProcess(part);
    return above(part, ...how);
  };
  // What is not tracked has no standing.
  measureProcessor.measureRollupProcess = (whole) => (isTracked(whole) ? measure(whole) : []);
  measureProcessor.calculateComplexWeightedMeasure = measureOverAll;
  objectiveProcessor.objectiveRollupProcess = (whole) => {
    if (!isTracked(whole)) return;
    const isSatisfied = whole.primaryObjective?.satisfiedByMeasure
      ? satisfiedByMeasure(whole)
      : byRules(whole, SATISFACTION, isSkipped);
    if (isSatisfied === undefined) return;
    if (isSatisfied === null) whole.objectiveSatisfiedStatusKnown = false;
    else whole.objectiveSatisfiedStatus = isSatisfied;
    objectiveProcessor.syncPrimaryObjectiveFromActivity(whole);
  };
  progressProcessor.activityProgressRollupProcess = (whole) => {
    if (!isTracked(whole)) return;
    if (whole.completedByMeasure) return progress(whole);
    const isComplete = byRules(whole, COMPLETION, isSkipped);
    if (isComplete === undefined) return;
    whole.completionStatus = isComplete ? 'completed' : 'incomplete';
    objectiveProcessor.syncPrimaryObjectiveFromActivity(whole);
  };
}

const isTracked = ({ sequencingControls: { tracked } }: Part): boolean => tracked;

/**
 * The measure of a whole is over all of its parts that count: whoever has done the first of four has a quarter. Left to
 * itself the run-time takes only those that have a measure, so that they had all of it, and passed.
 */
const measureOverAll: Rollup['measureProcessor']['calculateComplexWeightedMeasure'] = (whole, measured) => {
  const counted = whole
    .getAvailableChildren()
    .filter(
      ({ sequencingControls: { tracked, rollupObjectiveSatisfied } }) => tracked && rollupObjectiveSatisfied,
    );
  const sum = (parts: readonly Part[], of: (part: Part) => number): number =>
    parts.reduce((all, part) => all + of(part) * part.sequencingControls.objectiveMeasureWeight, 0);
  const weight = sum(counted, () => 1);
  return weight > 0 ? sum(measured, (part) => part.objectiveNormalizedMeasure) / weight : 0;
};

/** By its measure alone, where it is told so; null: that cannot be said yet. */
function satisfiedByMeasure(whole: Whole): boolean | null {
  const isSettled = !whole.isActive || whole.rollupConsiderations.measureSatisfactionIfActive;
  if (!isSettled || !whole.objectiveMeasureStatus) return null;
  return whole.objectiveNormalizedMeasure >= (whole.scaledPassingScore ?? 1);
}

interface Question {
  yes: Action;
  no: Action;
  /** What holds where a whole has no rules of its own. */
  rules: readonly RollupRule[];
  /** What holds then of a whole of which no part counts. */
  ofNone: boolean | undefined;
}

const ofAll = (action: Action, condition: string, evaluate: Condition['evaluate']): RollupRule => ({
  action,
  consideration: 'all',
  minimumCount: 0,
  minimumPercent: 0,
  conditionCombination: 'all',
  conditions: [{ condition, evaluate }],
});

/** Who has failed one part of three has not failed the whole yet; where nothing is judged, nobody has passed. */
const SATISFACTION: Question = {
  yes: 'satisfied',
  no: 'notSatisfied',
  rules: [
    ofAll('satisfied', 'satisfied', (part) => part.objectiveSatisfiedStatus),
    ofAll('notSatisfied', '', (part) => isKnown(part, 'satisfied')),
  ],
  ofNone: undefined,
};
/** A chapter of pages that do not count is complete with the first: who waits for one that counts waits for ever. */
const COMPLETION: Question = {
  yes: 'completed',
  no: 'incomplete',
  rules: [
    ofAll('completed', 'completed', (part) => part.completionStatus === 'completed'),
    ofAll('incomplete', '', (part) => isKnown(part, 'completed')),
  ],
  ofNone: true,
};

/** How a whole stands by its rules of one kind; undefined: as it did. */
function byRules(
  whole: Whole,
  { yes, no, rules, ofNone }: Question,
  isSkipped: (part: Part) => boolean,
): boolean | undefined {
  const parts = (action: Action) =>
    whole.getAvailableChildren().filter((part) => counts(part, action, isSkipped));
  const own = whole.rollupRules.rules.filter(({ action }) => action === yes || action === no);
  if (own.length === 0 && parts(yes).length === 0) return ofNone;
  const applying = (own.length > 0 ? own : rules).filter((rule) => applies(rule, parts(rule.action)));
  return applying.length > 0 ? applying.some(({ action }) => action === yes) : undefined;
}

/** Whether a part counts towards what its whole is by it. */
function counts(part: Part, action: Action, isSkipped: (part: Part) => boolean): boolean {
  const [controls, required] = {
    satisfied: [part.sequencingControls.rollupObjectiveSatisfied, part.requiredForSatisfied] as const,
    notSatisfied: [part.sequencingControls.rollupObjectiveSatisfied, part.requiredForNotSatisfied] as const,
    completed: [part.sequencingControls.rollupProgressCompletion, part.requiredForCompleted] as const,
    incomplete: [part.sequencingControls.rollupProgressCompletion, part.requiredForIncomplete] as const,
  }[action];
  if (!isTracked(part) || !controls || !part.isAvailable) return false;
  if (required === 'ifAttempted') return part.attemptCount > 0;
  if (required === 'ifNotSuspended') return part.attemptCount > 0 && !part.isSuspended;
  return required !== 'ifNotSkipped' || !isSkipped(part);
}

function applies(rule: RollupRule, parts: readonly Part[]): boolean {
  const found = parts.map((part) => holds(part, rule));
  const held = found.filter((one) => one === true).length;
  switch (rule.consideration) {
    case 'all':
      return held === found.length;
    case 'none':
      return found.every((one) => one === false);
    case 'any':
      return held > 0;
    case 'atLeastCount':
      return held >= rule.minimumCount;
    default:
      return found.length > 0 && (held / found.length) * 100 >= rule.minimumPercent;
  }
}

/** Whether the conditions of a rule hold of a part; null where that cannot be said: neither they nor their opposite hold. */
function holds(part: Part, { conditions, conditionCombination }: RollupRule): boolean | null {
  if (conditions.length === 0) return true;
  const found = conditions.map((one) => (isKnown(part, one.condition) ? one.evaluate(part) : null));
  const isAll = conditionCombination === 'all';
  if (found.includes(!isAll)) return !isAll;
  return found.includes(null) ? null : isAll;
}

function isKnown(part: Part, condition: string): boolean {
  const hasObjective = part.objectiveInfoAvailableInCurrentParentAttempt !== false;
  if (condition === 'satisfied') return hasObjective && part.objectiveSatisfiedStatusKnown;
  if (condition.startsWith('objectiveMeasure') && condition !== 'objectiveMeasureKnown')
    return hasObjective && part.objectiveMeasureStatus;
  if (condition === 'completed')
    return part.progressInfoAvailableInCurrentParentAttempt !== false && part.completionStatus !== 'unknown';
  return true;
}
