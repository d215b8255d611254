import { describe, expect, test } from 'vitest';
import { Rules, type Activity, type Engine } from '../../../../web/player/rules.ts';
import { ruledEngine } from '../../../../web/player/run-time.ts';
import { turns } from '../../../../web/player/turns.ts';
import { readManifest } from '../../../../worker/learning/packages/reading/manifest.ts';
import { readPrerequisites } from '../../../../worker/learning/packages/reading/prerequisites.ts';
import { aManifest } from '../../../fixtures/packages.ts';

const anyFile = new Proxy({}, { has: () => true }) as never;
const make = await ruledEngine();
interface Said {
  lmsSetValue: (element: string, value: string) => string;
  lmsFinish: (parameter: string) => string;
}

const ITEMS = ['intro', 'lesson', 'exam'].map((id) => ({ id, title: id, href: `${id}.html` }));
const objective = (id: string, maps: string) =>
  `<imsss:objectives><imsss:primaryObjective objectiveID="${id}">${maps}</imsss:primaryObjective>`;
const writes = (target: string) =>
  `<imsss:mapInfo targetObjectiveID="${target}" readSatisfiedStatus="true" writeSatisfiedStatus="true"/>`;
const AFTER = (target: string) => `<imsss:sequencingRules><imsss:preConditionRule>
  <imsss:ruleConditions conditionCombination="any"><imsss:ruleCondition referencedObjective="before" operator="not" condition="satisfied"/>
  <imsss:ruleCondition referencedObjective="before" operator="not" condition="objectiveStatusKnown"/></imsss:ruleConditions>
  <imsss:ruleAction action="disabled"/></imsss:preConditionRule></imsss:sequencingRules>
  ${objective('own', '')}<imsss:objective objectiveID="before"><imsss:mapInfo targetObjectiveID="${target}"
    readSatisfiedStatus="true"/></imsss:objective></imsss:objectives>`;
/** One after the other; the last alone decides, and has two attempts. */
const RULES = {
  intro: `${objective('own', writes('intro'))}</imsss:objectives>`,
  lesson: AFTER('intro').replace('objectiveID="own">', `objectiveID="own">${writes('lesson')}`),
  exam: `<imsss:limitConditions attemptLimit="2"/>${AFTER('lesson')}`,
};
const COUNTS =
  '<imsss:rollupRules rollupObjectiveSatisfied="false" rollupProgressCompletion="false" objectiveMeasureWeight="0"/>';
/** Who says nothing has not passed. */
const TELLS = '<imsss:deliveryControls completionSetByContent="true" objectiveSetByContent="true"/>';
const ruled = (rules: Record<string, string> = RULES, course = '') =>
  aManifest({
    standard: '2004',
    items: ITEMS.map((item) => ({
      ...item,
      sequencing: (rules[item.id] ?? '') + (item.id === 'exam' ? '' : COUNTS) + TELLS,
    })),
    sequencing: `<imsss:controlMode choice="true" flow="true"/>${course}`,
  });
const begun = (xml: string, run: string | null = null) => {
  const rules = new Rules(readManifest(xml, anyFile).sequencing as Activity, make);
  return { rules, first: rules.begin(run) };
};
const PASSED = { 'cmi.completion_status': 'completed', 'cmi.success_status': 'passed' };

/** What an item says from its beginning to its end, and where it asks to go. */
function says(rules: Rules, words: Record<string, string>, asked = '_none_'): string | null {
  const engine = rules.engine as Engine & Said;
  engine.lmsInitialize('');
  for (const [name, value] of Object.entries(words)) expect(engine.lmsSetValue(name, value)).toBe('true');
  rules.engine.adl.nav.request = asked;
  engine.lmsFinish('');
  rules.settle(asked);
  const next = rules.taken();
  rules.engine.reset();
  return next;
}
const open = (rules: Rules) => {
  const { items, next, previous } = rules.ways();
  return { items: [...items], next, previous };
};

describe('the rules of a package of 2004', () => {
  test('are read from the manifest with the collections they name, and are none where none are given', () => {
    expect(readManifest(aManifest({ standard: '2004', items: ITEMS }), anyFile).sequencing).toBeNull();
    const threshold = ITEMS.map((item) => ({ ...item, mastery: 0.5 }));
    expect(readManifest(aManifest({ standard: '2004', items: threshold }), anyFile).sequencing).toBeNull();
    const { sequencing, problems } = readManifest(ruled(), anyFile);
    expect(problems).toEqual([]);
    expect(sequencing).toMatchObject({
      id: 'o',
      sequencingControls: { choice: true, flow: true },
      children: [{ id: 'intro' }, { id: 'lesson', sequencingControls: { flow: false } }, { attemptLimit: 2 }],
    });
  });

  test('bring one item after the other, each when the one before is passed', () => {
    const { rules, first } = begun(ruled());
    expect(first).toBe('intro');
    expect(open(rules)).toEqual({ items: ['intro'], next: false, previous: false });
    expect(says(rules, { 'cmi.completion_status': 'incomplete' }, 'continue')).toBeNull();
    rules.go('choice', 'intro');
    expect(rules.taken()).toBe('intro');
    expect(says(rules, PASSED, 'continue')).toBe('lesson');
    expect(open(rules)).toEqual({ items: ['intro', 'lesson'], next: false, previous: true });
    rules.go('previous');
    expect(rules.taken()).toBe('intro');
  });

  test('take what an item says at its end into the choice it asks for', () => {
    const { rules } = begun(ruled());
    expect(says(rules, PASSED, '{target=lesson}choice')).toBe('lesson');
    expect(says(rules, { 'cmi.success_status': 'failed' }, '{target=exam}choice')).toBeNull();
  });

  test('say how the whole stands: here by the last item alone', () => {
    const { rules } = begun(ruled());
    says(rules, PASSED, 'continue');
    says(rules, PASSED, 'continue');
    expect(rules.standing).toEqual({ status: 'incomplete', success: 'unknown', score: null });
    says(rules, { ...PASSED, 'cmi.score.scaled': '0.8' });
    expect(rules.standing).toEqual({ status: 'completed', success: 'passed', score: 80 });
  });

  test('give no score where no part counts towards one', () => {
    const { rules } = begun(ruled({ ...RULES, exam: RULES.exam + COUNTS }));
    for (const asked of ['continue', 'continue', '_none_'])
      says(rules, { ...PASSED, 'cmi.score.scaled': '0.8' }, asked);
    expect(rules.standing.score).toBeNull();
  });

  test('go on where they were after every step, whether the item ended or not', () => {
    const steps: [Record<string, string>, string][] = [
      [PASSED, 'continue'],
      [{ 'cmi.completion_status': 'incomplete', 'cmi.exit': 'suspend' }, 'suspendAll'],
      [PASSED, 'continue'],
      [{ 'cmi.completion_status': 'completed', 'cmi.success_status': 'failed' }, '_none_'],
    ];
    let { rules } = begun(ruled());
    for (const [words, asked] of steps) {
      const next = says(rules, words, asked);
      const again = begun(ruled(), rules.run);
      if (next) expect(again.first).toBe(next);
      expect(again.first).not.toBeNull();
      expect(again.rules.standing.success).toBe(rules.standing.success);
      rules = again.rules;
      expect(open(rules)).toEqual(open(begun(ruled(), rules.run).rules));
    }
    expect(rules.run.length).toBeLessThan(20_000);
  });

  test('begin an item anew at a new attempt, and go on with a suspended one', () => {
    const { rules } = begun(ruled());
    expect(rules.beginsAnew('intro')).toBe(false);
    says(rules, { 'cmi.exit': 'suspend' }, 'suspendAll');
    const later = begun(ruled(), rules.run).rules;
    expect(later.beginsAnew('intro')).toBe(false);
    says(later, PASSED, 'continue');
    later.go('previous');
    expect(later.taken()).toBe('intro');
    expect(later.beginsAnew('intro')).toBe(true);
  });

  test('hide what is hidden, and are told to the author where they are not served', () => {
    const odd = ruled({
      ...RULES,
      intro: '<imsss:limitConditions attemptAbsoluteDurationLimit="PT1H"/>',
      lesson: RULES.lesson.replace('condition="satisfied"', 'condition="moonlit"'),
    });
    expect(readManifest(odd, anyFile).problems.toSorted()).toEqual(['sequencing', 'time_limits']);
  });

  test('lead where a person goes, whatever the item asks for in its last words', () => {
    const free = { intro: '', lesson: '', exam: '' };
    for (const asked of ['exitAll', 'suspendAll', '{target=intro}choice']) {
      const { rules } = begun(ruled(free));
      const engine = rules.engine as Engine & Said;
      engine.lmsInitialize('');
      rules.led = '{target=exam}choice';
      engine.lmsSetValue('adl.nav.request', asked);
      engine.Terminate('');
      rules.led = null;
      expect([asked, rules.taken(), rules.ended]).toEqual([asked, 'exam', false]);
    }
  });

  // Which of the two frames hears of it first is the browser's.
  test.each(['before', 'after'])(
    'keep the place of who goes out, whatever the item asks for in its last words, %s the page is heard to go',
    (order) => {
      const { rules } = begun(ruled({ intro: '', lesson: '', exam: '' }));
      const engine = rules.engine as Engine & Said;
      engine.lmsInitialize('');
      engine.lmsSetValue('cmi.location', 'page 3');
      if (order === 'after') rules.suspend();
      engine.lmsSetValue('adl.nav.request', 'continue');
      engine.Terminate('');
      if (order === 'before') rules.suspend();
      expect([rules.taken(), rules.ended]).toEqual([null, order === 'after']);
      expect(begun(ruled({ intro: '', lesson: '', exam: '' }), rules.run).first).toBe('intro');
    },
  );

  test('have ended what ended while the page stayed', async () => {
    const { rules } = begun(ruled({ intro: '', lesson: '', exam: '' }));
    expect(says(rules, PASSED, 'continue')).toBe('lesson');
    await new Promise((resolve) => setTimeout(resolve));
    rules.suspend();
    expect(begun(ruled({ intro: '', lesson: '', exam: '' }), rules.run).first).toBe('lesson');
  });

  test('take what an item has said to where it jumps', () => {
    const { rules } = begun(ruled({ intro: '', lesson: '', exam: '' }).replaceAll(COUNTS, ''));
    expect(says(rules, { ...PASSED, 'cmi.score.scaled': '0.6' }, '{target=exam}jump')).toBe('exam');
    expect(rules.standing.score).toBe(20);
  });

  test('open each way by what the item has said itself, not by what it found said', () => {
    const shared = objective('own', writes('shared')) + '</imsss:objectives>';
    const untilPassed = `<imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="satisfied"/>
      </imsss:ruleConditions><imsss:ruleAction action="disabled"/></imsss:preConditionRule></imsss:sequencingRules>`;
    const { rules } = begun(ruled({ intro: untilPassed + shared, lesson: '', exam: shared }));
    says(rules, { 'cmi.completion_status': 'completed', 'cmi.success_status': 'failed' }, 'continue');
    says(rules, PASSED, 'continue');
    expect(open(rules).items).toContain('intro');
    const engine = rules.engine as Engine & Said;
    engine.lmsInitialize('');
    engine.lmsSetValue('cmi.success_status', 'passed');
    expect(open(rules).items).not.toContain('intro');
  });

  test('end the whole when its last word is that it ends, and begin it again when it is opened', () => {
    const out = `<imsss:sequencingRules><imsss:postConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="always"/>
      </imsss:ruleConditions><imsss:ruleAction action="exitParent"/></imsss:postConditionRule></imsss:sequencingRules>`;
    const xml = ruled({ intro: '', lesson: out, exam: '' }).replace('choice="true"', 'choice="false"');
    for (const asked of ['continue', '_none_']) {
      const { rules } = begun(xml);
      expect([says(rules, PASSED, 'continue'), rules.ended]).toEqual(['lesson', false]);
      rules.engine.lmsInitialize('');
      rules.engine.adl.nav.request = asked;
      rules.engine.Terminate('');
      expect([rules.taken(), rules.hasMore, rules.ended]).toEqual([null, true, true]);
      expect(begun(xml, rules.run).first).toBe('intro');
    }
  });

  test('forget the goals of an attempt when the whole begins anew, where they are of one attempt', () => {
    const again = `<imsss:sequencingRules><imsss:postConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="always"/>
      </imsss:ruleConditions><imsss:ruleAction action="retryAll"/></imsss:postConditionRule></imsss:sequencingRules>`;
    const passedOver = `<imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="satisfied"/>
      </imsss:ruleConditions><imsss:ruleAction action="skip"/></imsss:preConditionRule></imsss:sequencingRules>`;
    const xml = ruled({
      intro: passedOver + objective('own', writes('intro')) + '</imsss:objectives>',
      lesson: '',
      exam: again,
    });
    const first = (manifest: string) => {
      const { rules } = begun(manifest);
      says(rules, PASSED, 'continue');
      says(rules, PASSED, 'continue');
      return says(rules, PASSED, 'exit');
    };
    expect(first(xml)).toBe('lesson');
    const ofAttempt = xml.replace('<organization ', '$&adlseq:objectivesGlobalToSystem="false" ');
    expect(first(ofAttempt)).toBe('intro');
  });

  test('leave every choice open that may be limited to what stands beside it, and say so', () => {
    const beside = '<imsss:constrainedChoiceConsiderations constrainChoice="true" preventActivation="true"/>';
    const xml = ruled({ intro: '', lesson: '', exam: '' }, beside);
    expect(readManifest(xml, anyFile).problems).toEqual(['sequencing']);
    const silent = ruled({}, beside.replaceAll('true', 'false'));
    expect(readManifest(silent, anyFile).problems).toEqual([]);
    const { rules } = begun(xml);
    expect(open(rules).items).toEqual(['intro', 'lesson', 'exam']);
  });
});

const NOTHING = '<imsss:controlMode choice="true"/>';
const rollUp = (attributes: string, condition: string, action: string) =>
  `<imsss:rollupRules><imsss:rollupRule ${attributes}><imsss:rollupConditions>${condition}</imsss:rollupConditions>
   <imsss:rollupAction action="${action}"/></imsss:rollupRule></imsss:rollupRules>`;
const SATISFIED = '<imsss:rollupCondition condition="satisfied"/>';
const FAILED = '<imsss:rollupCondition operator="not" condition="satisfied"/>';

describe('how a whole stands by its parts', () => {
  const plain = (course: string) =>
    aManifest({
      standard: '2004',
      items: ITEMS.map((item) => ({ ...item, sequencing: NOTHING })),
      sequencing: `<imsss:controlMode choice="true" flow="true"/>${course}`,
    });

  test('the measure is over all parts, so that the first of three is no pass', () => {
    const { rules } = begun(
      plain(
        '<imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.6</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives>',
      ),
    );
    const full = { 'cmi.completion_status': 'completed', 'cmi.score.scaled': '1' };
    says(rules, full, 'continue');
    expect(rules.standing).toMatchObject({ success: 'failed', score: 33.33 });
    says(rules, full, 'continue');
    expect(rules.standing).toMatchObject({ success: 'passed', score: 66.67 });
  });

  test('a least part is told of one, and not of a hundred', () => {
    const { rules } = begun(
      plain(rollUp('childActivitySet="atLeastPercent" minimumPercent="0.5"', SATISFIED, 'satisfied')),
    );
    says(rules, PASSED, 'continue');
    expect(rules.standing.success).not.toBe('passed');
    says(rules, PASSED, 'continue');
    expect(rules.standing.success).toBe('passed');
  });

  test('of a part that has not been opened neither a condition holds nor its opposite', () => {
    const { rules } = begun(plain(rollUp('childActivitySet="none"', SATISFIED, 'completed')));
    const failed = { 'cmi.completion_status': 'completed', 'cmi.success_status': 'failed' };
    says(rules, failed, 'continue');
    says(rules, failed, 'continue');
    expect(rules.standing.status).toBe('incomplete');
    says(rules, failed);
    expect(rules.standing.status).toBe('completed');
  });

  test('who has failed one part of three has not failed it yet', () => {
    const { rules } = begun(plain(''));
    const failed = { 'cmi.completion_status': 'completed', 'cmi.success_status': 'failed' };
    says(rules, failed, 'continue');
    expect(rules.standing.success).toBe('unknown');
    says(rules, PASSED, 'continue');
    says(rules, PASSED);
    expect(rules.standing.success).toBe('failed');
  });

  test('where it has rules of its own, these alone decide', () => {
    const { rules } = begun(plain(rollUp('childActivitySet="any"', FAILED, 'notSatisfied')));
    for (const asked of ['continue', 'continue', '_none_']) says(rules, PASSED, asked);
    expect(rules.standing).toMatchObject({ status: 'completed', success: 'unknown' });
  });

  test('what is not tracked has no standing', () => {
    const { rules } = begun(plain('<imsss:deliveryControls tracked="false"/>'));
    for (const asked of ['continue', 'continue', '_none_']) says(rules, PASSED, asked);
    expect(rules.standing).toMatchObject({ status: 'incomplete', success: 'unknown' });
  });

  test('of parts that do not count it is complete with the first, and nobody has passed', () => {
    const { rules } = begun(ruled({ intro: '', lesson: '', exam: COUNTS }));
    says(rules, PASSED, 'continue');
    expect(rules.standing).toMatchObject({ status: 'completed', success: 'unknown' });
  });

  test('what would be passed over now does not count where it is told so', () => {
    const passedOver = `<imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions>
      <imsss:ruleCondition condition="satisfied"/></imsss:ruleConditions><imsss:ruleAction action="skip"/>
      </imsss:preConditionRule></imsss:sequencingRules>
      <adlseq:rollupConsiderations requiredForCompleted="ifNotSkipped"/>`;
    const told = TELLS + passedOver;
    const items = ITEMS.map((item) => ({ ...item, sequencing: item.id === 'intro' ? told : TELLS }));
    const xml = aManifest({ standard: '2004', items, sequencing: '<imsss:controlMode flow="true"/>' });
    const { rules } = begun(xml);
    says(rules, { 'cmi.completion_status': 'incomplete', 'cmi.success_status': 'passed' }, 'continue');
    says(rules, PASSED, 'continue');
    says(rules, PASSED);
    expect(rules.standing.status).toBe('completed');
  });

  test('its measure says whether it is passed once it has ended, where it is told so', () => {
    const { rules } = begun(
      plain(`<imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.3
        </imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives>
        <adlseq:rollupConsiderations measureSatisfactionIfActive="false"/>`),
    );
    says(rules, { ...PASSED, 'cmi.score.scaled': '1' }, 'continue');
    expect(rules.standing.success).toBe('unknown');
    says(rules, PASSED, 'exitAll');
    expect(rules.standing.success).toBe('passed');
  });

  test('a rule counts the only attempt while it is suspended, and it is gone on with', () => {
    const once = `<imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions>
      <imsss:ruleCondition condition="attemptLimitExceeded"/></imsss:ruleConditions><imsss:ruleAction action="disabled"/>
      </imsss:preConditionRule></imsss:sequencingRules><imsss:limitConditions attemptLimit="1"/>`;
    const { rules } = begun(ruled({ intro: once, lesson: '', exam: '' }));
    expect(says(rules, { ...PASSED, 'cmi.exit': 'suspend' }, 'continue')).toBe('lesson');
    expect(open(rules).items).toEqual(['lesson', 'exam']);
    const limited = begun(plain('<imsss:limitConditions attemptLimit="1"/>')).rules;
    says(limited, PASSED, 'continue');
    says(limited, { 'cmi.completion_status': 'incomplete' }, 'suspendAll');
    expect(begun(plain('<imsss:limitConditions attemptLimit="1"/>'), limited.run).first).toBe('lesson');
  });

  test('who is in the only attempt at all of it goes on in it', () => {
    const { rules } = begun(plain('<imsss:limitConditions attemptLimit="1"/>'));
    expect(says(rules, PASSED, 'continue')).toBe('lesson');
  });
});

describe('a goal that parts share', () => {
  const shares = (more = '') =>
    `<imsss:objectives><imsss:primaryObjective objectiveID="own"/></imsss:objectives>
     <adlseq:objectives xmlns:adlseq="http://www.adlnet.org/xsd/adlseq_v1p3"><adlseq:objective objectiveID="own">
       <adlseq:mapInfo targetObjectiveID="shared" ${more}/></adlseq:objective></adlseq:objectives>`;
  const skippedIf = (condition: string) =>
    `<imsss:sequencingRules><imsss:preConditionRule><imsss:ruleConditions><imsss:ruleCondition condition="${condition}"/>
     </imsss:ruleConditions><imsss:ruleAction action="skip"/></imsss:preConditionRule></imsss:sequencingRules>`;
  const told = { 'cmi.progress_measure': '0.8', 'cmi.completion_status': 'incomplete' };
  const begunWith = (lesson = skippedIf('completed')) =>
    begun(
      ruled({
        intro: shares('writeCompletionStatus="true" writeProgressMeasure="true"'),
        lesson: `${shares()}${lesson}`,
        exam: '',
      }).replace(
        '<title>lesson</title>',
        '$&<adlcp:completionThreshold completedByMeasure="true" minProgressMeasure="0.5"/>',
      ),
    ).rules;

  test('makes a part complete by how far it has got, whatever it says of being complete', () => {
    expect(says(begunWith(), told, 'continue')).toBe('exam');
    expect(says(begunWith(), { ...told, 'cmi.progress_measure': '0.4' }, 'continue')).toBe('lesson');
    expect(says(begunWith(), { 'cmi.completion_status': 'completed' }, 'continue')).toBe('lesson');
  });

  test('opens what a chapter that would be left has reached, by choice as by the way on', () => {
    const reached = rollUp(
      'childActivitySet="all"',
      '<imsss:rollupCondition condition="completed"/>',
      'satisfied',
    );
    const chapter = `<imsss:sequencing><imsss:controlMode choice="true" flow="true"/>${reached}${objective('own', writes('shared'))}
      </imsss:objectives></imsss:sequencing></item>`;
    const xml = ruled({ intro: '', lesson: '', exam: AFTER('shared') })
      .replaceAll(COUNTS, '')
      .replace('<item identifier="intro"', '<item identifier="chapter"><title>chapter</title>$&')
      .replace('<item identifier="exam"', `${chapter}$&`);
    const { rules } = begun(xml);
    says(rules, PASSED, 'continue');
    expect(open(rules)).toEqual({ items: ['intro', 'lesson'], next: false, previous: true });
    const engine = rules.engine as Engine & Said;
    engine.lmsInitialize('');
    for (const [name, value] of Object.entries(PASSED)) engine.lmsSetValue(name, value);
    expect(open(rules)).toEqual({ items: ['intro', 'lesson', 'exam'], next: true, previous: true });
    expect(says(rules, PASSED, '{target=exam}choice')).toBe('exam');
  });

  test('is none of a part that is not tracked', () => {
    const known = skippedIf('activityProgressKnown');
    expect(says(begunWith(known), told, 'continue')).toBe('exam');
    const untracked = '<imsss:deliveryControls tracked="false"/>';
    expect(says(begunWith(known + untracked), told, 'continue')).toBe('lesson');
  });
});

describe('what an item of 1.2 asks for beforehand', () => {
  const items = ITEMS.map((item) => ({ ...item, sco: true, mastery: null, launch_data: '', depth: 0 }));
  const status = (words: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(words).map(([id, word]) => [
        id,
        { seconds: 1, elements: { 'cmi.core.lesson_status': word } },
      ]),
    );
  const within = new Map([
    ...items.map(({ id }) => [id, [id]] as [string, string[]]),
    ['part', ['intro', 'lesson']],
  ]);

  test.each([
    ['intro', { intro: 'completed' }, true],
    ['intro', { intro: 'incomplete' }, false],
    ['intro & lesson', { intro: 'passed' }, false],
    ['intro|lesson', { lesson: 'passed' }, true],
    ['~intro', { intro: 'passed' }, false],
    ['intro="failed"', { intro: 'failed' }, true],
    ['intro<>"passed"', { intro: 'passed' }, false],
    ['(intro | lesson) & ~lesson', { intro: 'passed' }, true],
    ['1*{intro,lesson}', { lesson: 'completed' }, true],
    ['2*{intro,lesson}', { lesson: 'completed' }, false],
    ['part', { intro: 'passed', lesson: 'passed' }, true],
    ['part', { intro: 'passed' }, false],
  ])('%s of %j: %s', (text, words, expected) => {
    const needs = readPrerequisites(text, within)!;
    const ways = turns([items[0]!, items[1]!, { ...items[2]!, needs }], items[1]!, status(words));
    expect([ways.next, ways.items.has('exam')]).toEqual([expected, expected]);
  });

  test.each(['intro &', 'nobody', '(intro', 'intro="gone"', '3*{intro', 'intro lesson', '', '$'])(
    '%s is not understood',
    (text) => expect(readPrerequisites(text, within)).toBeNull(),
  );

  test('is kept with the item, and with what its chapter asks for', () => {
    const xml = aManifest({
      items: [ITEMS[0]!, { ...ITEMS[1]!, needs: 'intro' }, { ...ITEMS[2]!, needs: 'who?' }],
    });
    const read = readManifest(xml, anyFile);
    expect(read.items.map(({ needs }) => needs)).toEqual([
      undefined,
      { item: 'intro', is: ['passed', 'completed'] },
      undefined,
    ]);
    expect(read.problems).toEqual(['prerequisites']);
  });
});
