import type { WrittenQuestion } from './content.ts';

interface WrittenFolder {
  name: string;
  tags: readonly string[];
  questions: readonly WrittenQuestion[];
}

/** What the trainers of the company collect for all their tests. */
export const BANK: readonly WrittenFolder[] = [
  {
    name: 'Каса й розрахунок',
    tags: ['каса'],
    questions: [
      [
        'Покупець розрахувався карткою й просить решту готівкою. Як діяти?',
        '+Пояснити, що решти за карткою немає',
        'Видати решту з каси',
        'Скасувати чек і пробити ще раз',
      ],
      [
        'Чек пробито на зайвий товар, покупець ще біля каси. Що далі?',
        '+Оформити повернення за участю старшого зміни',
        'Пробити від’ємну суму в наступному чеку',
        'Віддати різницю без чека',
      ],
      {
        type: 'number',
        title: 'Товар коштує 387,40 грн, покупець дає 500 грн. Скільки решти?',
        score: 2,
        unit: 'грн',
        answers: [{ title: '112,6' }],
      },
      {
        type: 'short_answer',
        title: 'Як зветься звіт, яким закривають зміну на РРО?',
        score: 2,
        answers: [{ title: 'Z-звіт' }, { title: 'Z звіт' }, { title: 'звіт Z' }, { title: 'Z' }],
      },
      {
        type: 'ordering',
        title: 'Упорядкуйте закриття каси.',
        score: 2,
        credit: 'parts',
        answers: [
          { title: 'Обслугувати останнього покупця' },
          { title: 'Перерахувати готівку' },
          { title: 'Зробити інкасацію' },
          { title: 'Зняти Z-звіт' },
        ],
      },
    ],
  },
  {
    name: 'Безпека в залі',
    tags: ['безпека'],
    questions: [
      [
        'У проході розлито олію. Що зробити насамперед?',
        '+Відгородити місце',
        'Піти по прибиральницю',
        'Посипати сіллю',
        'Попередити покупців гучномовцем',
      ],
      [
        'Що можна ставити перед евакуаційним виходом?',
        '+Нічого',
        'Візки, якщо їх легко відсунути',
        'Товар на час приймання',
      ],
      {
        type: 'matching',
        title: 'Який знак що означає?',
        score: 2,
        credit: 'parts',
        answers: [
          { title: 'Зелений із людиною', match: 'Евакуаційний вихід' },
          { title: 'Червоний із полум’ям', match: 'Вогнегасник' },
          { title: 'Жовтий трикутник', match: 'Небезпека' },
          { title: '', match: 'Вимога' },
        ],
      },
      {
        type: 'gaps',
        title: 'Доповніть правило.',
        score: 2,
        credit: 'parts',
        gap_text: 'Якщо в залі дим, старший зміни телефонує [[1]] і виводить людей [[2]].',
        answers: [
          { gap: 1, title: '101' },
          { gap: 1, title: '112' },
          { gap: 2, title: 'найближчим вільним виходом' },
          { gap: 2, title: 'через склад', is_right_answer: false },
          { gap: 2, title: 'ліфтом', is_right_answer: false },
        ],
      },
    ],
  },
];
