import { LANGUAGES, type Language } from '../../identity/accounts/contract.ts';
import { layOutNotice } from '../../identity/accounts/mails.ts';
import { linkedUrl, type Mail } from '../../platform/mail.ts';
import type { Told } from './contract.ts';

type Kind = 'course_assigned' | 'due_soon' | 'webinar';
/**
 * What a mail is about: all that these kinds tell, but for reminders of webinars, which have mails of their own. Of an assigned
 * course it also says its program and by when it is due, where it has them.
 */
type What =
  | Exclude<Told<Kind>, 'webinar_day' | 'webinar_hour'>
  | `course_assigned_${'due' | 'program' | 'program_due'}`;

interface Words {
  greeting: string;
  calendar: string;
  one: Record<What, { subject: string; text: string; more?: string; action: string }>;
  many: Record<Kind, { subject: string; text: string; footer: string }>;
}

/** The database fills in {name}, {program}, {course}, {due}, {was}, {until}, {when}, {minutes}, {company}, {space}, {role} and {path}. */
const WORDS: Record<Language, Words> = {
  uk: {
    greeting: 'Вітаємо!',
    calendar: 'Додати до календаря',
    one: {
      course_assigned: {
        subject: 'Вам призначено курс: {name}',
        text: 'У компанії {company} вам призначено курс «{name}».',
        action: 'Відкрити курс',
      },
      course_assigned_due: {
        subject: 'Вам призначено курс: {name}',
        text: 'У компанії {company} вам призначено курс «{name}».',
        more: 'Пройти його потрібно до {due}.',
        action: 'Відкрити курс',
      },
      course_assigned_program: {
        subject: 'Вам призначено курс: {name}',
        text: 'У компанії {company} вам призначено курс «{name}» програми «{program}».',
        action: 'Відкрити курс',
      },
      course_assigned_program_due: {
        subject: 'Вам призначено курс: {name}',
        text: 'У компанії {company} вам призначено курс «{name}» програми «{program}».',
        more: 'Пройти його потрібно до {due}.',
        action: 'Відкрити курс',
      },
      due_soon_step: {
        subject: 'Пройти до {due}: {name}',
        text: 'Крок «{name}» програми «{program}» потрібно завершити до {due}.',
        action: 'Перейти до навчання',
      },
      due_soon_course: {
        subject: 'Пройти до {due}: {name}',
        text: 'Курс «{name}» потрібно пройти до {due}.',
        action: 'Перейти до навчання',
      },
      due_soon_retake: {
        subject: 'Перескладання до {due}: {name}',
        text: 'Перескласти «{name}» у курсі «{course}» потрібно до {due}.',
        action: 'Відкрити сторінку тесту',
      },
      due_soon_overdue: {
        subject: 'Термін минув: {name}',
        text: 'Курс «{name}» потрібно було пройти до {due}.',
        action: 'Перейти до навчання',
      },
      due_soon_retake_overdue: {
        subject: 'Термін перескладання минув: {name}',
        text: 'Перескласти «{name}» у курсі «{course}» потрібно було до {due}.',
        action: 'Відкрити сторінку тесту',
      },
      due_soon_moved: {
        subject: 'Термін змінено на {due}: {name}',
        text: '«{name}» потрібно завершити до {due} (попередній термін: {was}).',
        action: 'Перейти до навчання',
      },
      due_soon_undated: {
        subject: 'Термін скасовано: {name}',
        text: 'Термін {was} для «{name}» скасовано: пройти можна будь-коли.',
        action: 'Перейти до навчання',
      },
      due_soon_opened: {
        subject: 'Тест відкрито: {name}',
        text: '«{name}» у курсі «{course}» відкрито: можна розпочати.',
        action: 'Відкрити сторінку тесту',
      },
      due_soon_opened_until: {
        subject: 'Тест відкрито: {name}',
        text: '«{name}» у курсі «{course}» відкрито: можна розпочати.',
        more: 'Розпочати можна до {until}.',
        action: 'Відкрити сторінку тесту',
      },
      webinar_invited: {
        subject: 'Запрошення на вебінар: {name}',
        text: 'Вас запрошено на вебінар «{name}».',
        more: 'Початок: {when}. Тривалість: {minutes} хв.',
        action: 'Відкрити сторінку вебінару',
      },
      webinar_moved: {
        subject: 'Вебінар перенесено: {name}',
        text: 'Вебінар «{name}» перенесено на інший час.',
        more: 'Новий початок: {when}. Тривалість: {minutes} хв.',
        action: 'Відкрити сторінку вебінару',
      },
      webinar_canceled: {
        subject: 'Вебінар скасовано: {name}',
        text: 'Вебінар «{name}», запланований на {when}, не відбудеться.',
        action: 'Переглянути вебінари',
      },
      webinar_uninvited: {
        subject: 'Запрошення на вебінар відкликано: {name}',
        text: 'Вас більше не запрошено на вебінар «{name}», запланований на {when}.',
        action: 'Переглянути вебінари',
      },
      webinar_recorded: {
        subject: 'Запис вебінару: {name}',
        text: 'Вебінар «{name}» відбувся {when} без вас. Тепер є його запис.',
        action: 'Переглянути запис',
      },
    },
    many: {
      course_assigned: {
        subject: 'Вам призначено нові курси: {company}',
        text: 'Вам призначено нові курси:',
        footer: 'Ви отримали цей лист, бо навчаєтеся в компанії {company}.',
      },
      due_soon: {
        subject: 'Терміни навчання: {company}',
        text: 'Що відомо про ваші терміни:',
        footer: 'Ви отримали цей лист, бо навчаєтеся в компанії {company}.',
      },
      webinar: {
        subject: 'Новини про вебінари: {company}',
        text: 'Що змінилося у ваших вебінарах:',
        footer: 'Ви отримали цей лист, бо вас запрошено на вебінари компанії {company}.',
      },
    },
  },
  en: {
    greeting: 'Hello,',
    calendar: 'Add to your calendar',
    one: {
      course_assigned: {
        subject: 'A course is assigned to you: {name}',
        text: 'The course “{name}” is assigned to you at {company}.',
        action: 'Open the course',
      },
      course_assigned_due: {
        subject: 'A course is assigned to you: {name}',
        text: 'The course “{name}” is assigned to you at {company}.',
        more: 'It is due on {due}.',
        action: 'Open the course',
      },
      course_assigned_program: {
        subject: 'A course is assigned to you: {name}',
        text: 'The course “{name}” of the program “{program}” is assigned to you at {company}.',
        action: 'Open the course',
      },
      course_assigned_program_due: {
        subject: 'A course is assigned to you: {name}',
        text: 'The course “{name}” of the program “{program}” is assigned to you at {company}.',
        more: 'It is due on {due}.',
        action: 'Open the course',
      },
      due_soon_step: {
        subject: 'Due on {due}: {name}',
        text: 'The step “{name}” of the program “{program}” is to be finished by {due}.',
        action: 'Go on learning',
      },
      due_soon_course: {
        subject: 'Due on {due}: {name}',
        text: 'The course “{name}” is to be finished by {due}.',
        action: 'Go on learning',
      },
      due_soon_retake: {
        subject: 'Retake by {due}: {name}',
        text: 'Your retake of “{name}” in the course “{course}” is to be taken by {due}.',
        action: 'Open the test’s page',
      },
      due_soon_overdue: {
        subject: 'Overdue: {name}',
        text: 'The course “{name}” was to be finished by {due}.',
        action: 'Go on learning',
      },
      due_soon_retake_overdue: {
        subject: 'Retake overdue: {name}',
        text: 'Your retake of “{name}” in the course “{course}” was to be taken by {due}.',
        action: 'Open the test’s page',
      },
      due_soon_moved: {
        subject: 'Now due on {due}: {name}',
        text: '“{name}” is to be finished by {due} (due date before: {was}).',
        action: 'Go on learning',
      },
      due_soon_undated: {
        subject: 'Due date removed: {name}',
        text: '“{name}” is no longer due on {was}: finish it at any time.',
        action: 'Go on learning',
      },
      due_soon_opened: {
        subject: 'Open now: {name}',
        text: '“{name}” in the course “{course}” is open: you can start.',
        action: 'Open the test’s page',
      },
      due_soon_opened_until: {
        subject: 'Open now: {name}',
        text: '“{name}” in the course “{course}” is open: you can start.',
        more: 'It can be started until {until}.',
        action: 'Open the test’s page',
      },
      webinar_invited: {
        subject: 'Webinar invitation: {name}',
        text: 'You are invited to the webinar “{name}”.',
        more: 'Start: {when}. Duration: {minutes} min.',
        action: 'Open the webinar’s page',
      },
      webinar_moved: {
        subject: 'Webinar moved: {name}',
        text: 'The webinar “{name}” was moved to another time.',
        more: 'New start: {when}. Duration: {minutes} min.',
        action: 'Open the webinar’s page',
      },
      webinar_canceled: {
        subject: 'Webinar canceled: {name}',
        text: 'The webinar “{name}” planned for {when} will not take place.',
        action: 'See the webinars',
      },
      webinar_uninvited: {
        subject: 'No longer invited: {name}',
        text: 'You are no longer invited to the webinar “{name}” planned for {when}.',
        action: 'See the webinars',
      },
      webinar_recorded: {
        subject: 'Recording of a webinar: {name}',
        text: 'The webinar “{name}” took place on {when} without you. Now there is a recording of it.',
        action: 'Watch the recording',
      },
    },
    many: {
      course_assigned: {
        subject: 'New courses for you: {company}',
        text: 'New courses are assigned to you:',
        footer: 'You received this email because you study at {company}.',
      },
      due_soon: {
        subject: 'Your due dates: {company}',
        text: 'What is new about your due dates:',
        footer: 'You received this email because you study at {company}.',
      },
      webinar: {
        subject: 'Your webinars: {company}',
        text: 'What is new about your webinars:',
        footer: 'You received this email because you are invited to webinars of {company}.',
      },
    },
  },
  de: {
    greeting: 'Guten Tag!',
    calendar: 'Zum Kalender hinzufügen',
    one: {
      course_assigned: {
        subject: 'Ihnen wurde ein Kurs zugewiesen: {name}',
        text: 'Bei {company} wurde Ihnen der Kurs „{name}“ zugewiesen.',
        action: 'Kurs öffnen',
      },
      course_assigned_due: {
        subject: 'Ihnen wurde ein Kurs zugewiesen: {name}',
        text: 'Bei {company} wurde Ihnen der Kurs „{name}“ zugewiesen.',
        more: 'Er ist bis {due} abzuschließen.',
        action: 'Kurs öffnen',
      },
      course_assigned_program: {
        subject: 'Ihnen wurde ein Kurs zugewiesen: {name}',
        text: 'Bei {company} wurde Ihnen der Kurs „{name}“ des Programms „{program}“ zugewiesen.',
        action: 'Kurs öffnen',
      },
      course_assigned_program_due: {
        subject: 'Ihnen wurde ein Kurs zugewiesen: {name}',
        text: 'Bei {company} wurde Ihnen der Kurs „{name}“ des Programms „{program}“ zugewiesen.',
        more: 'Er ist bis {due} abzuschließen.',
        action: 'Kurs öffnen',
      },
      due_soon_step: {
        subject: 'Fällig am {due}: {name}',
        text: 'Der Schritt „{name}“ des Programms „{program}“ ist bis {due} abzuschließen.',
        action: 'Weiterlernen',
      },
      due_soon_course: {
        subject: 'Fällig am {due}: {name}',
        text: 'Der Kurs „{name}“ ist bis {due} abzuschließen.',
        action: 'Weiterlernen',
      },
      due_soon_retake: {
        subject: 'Wiederholung bis {due}: {name}',
        text: 'Die Wiederholung von „{name}“ im Kurs „{course}“ ist bis {due} abzulegen.',
        action: 'Seite des Tests öffnen',
      },
      due_soon_overdue: {
        subject: 'Überfällig: {name}',
        text: 'Der Kurs „{name}“ war bis zum {due} abzuschließen.',
        action: 'Weiterlernen',
      },
      due_soon_retake_overdue: {
        subject: 'Wiederholung überfällig: {name}',
        text: 'Die Wiederholung von „{name}“ im Kurs „{course}“ war bis zum {due} abzulegen.',
        action: 'Seite des Tests öffnen',
      },
      due_soon_moved: {
        subject: 'Jetzt fällig am {due}: {name}',
        text: '„{name}“ ist bis {due} abzuschließen (bisherige Frist: {was}).',
        action: 'Weiterlernen',
      },
      due_soon_undated: {
        subject: 'Frist aufgehoben: {name}',
        text: 'Die Frist {was} für „{name}“ wurde aufgehoben: Sie können jederzeit abschließen.',
        action: 'Weiterlernen',
      },
      due_soon_opened: {
        subject: 'Jetzt offen: {name}',
        text: '„{name}“ im Kurs „{course}“ ist offen: Sie können beginnen.',
        action: 'Seite des Tests öffnen',
      },
      due_soon_opened_until: {
        subject: 'Jetzt offen: {name}',
        text: '„{name}“ im Kurs „{course}“ ist offen: Sie können beginnen.',
        more: 'Beginnen können Sie bis {until}.',
        action: 'Seite des Tests öffnen',
      },
      webinar_invited: {
        subject: 'Einladung zum Webinar: {name}',
        text: 'Sie sind zum Webinar „{name}“ eingeladen.',
        more: 'Beginn: {when}. Dauer: {minutes} Min.',
        action: 'Seite des Webinars öffnen',
      },
      webinar_moved: {
        subject: 'Webinar verschoben: {name}',
        text: 'Das Webinar „{name}“ wurde verschoben.',
        more: 'Neuer Beginn: {when}. Dauer: {minutes} Min.',
        action: 'Seite des Webinars öffnen',
      },
      webinar_canceled: {
        subject: 'Webinar abgesagt: {name}',
        text: 'Das für {when} geplante Webinar „{name}“ findet nicht statt.',
        action: 'Webinare ansehen',
      },
      webinar_uninvited: {
        subject: 'Einladung zum Webinar zurückgezogen: {name}',
        text: 'Sie sind zu dem für {when} geplanten Webinar „{name}“ nicht mehr eingeladen.',
        action: 'Webinare ansehen',
      },
      webinar_recorded: {
        subject: 'Aufzeichnung eines Webinars: {name}',
        text: 'Das Webinar „{name}“ fand am {when} ohne Sie statt. Jetzt gibt es eine Aufzeichnung davon.',
        action: 'Aufzeichnung ansehen',
      },
    },
    many: {
      course_assigned: {
        subject: 'Neue Kurse für Sie: {company}',
        text: 'Ihnen wurden neue Kurse zugewiesen:',
        footer: 'Sie erhalten diese E-Mail, weil Sie bei {company} lernen.',
      },
      due_soon: {
        subject: 'Ihre Fristen: {company}',
        text: 'Was es zu Ihren Fristen zu sagen gibt:',
        footer: 'Sie erhalten diese E-Mail, weil Sie bei {company} lernen.',
      },
      webinar: {
        subject: 'Ihre Webinare: {company}',
        text: 'Neues zu Ihren Webinaren:',
        footer: 'Sie erhalten diese E-Mail, weil Sie zu Webinaren von {company} eingeladen sind.',
      },
    },
  },
};

const KIND_OF: Record<What, Kind> = {
  course_assigned: 'course_assigned',
  course_assigned_due: 'course_assigned',
  course_assigned_program: 'course_assigned',
  course_assigned_program_due: 'course_assigned',
  due_soon_step: 'due_soon',
  due_soon_course: 'due_soon',
  due_soon_retake: 'due_soon',
  due_soon_overdue: 'due_soon',
  due_soon_retake_overdue: 'due_soon',
  due_soon_moved: 'due_soon',
  due_soon_undated: 'due_soon',
  due_soon_opened: 'due_soon',
  due_soon_opened_until: 'due_soon',
  webinar_invited: 'webinar',
  webinar_moved: 'webinar',
  webinar_canceled: 'webinar',
  webinar_uninvited: 'webinar',
  webinar_recorded: 'webinar',
};

/** Webinars that are to come: their page saves the calendar's file (decisions, "Webinar"). */
const IN_CALENDAR: ReadonlySet<What> = new Set<What>(['webinar_invited', 'webinar_moved']);

/** What the minute's job writes, in every language: about one thing, about several, and the lines these are made of. */
export function notificationMails(product: { url: string }) {
  const url = `${linkedUrl(product, '{role}', '{space}')}{path}`;
  const file = `${url}?calendar=1`;
  const mails = LANGUAGES.map((language) => {
    const { greeting, calendar, one, many } = WORDS[language];
    const of = <K extends string>(keys: Record<K, unknown>, make: (key: K) => Mail) =>
      Object.fromEntries((Object.keys(keys) as K[]).map((key) => [key, make(key)]));
    return [
      language,
      {
        one: of(one, (what) => {
          const { subject, text, more, action } = one[what];
          return layOutNotice(product, language, {
            subject,
            greeting,
            paragraphs: [
              text,
              ...(more ? [more] : []),
              ...(IN_CALENDAR.has(what) ? [`${calendar}: ${file}`] : []),
            ],
            action: { label: action, url },
            footer: many[KIND_OF[what]].footer,
          });
        }),
        item: of(one, (what) => {
          const said = [one[what].text, one[what].more].filter(Boolean).join(' ');
          const kept = IN_CALENDAR.has(what);
          return {
            subject: '',
            text: `• ${said}\n  ${url}${kept ? `\n  ${calendar}: ${file}` : ''}`,
            html: `<a href="${url}">{name}</a><br>${said}${kept ? `<br><a href="${file}">${calendar}</a>` : ''}`,
          };
        }),
        many: of(many, (kind) => {
          const { subject, text, footer } = many[kind];
          return layOutNotice(product, language, {
            subject,
            greeting,
            paragraphs: [text, '{items}'],
            footer,
          });
        }),
      },
    ];
  });
  return Object.fromEntries(mails) as Record<Language, Record<'one' | 'item' | 'many', object>>;
}
