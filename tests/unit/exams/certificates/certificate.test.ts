import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  checkSign,
  judge,
  numberOf,
  typedSigns,
  type CountedResult,
} from '../../../../worker/exams/certificates/certificate.ts';
import { writtenNumber } from '../../../../worker/platform/contract.ts';

const ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'.split('');
const number = fc
  .array(fc.constantFrom(...ALPHABET), { minLength: 11, maxLength: 11 })
  .map((signs) => signs.join(''))
  .map((signs) => signs + checkSign(signs));

describe('a number', () => {
  test('is twelve signs that nobody takes for another, in three groups', () => {
    const made = `23456789ABC${checkSign('23456789ABC')}`;
    expect(numberOf(made)).toBe(made);
    expect(writtenNumber(made)).toMatch(/^2345-6789-ABC.$/);
  });

  test('is understood with blanks, dashes of any kind, in lower case and in Cyrillic letters that look alike', () => {
    fc.assert(
      fc.property(number, (made) => {
        const written = writtenNumber(made);
        for (const typed of [
          written,
          written.toLowerCase(),
          ` ${written.replaceAll('-', ' ')} `,
          written.replaceAll('-', ' – '),
          written.replaceAll('-', '\u2011').replaceAll('A', 'А').replaceAll('H', 'н'),
        ])
          expect(numberOf(typed)).toBe(made);
      }),
    );
  });

  test('with one other sign, or with two exchanged, is none', () => {
    fc.assert(
      fc.property(number, fc.nat(11), fc.nat(11), fc.constantFrom(...ALPHABET), (made, one, two, sign) => {
        const signs = [...made];
        if (signs[one] !== sign) expect(numberOf(signs.toSpliced(one, 1, sign).join(''))).toBeNull();
        if (signs[one] !== signs[two]) {
          const exchanged = signs.toSpliced(one, 1, signs[two]!).toSpliced(two, 1, signs[one]!);
          expect(numberOf(exchanged.join(''))).toBeNull();
        }
      }),
    );
  });

  test.each(['', '2', '0OIL10OIL10O', '2345-6789-ABCD-EFGH', "'; drop table", '😀'.repeat(12)])(
    '%j is none',
    (typed) => expect(numberOf(typed)).toBeNull(),
  );

  test('typed in part is taken as far as it goes', () => {
    expect(typedSigns(' ab2–с ')).toBe('AB2C');
  });
});

describe('a certificate', () => {
  const passed = (form_id: number, percent = 80): CountedResult => ({ form_id, percent, passed: true });
  const failed = (form_id: number, percent = 30): CountedResult => ({ form_id, percent, passed: false });

  test.each([
    ['of a course without forms that certify', [], [passed(1)], null, 'none'],
    ['of one form, not taken', [1], [], null, 'none'],
    ['of one form, failed', [1], [failed(1)], null, 'none'],
    ['of one form, passed', [1], [passed(1)], null, 'issue'],
    ['of two forms, one passed', [1, 2], [passed(1)], null, 'none'],
    ['of two forms, one failed', [1, 2], [passed(1), failed(2)], null, 'none'],
    ['of two forms, both passed', [1, 2], [passed(1), passed(2)], null, 'issue'],
    ['that says what holds', [1], [passed(1)], [passed(1)], 'keep'],
    ['whose result got better', [1], [passed(1, 90)], [passed(1)], 'replace'],
    ['whose result fell and is a pass', [1], [passed(1, 70)], [passed(1)], 'replace'],
    ['whose result fell below', [1], [failed(1)], [passed(1)], 'revoke'],
    ['whose only result was annulled', [1], [], [passed(1)], 'revoke'],
    ['of a course that got another form', [1, 2], [passed(1)], [passed(1)], 'keep'],
    [
      'of a course whose other form is passed as well',
      [1, 2],
      [passed(1), passed(2)],
      [passed(1)],
      'replace',
    ],
    ['of a course that got another form, with a better result', [1, 2], [passed(1, 90)], [passed(1)], 'keep'],
    ['of a course that got another form, with a fallen one', [1, 2], [passed(1, 70)], [passed(1)], 'revoke'],
    ['of a form that certifies no more', [], [passed(1)], [passed(1)], 'keep'],
    ['of a form that certifies no more, annulled', [], [], [passed(1)], 'revoke'],
    [
      'of two, the fallen one certifies no more',
      [2],
      [failed(1), passed(2)],
      [passed(1), passed(2)],
      'replace',
    ],
  ] as const)('%s', (_what, required, counted, stated, verdict) => {
    expect(judge(required, counted, stated)).toBe(verdict);
  });

  test.each([
    ['passed again', [1], [passed(1)], [passed(1)], 'renew'],
    ['passed again with a lower result', [1], [passed(1)], [passed(1, 60)], 'renew'],
    ['failed again', [1], [passed(1)], [failed(1)], 'keep'],
    ['passed again in one form of two', [1, 2], [passed(1), passed(2)], [passed(1)], 'keep'],
    ['passed again in both', [1, 2], [passed(1), passed(2)], [passed(1), passed(2)], 'renew'],
    ['of a form that certifies no more, passed again', [], [passed(1)], [passed(1)], 'keep'],
  ] as const)('at the end of its term, %s', (_what, required, counted, again, verdict) => {
    expect(judge(required, counted, counted, again)).toBe(verdict);
  });
});
