import { cashDesk } from './courses/cash-desk.ts';
import { customerService } from './courses/customer-service.ts';
import { fireSafety } from './courses/fire-safety.ts';
import { foodHygiene } from './courses/food-hygiene.ts';
import { labourProtection } from './courses/labour-protection.ts';
import { shiftLead } from './courses/shift-lead.ts';
import { warehouse } from './courses/warehouse.ts';

export const COMPANY = {
  name: 'Крамниця Поруч',
  email: 'office@poruch.example',
  phone: '+380445550142',
  website: 'poruch.example',
  description:
    'Мережа крамниць біля дому: два магазини в Києві, розподільчий центр у Борисполі та служба доставки «Їжа додому».',
  licence_limit: 50,
};

export const COURSES = [
  fireSafety,
  labourProtection,
  customerService,
  cashDesk,
  foodHygiene,
  warehouse,
  shiftLead,
];

/** Who teaches a course and which groups take it directly. */
export const COURSE_LINKS: Readonly<
  Record<string, { coaches: readonly string[]; groups: readonly string[] }>
> = {
  fire: { coaches: ['h.ilnytska'], groups: ['shops', 'warehouse', 'calls'] },
  labour: { coaches: ['h.ilnytska'], groups: ['warehouse', 'calls'] },
  service: { coaches: ['trainer'], groups: ['calls'] },
  cash: { coaches: ['trainer'], groups: ['shops'] },
  hygiene: { coaches: ['o.shcherbak', 'trainer'], groups: ['shops'] },
  warehouse: { coaches: ['v.holiash'], groups: ['warehouse'] },
  lead: { coaches: ['trainer'], groups: ['leads'] },
};

interface DemoProgram {
  name: string;
  internal_name: string;
  description: string;
  detailed_description: string;
  courses: string[];
  groups: string[];
  author: string;
  /** Its chronology; what is not told of an item is as a new one has it. */
  stages?: {
    name: string;
    items: {
      course: string;
      access_rule?: 'previous_done' | 'all_previous_passed';
      due?: 'after_assignment' | 'after_previous';
      due_after_days?: number;
    }[];
  }[];
}

export const PROGRAMS: readonly DemoProgram[] = [
  {
    name: 'Старт у магазині',
    internal_name: 'Адаптація: продавці та касири',
    description: 'Чотири курси для перших двох місяців роботи в торговій залі.',
    detailed_description:
      '<p>Програма веде нового працівника від правил безпеки до самостійної зміни за касою.</p><ol><li>Безпека: пожежна та охорона праці.</li><li>Стандарт обслуговування.</li><li>Касова дисципліна.</li></ol>',
    courses: ['fire', 'labour', 'service', 'cash'],
    groups: ['shops'],
    author: 'manager',
    stages: [
      {
        name: 'Безпека',
        items: [
          { course: 'fire', due: 'after_assignment', due_after_days: 14 },
          { course: 'labour', due: 'after_assignment', due_after_days: 45 },
        ],
      },
      {
        name: 'Робота з покупцями',
        items: [
          { course: 'service', access_rule: 'previous_done', due: 'after_previous', due_after_days: 21 },
        ],
      },
      {
        name: 'Каса',
        items: [
          { course: 'cash', access_rule: 'all_previous_passed', due: 'after_assignment', due_after_days: 60 },
        ],
      },
    ],
  },
  {
    name: 'Безпечний склад',
    internal_name: 'Адаптація: розподільчий центр',
    description: 'Усе, що треба знати комірникові перед першою самостійною зміною.',
    detailed_description:
      '<p>Після програми працівник отримує допуск до приймання та комплектації. Строк проходження — шість тижнів.</p>',
    courses: ['fire', 'labour', 'warehouse'],
    groups: ['warehouse'],
    author: 'b.yaremchuk',
  },
];

/**
 * How far each student has come, in the order of the group's list. A word is one student: "new" (never opened),
 * "opened", "reading", "practised" (the exam is next), "running" (the exam) and "practising" (the practice) right now,
 * or grades of the exam in turn. "timer:" and "closed:" say how an attempt ended, "+" that one more was granted.
 */
export const JOURNEYS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  fire: {
    shops: 'A B FX>A C timer:C A B closed:FX>C A FX A B A new',
    warehouse: 'C A B FX>C A timer:FX>B A reading B new',
    calls: 'A A FX>A B practised new',
    staff: 'B A A practised B opened A',
  },
  labour: {
    shops: 'practised A D C B FX+ A reading timer:D opened C practised reading new',
    warehouse: 'B D FX A C practised timer:FX+ reading opened new',
    calls: 'A B D practised new new',
  },
  service: {
    shops: 'FX>A A D C A practised E>D timer:C A reading D new new new',
    calls: 'A closed:D A C reading new',
  },
  cash: {
    shops: 'reading A FX>B E>F D practising C new FX A practised B new new',
  },
  hygiene: {
    shops: 'new C A FX B practised reading A FX>A new opened C new new',
  },
  warehouse: {
    warehouse: 'A C running FX>B practised A timer:C running opened new',
  },
};

/** Staff who take the course of fire safety themselves, without a group. */
export const STUDYING_STAFF = [
  'manager',
  'b.yaremchuk',
  'n.yeshchenko',
  'trainer',
  'o.shcherbak',
  'v.holiash',
  't.levchenko',
];
