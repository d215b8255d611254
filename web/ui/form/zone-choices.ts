import { currentZone, zoneText } from '../../lib/words/zones.ts';

/**
 * What people of Europe call the cities by which zones are named, where it is not the name in the list: browsers can tell a
 * country at most, and not in every language.
 */
const CITIES: Record<string, string> = {
  uk:
    'Amsterdam Амстердам, Athens Афіни, Belgrade Белград, Berlin Берлін, Bratislava Братислава, Brussels Брюссель, ' +
    'Bucharest Бухарест, Budapest Будапешт, Chisinau Кишинів, Copenhagen Копенгаген, Dublin Дублін, ' +
    'Helsinki Гельсінкі, Istanbul Стамбул, Lisbon Лісабон, Ljubljana Любляна, London Лондон, Luxembourg Люксембург, ' +
    'Madrid Мадрид, Malta Мальта, Monaco Монако, Oslo Осло, Paris Париж, Podgorica Подгориця, Prague Прага, Riga Рига, ' +
    'Rome Рим, Sarajevo Сараєво, Simferopol Сімферополь, Skopje Скоп’є, Sofia Софія, Stockholm Стокгольм, ' +
    'Tallinn Таллінн, Tirane Тирана, Vienna Відень, Vilnius Вільнюс, Warsaw Варшава, Zagreb Загреб, Zurich Цюрих, ' +
    'Baku Баку, Tbilisi Тбілісі, Yerevan Єреван, Jerusalem Єрусалим, Dubai Дубай, Tokyo Токіо, New_York Нью-Йорк, ' +
    'Chicago Чикаго, Los_Angeles Лос-Анджелес, Toronto Торонто',
  de:
    'Athens Athen, Belgrade Belgrad, Brussels Brüssel, Bucharest Bukarest, Chisinau Chișinău, Copenhagen Kopenhagen, ' +
    'Kyiv Kiew, Lisbon Lissabon, Luxembourg Luxemburg, Prague Prag, Rome Rom, Tirane Tirana, Vienna Wien, ' +
    'Warsaw Warschau, Zurich Zürich, Tbilisi Tiflis, Yerevan Jerewan, Tokyo Tokio',
};

interface ZoneChoice {
  value: string;
  label: string;
  also: string;
}

/**
 * All zones the browser knows, with the ones given, to choose from: each found by its city, also as the language calls it,
 * and by its IANA name.
 */
export function zoneChoices(locale: string, at?: Date, ...given: string[]): ZoneChoice[] {
  const called = new Map(CITIES[locale]?.split(', ').map((pair) => pair.split(' ') as [string, string]));
  const names = new Set([...Intl.supportedValuesOf('timeZone').map(currentZone), 'UTC', ...given]);
  return [...names]
    .map((value) => {
      const city = called.get(value.split('/').at(-1)!) ?? '';
      return { value, label: zoneText(value, locale, at), also: `${value.replaceAll('_', ' ')} ${city}` };
    })
    .toSorted((one, other) => one.label.localeCompare(other.label, locale));
}
