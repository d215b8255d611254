import { describe, expect, test } from 'vitest';
import { sanitize } from '../../../worker/platform/words/rich-text.ts';

test.each([
  ['<p style="text-align: center; color: red" class="x">a</p>', '<p style="text-align:center;">a</p>'],
  ['<P a b onclick=a() STYLE=text-align:right>a', '<p style="text-align:right;">a'],
  ['<br/><hr>', '<br /><hr>'],
  ['<a href="https://a.example/?b=c&d=e" href="https://f.example">', '<a href="https://a.example/?b=c&d=e">'],
  ['<a href=https://a.example/?b=c target=_blank>', '<a href="https://a.example/?b=c" target="_blank">'],
  ['<a title="x" b:c=" href=\'javascript:a()\' ">', '<a title="x">'],
  ['<a href="&#106;avascript:a()">', '<a href>'],
  [
    `<img alt='a "b" <i>' src="/api/v1/media/3">`,
    '<img alt="a &quot;b&quot; &lt;i&gt;" src="/api/v1/media/3">',
  ],
  ['<img src="https://a.example/b.png" title="a"></img>', ''],
  ['<svg/onload=a()><script>a()</script>b', 'b'],
  ['<p style="text-align:center', '&lt;p style="text-align:center'],
])('%s', (html, left) => {
  expect(sanitize(html)).toBe(left);
  expect(sanitize(left)).toBe(left);
});

describe('as long as a text may be', () => {
  const often = (piece: string) => piece.repeat(Math.floor(200_000 / piece.length));
  test.each([
    ['many attributes', `<p${often(' a')}>b</p>`, '<p>b</p>'],
    ['a name that does not end', `<p ${often('a')}>b</p>`, '<p>b</p>'],
    ['values that never begin', `<p ${often('a= ')}>b</p>`, '<p>b</p>'],
    ['tags within a tag', often('<span data-type="inline-math" data-latex="'), /^&lt;span|^<span/],
    ['tags that never end', often('<a href="'), /^&lt;a|^<a/],
  ])('%s come to an end', (_, html, left) => {
    // What is gone through again and again would outlast the test.
    expect(sanitize(html)).toMatch(left);
  });
});
