/** What the rules know of a part of a package. */
interface Part {
  isActive: boolean;
  objectiveNormalizedMeasure: number;
  objectiveSatisfiedStatusKnown: boolean;
  objectiveMeasureStatus: boolean;
  completionStatus: string;
  completedByMeasure: boolean;
  minProgressMeasure: number;
  primaryObjective: { progressMeasure: number; progressMeasureStatus: boolean } | null;
  objectiveInfoAvailableInCurrentParentAttempt?: boolean;
  progressInfoAvailableInCurrentParentAttempt?: boolean;
  sequencingControls: {
    tracked: boolean;
    rollupObjectiveSatisfied: boolean;
    objectiveMeasureWeight: number;
  };
}
interface Condition {
  condition: string;
  evaluate: (part: Part) => boolean;
}
interface RollupRule {
  consideration: string;
  conditionCombination: string;
  conditions: readonly Condition[];
}

/** What scorm-again judges by: how a whole stands by its parts, and what may begin. */
export interface Judges {
  sequencingProcess: { ruleEngine: Limits };
  overallSequencingProcess: { deliveryValidator: Limits };
  rollupProcess: RollUp;
}
interface Limits {
  /** The one answers whether a part is at its limit, the other whether it is not. */
  checkLimitConditions: (part: Part) => boolean;
}
interface RollUp {
  globalObjectiveSynchronizer: {
    /** Takes into a part what it reads of goals that parts share; says whether that changed it. */
    syncGlobalObjectivesReadPhaseInternal: (part: Part, ...how: unknown[]) => boolean;
  };
  measureProcessor: {
    calculateComplexWeightedMeasure: (
      whole: { getAvailableChildren: () => Part[] },
      measured: readonly Part[],
    ) => number;
  };
  ruleEvaluator: {
    evaluateRollupConditionsSubprocess: (part: Part, rule: RollupRule) => boolean;
  };
}

/** Makes scorm-again judge as the standard has it (SCORM 2004, sequencing and navigation: UP.1, RB.1.1, RB.1.4). */
export function mendJudges({ sequencingProcess, overallSequencingProcess, rollupProcess }: Judges): void {
  const { ruleEngine } = sequencingProcess;
  const { deliveryValidator } = overallSequencingProcess;
  const isAtLimit = ruleEngine.checkLimitConditions.bind(ruleEngine);
  const isWithinLimit = deliveryValidator.checkLimitConditions.bind(deliveryValidator);
  // Who is in the only attempt at a chapter goes on in it.
  ruleEngine.checkLimitConditions = (part) => !part.isActive && isAtLimit(part);
  deliveryValidator.checkLimitConditions = (part) => part.isActive || isWithinLimit(part);
  const { measureProcessor, ruleEvaluator, globalObjectiveSynchronizer: synchronizer } = rollupProcess;
  const read = synchronizer.syncGlobalObjectivesReadPhaseInternal.bind(synchronizer);
  synchronizer.syncGlobalObjectivesReadPhaseInternal = (part, ...how) => {
    // What is not tracked has no part in them.
    if (!part.sequencingControls.tracked) return false;
    const before = part.completionStatus;
    const changed = read(part, ...how);
    if (part.completedByMeasure) part.completionStatus = completedByMeasure(part) ?? before;
    return changed || part.completionStatus !== before;
  };
  measureProcessor.calculateComplexWeightedMeasure = measureOverAll;
  ruleEvaluator.evaluateRollupConditionsSubprocess = (part, rule) =>
    holds(part, rule) ?? rule.consideration === 'none';
}

/**
 * The measure of a whole is over all of its parts that count: whoever has done the first of four has a quarter. Left to
 * itself the run-time takes only those that have a measure, so that they had all of it, and passed.
 */
const measureOverAll: RollUp['measureProcessor']['calculateComplexWeightedMeasure'] = (whole, measured) => {
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

/**
 * How a part stands that is complete by how far it has got, where it reads that of a goal that parts share: whatever
 * that goal says of its completion. Undefined where it reads nothing of it.
 */
function completedByMeasure({ minProgressMeasure, primaryObjective }: Part): string | undefined {
  if (!primaryObjective?.progressMeasureStatus) return undefined;
  return primaryObjective.progressMeasure >= minProgressMeasure ? 'completed' : 'incomplete';
}

/** Whether the conditions of a rule hold of a part; null where that cannot be said: neither they nor their opposite hold. */
function holds(part: Part, { conditions, conditionCombination }: RollupRule): boolean | null {
  if (conditions.length === 0) return true;
  const found = conditions.map((one) => (isKnown(part, one) ? one.evaluate(part) : null));
  const isAll = conditionCombination === 'all';
  if (found.includes(!isAll)) return !isAll;
  return found.includes(null) ? null : isAll;
}

function isKnown(part: Part, { condition }: Condition): boolean {
  const hasObjective = part.objectiveInfoAvailableInCurrentParentAttempt !== false;
  if (condition === 'satisfied') return hasObjective && part.objectiveSatisfiedStatusKnown;
  if (condition.startsWith('objectiveMeasure') && condition !== 'objectiveMeasureKnown')
    return hasObjective && part.objectiveMeasureStatus;
  if (condition === 'completed')
    return part.progressInfoAvailableInCurrentParentAttempt !== false && part.completionStatus !== 'unknown';
  return true;
}
