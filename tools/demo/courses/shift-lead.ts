import type { WrittenCourse } from '../content.ts';

export const shiftLead: WrittenCourse = {
  key: 'lead',
  name: 'Школа старшого зміни',
  description: 'Спланувати зміну, розв’язати конфлікт і відповідати за команду.',
  detailed_description:
    '<p>Для тих, хто веде зміну або скоро почне. Іспит має розгорнуту відповідь, яку читає тренер.</p>',
  category: 'Розвиток',
  theme_color: '#7a4b9c',
  material_access: 'all_materials_access',
  certificate_months: 24,
  materials: [
    {
      type: 'theory',
      name: 'Що робить старший зміни',
      description: 'План, люди, каса, покупці — чотири речі, за які ви відповідаєте.',
      text: `<h2>План на зміну</h2>
<p>Зміна починається за двадцять хвилин до відкриття. За цей час ви знаєте, хто прийшов, хто де стоїть і чого сьогодні бракує.</p>
<ol><li>Обійдіть зал: світло, підлога, цінники, евакуаційні виходи.</li><li>Перевірте касу разом із касиром.</li><li>Скажіть команді головне на сьогодні — не більше ніж три речі.</li></ol>
<h2>Конфлікт із покупцем</h2>
<p>Вислухайте, не перебиваючи. Повторіть своїми словами, що сталося. Запропонуйте рішення <strong>за правилами магазину</strong>, а не «щоб швидше пішов».</p>
<h2>Передати зміну</h2>
<p>Запишіть те, що не встигли, і те, що здивувало. Наступний старший не читає думок.</p>`,
    },
    {
      type: 'practice',
      name: 'Тренування: день зміни',
      description: 'Шість запитань різних видів, щоб згадати все перед іспитом.',
      form: {
        time_limit: null,
        attempts: null,
        passing_score_type: 'percentages',
        passing_score: 60,
        rating_system: 'percentages',
        success: 'До зміни готові.',
        failure: 'Перечитайте матеріал і спробуйте ще раз.',
        more: { show_right_answers: true, pages: 'one' },
        questions: [
          {
            type: 'ordering',
            title: 'Упорядкуйте ранок старшого зміни.',
            score: 2,
            credit: 'parts',
            answers: [
              { title: 'Обійти зал' },
              { title: 'Перевірити касу з касиром' },
              { title: 'Коротко зібрати команду' },
              { title: 'Відчинити двері' },
            ],
          },
          {
            type: 'matching',
            title: 'Хто за що відповідає?',
            score: 2,
            credit: 'parts',
            answers: [
              { title: 'Касир', match: 'Розмінна монета' },
              { title: 'Старший зміни', match: 'Повернення коштів' },
              { title: 'Комірник', match: 'Приймання товару' },
              { title: '', match: 'Графік відпусток' },
            ],
          },
          {
            type: 'number',
            title: 'За скільки хвилин до відкриття починається зміна старшого?',
            unit: 'хв',
            answers: [{ title: '20' }],
          },
          {
            type: 'short_answer',
            title: 'За яким правилом товар із коротшим строком стоїть ближче до покупця?',
            answers: [{ title: 'FEFO' }, { title: 'ФЕФО', percent: 50 }],
          },
          {
            type: 'gaps',
            title: 'Доповніть пораду про конфлікт.',
            score: 2,
            credit: 'parts',
            gap_text: 'Спершу [[1]] покупця, потім повторіть [[2]] словами, що сталося.',
            answers: [
              { gap: 1, title: 'вислухайте' },
              { gap: 1, title: 'заспокойте', is_right_answer: false },
              { gap: 1, title: 'попередьте', is_right_answer: false },
              { gap: 2, title: 'своїми' },
              { gap: 2, title: 'власними' },
            ],
          },
          [
            'Скільки головних речей сказати команді зранку?',
            '+Не більше ніж три',
            'Усе, що пригадаєте',
            'Нічого, усі й так знають',
          ],
        ],
      },
    },
    {
      type: 'exam',
      name: 'Іспит старшого зміни',
      description: 'П’ять запитань із банку, одна ситуація. Відповідь на ситуацію читає тренер.',
      form: {
        time_limit: 40,
        attempts: 2,
        passing_score_type: 'percentages',
        passing_score: 65,
        rating_system: 'percentages',
        success: 'Вітаємо: вам можна довірити зміну.',
        failure: 'Прочитайте зауваження тренера й приходьте ще раз.',
        more: { issue_certificate: true },
        draws: [
          { folder: 'Каса й розрахунок', count: 3, score: 2, position: 0 },
          { folder: 'Безпека в залі', count: 2, score: 2, position: 0 },
        ],
        questions: [
          {
            type: 'essay',
            title:
              'Покупець голосно вимагає повернути гроші за відкриту упаковку, черга чекає. Що ви робите й чому саме так?',
            score: 8,
            work: { min_words: 40, max_words: 200 },
            marking: {
              note: 'Шукаємо спокій, правила магазину й турботу про чергу. Довжина значення не має.',
              rubric: [
                {
                  title: 'Спілкування',
                  levels: [
                    { title: 'Сперечається', points: 0 },
                    { title: 'Ввічливо', points: 1 },
                    { title: 'Вислухано й повторено своїми словами', points: 2 },
                  ],
                },
                {
                  title: 'Рішення за правилами',
                  levels: [
                    { title: 'Немає або всупереч правилам', points: 0 },
                    { title: 'Частково', points: 2 },
                    { title: 'Правильне й пояснене', points: 4 },
                  ],
                },
                {
                  title: 'Черга й команда',
                  levels: [
                    { title: 'Забуто', points: 0 },
                    { title: 'Згадано', points: 1 },
                    { title: 'Відкрито касу або покликано колегу', points: 2 },
                  ],
                },
              ],
            },
          },
        ],
      },
    },
  ],
};
