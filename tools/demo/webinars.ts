interface DemoWebinar {
  name: string;
  description: string;
  host: string;
  cohosts?: string[];
  courses: string[];
  groups?: string[];
  /** From the moment the demo is built. */
  starts_in_minutes: number;
  duration: number;
  capacity?: number;
  recording_url?: string;
  /** Students of its first group who came, with the minutes they stayed. */
  came?: readonly number[];
}

const DAY = 24 * 60;

/** One that can be joined at once, one to come, and one that is over and recorded. */
export const WEBINARS: readonly DemoWebinar[] = [
  {
    name: 'Відкритий урок: гігієна на касі',
    description:
      '<p>Розберемо запитання, які найчастіше ставлять касири: рукавички, терміни придатності, товарне сусідство.</p>',
    host: 'trainer',
    cohosts: ['o.shcherbak'],
    courses: ['hygiene'],
    starts_in_minutes: 10,
    duration: 60,
    capacity: 50,
  },
  {
    name: 'Пожежна тривога: хто і що робить у перші хвилини',
    description:
      '<h3>Програма</h3><ul><li>сигнал і евакуація</li><li>вогнегасник: коли так, а коли ні</li><li>запитання</li></ul>',
    host: 'h.ilnytska',
    courses: ['fire'],
    groups: ['warehouse'],
    starts_in_minutes: 2 * DAY,
    duration: 90,
  },
  {
    name: 'Приймання товару: розбір помилок місяця',
    description: '<p>Три накладні, сім помилок і як їх уникнути.</p>',
    host: 'v.holiash',
    courses: ['warehouse'],
    groups: ['warehouse'],
    starts_in_minutes: -6 * DAY,
    duration: 60,
    recording_url: 'https://example.com/recordings/goods-receiving',
    came: [60, 58, 41, 60],
  },
];
