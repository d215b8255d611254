import type { SentAnswer } from '../answers.ts';
import type { BuiltCourse, BuiltMaterial, JourneyEvent } from '../journey.ts';
import type { Story } from '../story.ts';

const MINUTE = 60_000;

interface Lead {
  person: string;
  daysAgo: number;
  /** The places of questions that are left without an answer. */
  missed: readonly number[];
  essay: string;
  /** By the criteria of the rubric which levels the trainer chose; absent: the answer waits. */
  levels?: readonly number[];
}

const LEADS: readonly Lead[] = [
  {
    person: 'a.bondarenko',
    daysAgo: 9,
    missed: [],
    essay:
      'Вітаюся й прошу розповісти, що сталося. Слухаю до кінця. Повторюю: «Ви купили набір учора, удома побачили, що він не той». Прошу колегу відкрити другу касу, щоб черга не чекала. Пояснюю, що відкриту упаковку ми міняємо лише коли товар із дефектом, і показую правило на стійці. Пропоную заяву на обмін, якщо дефект є.',
    levels: [2, 2, 2],
  },
  {
    person: 'v.hres',
    daysAgo: 6,
    missed: [2],
    essay:
      'Я б сказала, що відкрите не повертаємо, бо так написано в правилах. Якщо покупець не згоден, нехай пише скаргу. Чергу попросила б зачекати.',
    levels: [1, 1, 1],
  },
  {
    person: 'm.tsymbal',
    daysAgo: 2,
    missed: [1],
    essay:
      'Спершу відводжу покупця трохи вбік, щоб не тримати чергу, і кличу Христину на другу касу. Потім питаю, що не так з упаковкою. Якщо товар справний, пояснюю правило спокійно й без докорів. Якщо ні, оформлюю повернення як старший зміни.',
  },
  {
    person: 'm.henyk',
    daysAgo: 1,
    missed: [],
    essay:
      'У чаті буває так само: людина пише великими літерами. Дякую, що повідомили, уточнюю номер замовлення й чек. Кажу, що саме можу зробити зараз, а що перевірю до вечора. Роблю те, що обіцяла, і записую це для наступної зміни.',
  },
];

/** Several people learn to lead a shift: two have their marks, two wait for theirs, one has not begun. */
export async function becomeShiftLeads(story: Story, courses: readonly BuiltCourse[]): Promise<void> {
  const course = courses.find(({ key }) => key === 'lead')!;
  for (const lead of LEADS) await becomeShiftLead(story, course, lead);
}

async function becomeShiftLead(story: Story, course: BuiltCourse, lead: Lead): Promise<void> {
  const [theory, practice, exam] = course.materials;
  const begin = story.morning(lead.daysAgo);
  const play = (
    minute: number,
    kind: JourneyEvent['kind'],
    material: BuiltMaterial,
    answers?: SentAnswer[],
  ) =>
    story.rows('select pg_temp.play($1)', [
      JSON.stringify([
        {
          at: new Date(begin + minute * MINUTE).toISOString(),
          user_id: story.person(lead.person),
          kind,
          course_id: course.id,
          material_id: material.id,
          form_id: material.form?.id ?? null,
          answers: answers ?? [],
        },
      ]),
    ]);
  await play(0, 'open', theory!);
  await play(12, 'read', theory!);
  await play(15, 'start', practice!);
  await play(24, 'finish', practice!, await answersOf(story, practice!, { ...lead, missed: [] }));
  await play(40, 'start', exam!);
  await play(66, 'finish', exam!, await answersOf(story, exam!, lead));
  if (!lead.levels) return;
  await story.actAs('trainer', lead.daysAgo - 0.8);
  await story.rows(
    `select save_mark(t.id, (q->>'id')::integer, null, $2, '', false, null)
       from attempts t join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id
       cross join jsonb_array_elements(v.questions) q
       where t.company_id = app_company() and t.form_id = $1 and t.user_id = $3 and q->>'type' = 'essay'`,
    [exam!.form!.id, lead.levels, story.person(lead.person)],
  );
}

/** A question as an attempt has it, with its key. */
interface Asked {
  id: number;
  type?: 'short_answer' | 'number' | 'ordering' | 'matching' | 'gaps' | 'essay';
  right: number[] | Record<string, number>;
  answers: { id: number; title: string; gap?: number; is_right_answer: boolean }[];
}

/** What somebody answers to the attempt that they have begun: right, but for the places that they miss. */
async function answersOf(
  story: Story,
  { form }: BuiltMaterial,
  { person, missed, essay }: Lead,
): Promise<SentAnswer[]> {
  const [asked] = await story.rows<{ paper: Asked[] }>(
    `select paper_of(t.drawn, v.id, v.questions) as paper
       from attempts t join form_versions v on v.company_id = t.company_id and v.id = t.form_version_id
       where t.company_id = app_company() and t.form_id = $1 and t.user_id = $2 and t.status = 'running'`,
    [form!.id, story.person(person)],
  );
  return asked!.paper
    .filter((_, place) => !missed.includes(place))
    .map((question) => ({ question_id: question.id, seq: 1, ...rightAnswer(question, essay) }));
}

function rightAnswer(
  { type, right, answers }: Asked,
  essay: string,
): Pick<SentAnswer, 'answer_ids' | 'response'> {
  switch (type) {
    case 'essay':
      return { answer_ids: [], response: essay };
    case 'short_answer':
    case 'number':
      return { answer_ids: [], response: answers[0]!.title };
    case 'matching':
      return { answer_ids: [], response: right as Record<string, number> };
    case 'gaps':
      return { answer_ids: [], response: filledGaps(answers) };
    default:
      return { answer_ids: right as number[] };
  }
}

/** Each gap with what is right in it: typed, or where something wrong is offered, its id. */
function filledGaps(answers: Asked['answers']): Record<string, number | string> {
  const gaps = Map.groupBy(answers, ({ gap }) => gap!);
  return Object.fromEntries(
    [...gaps].map(([gap, offered]) => {
      const { id, title } = offered.find(({ is_right_answer }) => is_right_answer)!;
      return [gap, offered.every(({ is_right_answer }) => is_right_answer) ? title : id];
    }),
  );
}
