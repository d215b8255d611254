import type { UserType } from '../../worker/access/contract.ts';

export interface DemoPerson {
  key: string;
  user_type: UserType;
  first_name: string;
  middle_name: string;
  last_name: string;
  /** null: signs in by phone. */
  email: string | null;
  position: string;
  subdivision: string;
  comment: string;
  state: 'active' | 'invited' | 'blocked';
}

const DOMAIN = 'poruch.example';
const OFFICE = 'Центральний офіс';
const OBOLON = 'Магазин «Оболонь»';
const PODIL = 'Магазин «Поділ»';
const WAREHOUSE = 'Розподільчий центр «Бориспіль»';
const CALLS = 'Кол-центр';

type Row = readonly [
  key: string,
  user_type: UserType,
  last_name: string,
  first_name: string,
  middle_name: string,
  position: string,
  subdivision: string,
  more?: Partial<DemoPerson>,
];

const ROWS: readonly Row[] = [
  ['owner', 'owner', 'Ґжицька', 'Оксана', 'Романівна', 'Засновниця', OFFICE],
  ['admin', 'admin', 'Їжакевич', 'Ірина', 'Богданівна', 'Директорка з персоналу', OFFICE],
  ['t.levchenko', 'admin', 'Левченко', 'Тарас', 'Олегович', 'Фахівець із навчання', OFFICE],

  ['manager', 'manager', 'Ґудзь', 'Людмила', 'Петрівна', 'Керівниця магазину', OBOLON],
  ['b.yaremchuk', 'manager', 'Яремчук', 'Богдан', 'Іванович', 'Начальник складу', WAREHOUSE],
  ['n.yeshchenko', 'manager', 'Єщенко', 'Наталія', 'Сергіївна', 'Керівниця кол-центру', CALLS],

  ['trainer', 'trainer', 'Шевчук', 'Андрій', 'Вікторович', 'Тренер з обслуговування', OFFICE],
  ['h.ilnytska', 'trainer', 'Ільницька', 'Галина', 'Степанівна', 'Інженерка з охорони праці', OFFICE],
  ['o.shcherbak', 'trainer', 'Щербак', 'Олена', 'Юріївна', 'Технологиня з якості', OFFICE],
  ['v.holiash', 'trainer', 'Голяш', 'Василь', 'Миколайович', 'Наставник складу', WAREHOUSE],

  ['student', 'student', 'Коваль', 'Юлія', 'Андріївна', 'Продавчиня-касирка', OBOLON],
  ['i.halahan', 'student', 'Ґалаґан', 'Іван', '', 'Продавець', OBOLON],
  ['s.yaroshenko', 'student', 'Ярошенко', 'Софія', '', 'Касирка', OBOLON],
  ['d.yizhak', 'student', 'Їжак', 'Дмитро', '', 'Продавець', OBOLON],
  ['a.bondarenko', 'student', 'Бондаренко', 'Анастасія', '', 'Старша зміни', OBOLON],
  ['n.zinchuk', 'student', 'Зінчук', 'Назар', '', 'Продавець', OBOLON],
  ['k.ivanenko', 'student', 'Іваненко', 'Катерина', '', 'Касирка', OBOLON],
  ['o.melnyk', 'student', 'Мельник', 'Олексій', '', 'Пекар', PODIL],
  ['v.hres', 'student', 'Ґресь', 'Вікторія', '', 'Продавчиня кулінарії', PODIL],
  ['r.pylypchuk', 'student', 'Пилипчук', 'Роман', '', 'Продавець', PODIL],
  ['kh.dziuba', 'student', 'Дзюба', 'Христина', '', 'Касирка', PODIL],
  ['m.tsymbal', 'student', 'Цимбал', 'Максим', '', 'Старший зміни', PODIL],
  [
    't.hnatiuk',
    'student',
    'Гнатюк',
    'Тетяна',
    '',
    'Касирка',
    PODIL,
    { state: 'blocked', comment: 'Відпустка без збереження заробітної плати до січня' },
  ],
  ['o.zhuk', 'student', 'Жук', 'Ольга', '', 'Стажерка', PODIL, { state: 'invited' }],

  [
    's.ishchuk',
    'student',
    'Іщук',
    'Степан',
    '',
    'Комірник',
    WAREHOUSE,
    { email: null, comment: 'Без електронної пошти, входить за номером телефону' },
  ],
  ['p.hula', 'student', 'Ґула', 'Петро', '', 'Водій навантажувача', WAREHOUSE],
  ['m.savchenko', 'student', 'Савченко', 'Михайло', '', 'Приймальник товару', WAREHOUSE],
  ['a.kravets', 'student', 'Кравець', 'Артем', '', 'Комірник', WAREHOUSE],
  ['ye.lysenko', 'student', 'Лисенко', 'Євген', '', 'Комплектувальник', WAREHOUSE],
  ['v.chornyi', 'student', 'Чорний', 'Віталій', '', 'Водій навантажувача', WAREHOUSE],
  ['z.fedoruk', 'student', 'Федорук', 'Зоряна', '', 'Операторка складу', WAREHOUSE],
  ['p.yermolenko', 'student', 'Єрмоленко', 'Павло', '', 'Комплектувальник', WAREHOUSE],
  ['o.danyliuk', 'student', 'Данилюк', 'Остап', '', 'Комірник', WAREHOUSE],
  ['i.tkach', 'student', 'Ткач', 'Ілля', '', 'Комплектувальник', WAREHOUSE, { state: 'invited' }],

  ['d.polishchuk', 'student', 'Поліщук', 'Дарина', '', 'Операторка', CALLS],
  ['m.henyk', 'student', 'Ґеник', 'Марта', '', 'Старша операторка', CALLS],
  ['v.yatsenko', 'student', 'Яценко', 'Владислав', '', 'Оператор', CALLS],
  ['a.yurchenko', 'student', 'Юрченко', 'Аліна', '', 'Операторка чату', CALLS],
  ['s.vovk', 'student', 'Вовк', 'Соломія', '', 'Операторка', CALLS],
  ['k.khomenko', 'student', 'Хоменко', 'Кирило', '', 'Оператор', CALLS, { state: 'invited' }],
];

/** The forty people of the demo company. */
export const PEOPLE: readonly DemoPerson[] = ROWS.map(
  ([key, user_type, last_name, first_name, middle_name, position, subdivision, more]) => ({
    key,
    user_type,
    first_name,
    middle_name,
    last_name,
    email: `${key}@${DOMAIN}`,
    position,
    subdivision,
    comment: '',
    state: 'active',
    ...more,
  }),
);

/** Whose sign-ins are shown, one for each role; the key is the role. */
export const SIGN_INS = ['owner', 'admin', 'manager', 'trainer', 'student'] as const;

/** Long, not on the list of common passwords, and like nobody's name: the rules hold for demo people too. */
export const PASSWORD = 'Svitanok-2026';

export interface DemoGroup {
  key: string;
  name: string;
  description: string;
  managers: readonly string[];
  coaches: readonly string[];
  students: readonly string[];
  /** Whom it takes in by itself; its students came so. */
  rule?: { positions: readonly string[]; subdivisions: readonly string[] };
}

const studentsOf = (...subdivisions: string[]): string[] =>
  PEOPLE.filter((it) => it.user_type === 'student' && subdivisions.includes(it.subdivision)).map(
    (it) => it.key,
  );

export const GROUPS: readonly DemoGroup[] = [
  {
    key: 'shops',
    name: 'Продавці та касири, Київ',
    description: 'Працівники магазинів «Оболонь» і «Поділ»: торгова зала, каси, кулінарія.',
    managers: ['manager'],
    coaches: ['trainer', 'o.shcherbak'],
    students: studentsOf(OBOLON, PODIL),
  },
  {
    key: 'warehouse',
    name: 'Склад «Бориспіль»',
    description: 'Приймання, зберігання та комплектація замовлень у розподільчому центрі.',
    managers: ['b.yaremchuk'],
    coaches: ['v.holiash'],
    students: studentsOf(WAREHOUSE),
    rule: {
      positions: PEOPLE.filter((it) => it.user_type === 'student' && it.subdivision === WAREHOUSE).map(
        (it) => it.position,
      ),
      subdivisions: [WAREHOUSE],
    },
  },
  {
    key: 'calls',
    name: 'Їжа додому: кол-центр',
    description: 'Оператори телефонної лінії та чату служби доставки.',
    managers: ['n.yeshchenko'],
    coaches: ['trainer'],
    students: studentsOf(CALLS),
  },
  {
    key: 'leads',
    name: 'Майбутні старші зміни',
    description: 'Ті, хто готується вести зміну: з усіх магазинів і служби доставки.',
    managers: ['manager'],
    coaches: ['trainer'],
    students: ['a.bondarenko', 'v.hres', 'm.tsymbal', 'm.henyk', 'student'],
  },
];
