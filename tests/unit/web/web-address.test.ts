import { expect, test } from 'vitest';
import { webAddress } from '../../../web/lib/form/web-address.ts';

test.each([
  ['zoom.us/j/1', 'https://zoom.us/j/1'],
  [' dsp.gov.ua ', 'https://dsp.gov.ua'],
  ['http://dsp.gov.ua', 'http://dsp.gov.ua'],
  ['olena@poruch.example', 'mailto:olena@poruch.example'],
  ['mailto:olena@poruch.example', 'mailto:olena@poruch.example'],
  ['tel:+380441234567', 'tel:+380441234567'],
  ['/course/4', '/course/4'],
  ['#режим', '#режим'],
  ['', ''],
])('the address "%s" leads to "%s"', (typed, address) => {
  expect(webAddress(typed)).toBe(address);
});
