import { mendRollup, type Part, type Rollup, type SequencingRule } from './rollup.ts';

interface Limits {
  /** The one answers whether a part is at its limit, the other whether it is not. */
  checkLimitConditions: (part: Part) => boolean;
}
interface Goals {
  /** Takes into a part what it reads of goals that parts share; says whether that changed it. */
  syncGlobalObjectivesReadPhaseInternal: (part: Part, ...how: unknown[]) => boolean;
}

interface Goal {
  satisfiedStatusKnown: boolean;
  normalizedMeasureKnown: boolean;
  completionStatusKnown: boolean;
  progressMeasureKnown: boolean;
}

/** What scorm-again judges by: how a whole stands by its parts, and what may begin. */
export interface Judges {
  sequencingProcess: {
    ruleEngine: Limits & {
      /** The action of the first of the rules that applies. */
      checkSequencingRules: (part: Part, rules: readonly SequencingRule[]) => string | null;
    };
    /** Knows a part as it would be once the chapters that would be left have ended. */
    traversalService: { getActivityForEvaluation: (part: Part) => Part };
    /** Looks for what comes next. */
    sequencingRequestProcess: (request: string, target?: string | null) => unknown;
  };
  overallSequencingProcess: {
    deliveryValidator: Limits;
    activityTree: { currentActivity: Part | null; root: Part };
    getGlobalObjectiveMap: () => Map<string, Goal>;
    navigationValidityService: {
      validateJumpRequest: (target: string) => { valid: boolean; terminationRequest: string | null };
      /** The action of the first rule that keeps a part from being chosen. */
      evaluatePreConditionRulesForChoice: (part: Part) => string | null;
    };
  };
  rollupProcess: Rollup & {
    globalObjectiveSynchronizer: Goals;
    processGlobalObjectiveMapping: (part: Part, goals: Map<string, Goal>) => void;
  };
}

/** Makes scorm-again judge as the standard has it (SCORM 2004, sequencing and navigation: NB.2.1, UP.1, rollup). */
export function mendJudges(judges: Judges, goalsAreOfAttempt: boolean): void {
  const { sequencingProcess, overallSequencingProcess, rollupProcess } = judges;
  const { ruleEngine } = sequencingProcess;
  const { deliveryValidator } = overallSequencingProcess;
  const isAtLimit = ruleEngine.checkLimitConditions.bind(ruleEngine);
  const isWithinLimit = deliveryValidator.checkLimitConditions.bind(deliveryValidator);
  // Who is in the only attempt at a part goes on in it, also after a break; a rule counts that attempt all the same.
  ruleEngine.checkLimitConditions = (part) => !isBegun(part) && isAtLimit(part);
  deliveryValidator.checkLimitConditions = (part) => isBegun(part) || isWithinLimit(part);
  Object.getPrototypeOf(overallSequencingProcess.activityTree.root).hasAttemptLimitExceeded = function (
    this: Part,
  ): boolean {
    return this.attemptLimit !== null && this.attemptCount >= this.attemptLimit;
  };
  mendGoals(rollupProcess.globalObjectiveSynchronizer);
  mendJumps(overallSequencingProcess);
  mendChoices(judges);
  if (goalsAreOfAttempt) mendRetries(judges);
  mendRollup(rollupProcess, (part) => {
    const { preConditionRules } = part.sequencingRules;
    const skips = preConditionRules.filter(({ action }) => action === 'skip');
    return ruleEngine.checkSequencingRules(part, skips) !== null;
  });
}

const isBegun = ({ isActive, isSuspended }: Part): boolean => isActive || isSuspended;

/** Goals that parts share. */
function mendGoals(goals: Goals): void {
  const read = goals.syncGlobalObjectivesReadPhaseInternal.bind(goals);
  goals.syncGlobalObjectivesReadPhaseInternal = (part, ...how) => {
    // What is not tracked has no part in them.
    if (!part.sequencingControls.tracked) return false;
    const before = part.completionStatus;
    const changed = read(part, ...how);
    // Set, and not only read, it counts for what is above.
    part.completionStatus = part.completedByMeasure
      ? (completedByMeasure(part) ?? before)
      : part.completionStatus;
    return changed || part.completionStatus !== before;
  };
}

/**
 * How a part stands that is complete by how far it has got, where it reads that of a goal that parts share: whatever
 * that goal says of its completion. Undefined where it reads nothing of it.
 */
function completedByMeasure({ minProgressMeasure, primaryObjective }: Part): string | undefined {
  if (!primaryObjective?.progressMeasureStatus) return undefined;
  return primaryObjective.progressMeasure >= minProgressMeasure ? 'completed' : 'incomplete';
}

/** Who jumps elsewhere has ended what was open, with all that it has said. */
function mendJumps({
  activityTree,
  navigationValidityService: validity,
}: Judges['overallSequencingProcess']): void {
  const jump = validity.validateJumpRequest.bind(validity);
  validity.validateJumpRequest = (target) => {
    const found = jump(target);
    if (found.valid && activityTree.currentActivity?.isActive) found.terminationRequest = 'exit';
    return found;
  };
}

/**
 * What a chapter has reached is told to others when it ends. Left to itself the run-time takes that into the way on and
 * into what it delivers, and refuses a choice of the same before.
 */
function mendChoices({ sequencingProcess, overallSequencingProcess }: Judges): void {
  const { navigationValidityService: validity } = overallSequencingProcess;
  const { traversalService } = sequencingProcess;
  validity.evaluatePreConditionRulesForChoice = (part) =>
    part.sequencingRules.evaluatePreConditionRules(traversalService.getActivityForEvaluation(part));
}

/** Whoever begins the whole anew has reached none of its goals, where they are those of one attempt. */
function mendRetries({ sequencingProcess, overallSequencingProcess: overall, rollupProcess }: Judges): void {
  const next = sequencingProcess.sequencingRequestProcess.bind(sequencingProcess);
  sequencingProcess.sequencingRequestProcess = (request, target) => {
    const { currentActivity, root } = overall.activityTree;
    if (request === 'retryAll' || (request === 'retry' && currentActivity === root)) {
      const goals = overall.getGlobalObjectiveMap();
      for (const goal of goals.values()) Object.assign(goal, REACHED_BY_NOBODY);
      rollupProcess.processGlobalObjectiveMapping(root, goals);
    }
    return next(request, target);
  };
}

const REACHED_BY_NOBODY: Goal = {
  satisfiedStatusKnown: false,
  normalizedMeasureKnown: false,
  completionStatusKnown: false,
  progressMeasureKnown: false,
};
