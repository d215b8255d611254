import { answersFor, canEarn, type AskedQuestion, type Grade, type SentAnswer } from './answers.ts';
import { randomFrom, type Random } from './random.ts';

export interface BuiltMaterial {
  id: number;
  type: 'theory' | 'additional' | 'practice' | 'exam';
  form: { id: number; minutes: number; questions: AskedQuestion[] } | null;
}

export interface BuiltCourse {
  id: number;
  key: string;
  materials: BuiltMaterial[];
}

/** One thing that a student did, or that time did to them, as `play` carries it out. */
export interface JourneyEvent {
  at: string;
  user_id: number;
  kind: 'open' | 'read' | 'start' | 'save' | 'close' | 'finish' | 'due' | 'grant';
  course_id: number;
  material_id: number;
  form_id: number | null;
  answers: SentAnswer[];
}

/** Grades that pass every practice; the best is the most frequent. */
const PASSING: readonly Grade[] = ['A', 'A', 'A', 'B', 'C'];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/**
 * The events of one student in one course.
 * @param word how far they came (see `JOURNEYS`)
 * @param begin when they open the course
 * @param now attempts that run do so at this instant
 */
export function journey(
  course: BuiltCourse,
  user_id: number,
  word: string,
  begin: number,
  now: number,
): JourneyEvent[] {
  if (word === 'new') return [];
  const teller = new Teller(course, user_id, begin, now);
  const reading = course.materials.filter((it) => it.form === null);
  if (word === 'opened') {
    teller.open(reading[0]!);
    return teller.events;
  }
  const isReading = word === 'reading';
  for (const material of course.materials) {
    if (material.form === null) {
      if (isReading && material.id !== reading[0]!.id) {
        teller.open(material);
        break;
      }
      if (material.type === 'theory' || teller.random.chance(0.7)) teller.read(material);
    } else if (material.type === 'practice') {
      if (word === 'practising') {
        teller.running(material);
        break;
      }
      if (teller.random.chance(0.3)) teller.attempt(material, teller.random.pick(['FX', 'FX', 'F']));
      teller.attempt(
        material,
        teller.random.pick(PASSING.filter((grade) => canEarn(grade, material.form!.questions))),
      );
    } else if (word === 'running') {
      teller.running(material);
    } else if (word !== 'practised') {
      for (const part of word.split('>')) teller.exam(material, part);
    }
  }
  return teller.events;
}

class Teller {
  readonly events: JourneyEvent[] = [];
  readonly random: Random;
  readonly #course: BuiltCourse;
  readonly #user: number;
  readonly #now: number;
  #time: number;

  constructor(course: BuiltCourse, user: number, begin: number, now: number) {
    this.#course = course;
    this.#user = user;
    this.#time = begin;
    this.#now = now;
    this.random = randomFrom(`${course.key} ${user}`);
  }

  open(material: BuiltMaterial): void {
    this.#note('open', material);
    this.#pass(this.random.between(4, 25) * MINUTE);
  }

  read(material: BuiltMaterial): void {
    this.open(material);
    this.#note('read', material);
    this.#pass(this.random.between(1, 40) * MINUTE);
  }

  /** An attempt finished by hand. */
  attempt(material: BuiltMaterial, grade: Grade): void {
    const { minutes, questions } = material.form!;
    const answers = answersFor(grade, questions, this.random);
    this.#note('start', material);
    this.#pass(Math.floor(minutes * 0.01 * this.random.between(20, 85) * MINUTE * (minutes > 60 ? 0.1 : 1)));
    this.#note('finish', material, answers);
    this.#pass(this.random.between(10, 90) * MINUTE);
  }

  /** One attempt at an exam, as one part of a journey's word tells it. */
  exam(material: BuiltMaterial, part: string): void {
    const [, end = '', grade = '', granted] = /^(?:(timer|closed):)?([A-F]X?)(\+)?$/.exec(part) ?? [];
    if (!grade) throw new Error(`A journey holds "${part}"`);
    if (end === '') this.attempt(material, grade as Grade);
    else this.#abandoned(material, grade as Grade, end);
    this.#pass(DAY);
    if (granted) this.#note('grant', material);
  }

  running(material: BuiltMaterial): void {
    this.#time = this.#now - this.random.between(4, 12) * MINUTE;
    const answers = answersFor('A', material.form!.questions, this.random);
    this.#note('start', material);
    this.#pass(3 * MINUTE);
    this.#note('save', material, answers.slice(0, this.random.between(2, 4)));
  }

  #abandoned(material: BuiltMaterial, grade: Grade, end: string): void {
    const { minutes, questions } = material.form!;
    const started = this.#time;
    this.#note('start', material);
    this.#pass(Math.floor(minutes * 0.6 * MINUTE));
    this.#note(end === 'closed' ? 'close' : 'save', material, answersFor(grade, questions, this.random, 0.6));
    this.#time = end === 'closed' ? this.#time + MINUTE : started + minutes * MINUTE + 5_000;
    this.#note('due', material);
    this.#pass(this.random.between(20, 120) * MINUTE);
  }

  #pass(milliseconds: number): void {
    this.#time += milliseconds;
  }

  #note(kind: JourneyEvent['kind'], material: BuiltMaterial, answers: SentAnswer[] = []): void {
    if (this.#time > this.#now) throw new Error(`A journey in ${this.#course.key} runs into the future`);
    this.events.push({
      at: new Date(this.#time).toISOString(),
      user_id: this.#user,
      kind,
      course_id: this.#course.id,
      material_id: material.id,
      form_id: material.form?.id ?? null,
      answers,
    });
  }
}
