import { describe, expect, test } from 'vitest';
import { harmlessSvg } from '../../../worker/platform/files/svg.ts';
import { DRAWINGS } from '../../fixtures/drawings.ts';

const NS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"';
const bytes = (text: string) => new TextEncoder().encode(text);
const cleaned = (text: string) => {
  const out = harmlessSvg(bytes(text));
  return out && new TextDecoder().decode(out);
};
/** A drawing around the part in question. */
const around = (inner: string, attributes = '') =>
  `<svg ${NS} ${attributes}>${inner}<path d="M0 0h1"/></svg>`;
const BARE = `<svg ${NS}><path d="M0 0h1"/></svg>`;

describe('what could do more than draw is left out, and the drawing around it stays', () => {
  test.each([
    ['a script', '<script>alert(1)</script>'],
    [
      'a script with a prefix of its own',
      '<x:script xmlns:x="http://www.w3.org/2000/svg">alert(1)</x:script>',
    ],
    ['a script in CDATA', '<script><![CDATA[alert(1)]]></script>'],
    ['a script in capitals', '<SCRIPT>alert(1)</SCRIPT>'],
    ['a script in an element that is left out', '<a href="#x"><g><script>alert(1)</script></g></a>'],
    [
      'foreign content',
      '<foreignObject><body xmlns="http://www.w3.org/1999/xhtml" onload="a()"/></foreignObject>',
    ],
    [
      'a frame in another namespace',
      '<h:iframe xmlns:h="http://www.w3.org/1999/xhtml" src="javascript:a()"/>',
    ],
    ['a picture from elsewhere', '<image href="https://example.com/p.png" width="9" height="9"/>'],
    ['a picture within', '<image xlink:href="data:image/svg+xml;base64,PHN2Zy8+"/>'],
    ['an animation that sets an address', '<animate attributeName="href" values="javascript:a()"/>'],
    ['a setting of an address', '<set attributeName="xlink:href" to="javascript:a()"/>'],
    ['a filter that loads', '<feImage href="https://example.com/p.svg"/>'],
    [
      'a style sheet that loads',
      '<style>@import url(https://example.com/s.css); * { fill: url(//e.example) }</style>',
    ],
    ['a processing instruction', '<?xml-stylesheet href="https://example.com/s.xsl" type="text/xsl"?>'],
    ['a comment', '<!-- <script>alert(1)</script> -->'],
    ['a listener element', '<handler type="application/ecmascript">alert(1)</handler>'],
  ])('%s', (_, inner) => {
    expect(cleaned(around(inner))).toBe(BARE);
  });

  test.each([
    ['onload', 'onload="a()"'],
    ['onclick in capitals', 'ONCLICK="a()"'],
    ['an event with a prefix', 'xmlns:e="http://www.w3.org/2001/xml-events" e:event="click"'],
    ['a base address', 'xml:base="https://example.com/"'],
    ['a paint from elsewhere', 'fill="url(https://example.com/p.svg#a)"'],
    ['a paint by a relative address', 'fill="url(p.svg#a)"'],
    ['a paint spelt with an escape', String.raw`fill="u\72l(https://example.com/p.svg#a)"`],
    ['a paint in capitals and quotes', `fill="URL( 'https://example.com/p.svg#a' )"`],
    ['a paint in references to characters', 'fill="&#117;rl(https://example.com/p)"'],
    ['a second paint behind an own one', 'fill="url(#a) url(https://example.com/p)"'],
    ['a mask of pictures', `mask="image-set('https://example.com/p.png' 1x)"`],
    ['a style that loads', `style="background:url(https://example.com/p);fill:url('//e.example')"`],
    ['a style that runs', 'style="width:expression(a());-moz-binding:url(x)"'],
    ['a style with a variable', 'style="fill:var(--a)"'],
    ['a class without a rule', 'class="a b"'],
    ['a reference by script', 'href="javascript:a()"'],
    ['a reference to data', 'xlink:href="data:text/html,a"'],
    ['a reference out of the drawing', 'href="https://example.com/a.svg#a"'],
  ])('an attribute: %s', (_, attribute) => {
    expect(cleaned(`<svg ${NS}><path ${attribute} d="M0 0h1"/></svg>`)).toBe(BARE);
  });

  test('a reference to another file in "use" goes, one within the drawing stays', () => {
    expect(cleaned(around('<use href="#a"/><use href="a.svg#a"/><use xlink:href="//e.example#a"/>'))).toBe(
      `<svg ${NS}><use href="#a"/><use/><use/><path d="M0 0h1"/></svg>`,
    );
  });

  test('what a text says is never read as an element', () => {
    expect(cleaned(around('<text>&lt;script&gt;a&lt;/script&gt;<![CDATA[<script>b</script>]]></text>'))).toBe(
      `<svg ${NS}><text>&lt;script&gt;a&lt;/script&gt;&lt;script&gt;b&lt;/script&gt;</text><path d="M0 0h1"/></svg>`,
    );
  });
});

describe('what is no drawing, or would not end, is refused', () => {
  const chain = (length: number) =>
    Array.from({ length }, (_, at) => `<g id="g${at + 1}">${`<use href="#g${at}"/>`.repeat(10)}</g>`).join(
      '',
    );

  test.each([
    ['a page', '<html><body><svg></svg></body></html>'],
    ['a drawing with a prefix', `<s:svg xmlns:s="http://www.w3.org/2000/svg"><s:g/></s:svg>`],
    ['entities', `<!DOCTYPE svg [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>${around('<text>&b;</text>')}`],
    [
      'an entity from a file',
      `<!DOCTYPE svg [<!ENTITY a SYSTEM "file:///etc/passwd">]>${around('<text>&a;</text>')}`,
    ],
    ['an entity nobody declared', around('<text>&a;</text>')],
    ['an element left open', `<svg ${NS}><g></svg>`],
    ['something behind its end', `${BARE}<script>a()</script>`],
    ['nesting beyond measure', around('<g>'.repeat(100) + '</g>'.repeat(100))],
    ['elements beyond measure', around('<g/>'.repeat(30_000))],
    ['references that stand for billions', around(`<g id="g0"><path/></g>${chain(12)}`)],
    ['references in a circle', around('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')],
    ['a pattern within itself', around('<pattern id="p"><rect fill="url(#p)"/></pattern>')],
    [
      'a style drawn out beyond measure',
      around(`<style>.a{font-family:${'a'.repeat(1000)}}</style>${'<g class="a"/>'.repeat(10_000)}`),
    ],
    ['nothing', ''],
  ])('%s', (_, text) => {
    expect(cleaned(text)).toBeNull();
  });

  test.each([
    [
      'UTF-16',
      Uint8Array.from(
        around('')
          .split('')
          .flatMap((char) => [char.charCodeAt(0), 0]),
      ),
    ],
    ['broken UTF-8', Uint8Array.of(...bytes('<svg>'), 0xff, ...bytes('</svg>'))],
    ['a PNG', Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10)],
  ])('%s', (_, file) => {
    expect(harmlessSvg(file)).toBeNull();
  });

  test.each([
    ['one long value', around(`<path d="${'a'.repeat(450_000)}"/>`)],
    ['many brackets', around(`<path d="${'a('.repeat(220_000)}"/>`)],
    ['comments left open', around(`<style>${'/*'.repeat(220_000)}</style>`)],
    ['a sheet without blocks', around(`<style>${'a'.repeat(450_000)}</style>`)],
    ['many classes', around(`<style>${'.a{}'.repeat(50_000)}</style>${'<g class="a a"/>'.repeat(15_000)}`)],
  ])('%s comes to an end', (_, text) => {
    // What goes back again and again would outlast the test.
    expect(() => cleaned(text)).not.toThrow();
  });
});

describe('drawings of drawing programs keep all that draws', () => {
  test.each(Object.entries(DRAWINGS))('%s, and cleaning it again changes nothing', (_, drawing) => {
    const once = cleaned(drawing)!;
    expect(cleaned(once)).toBe(once);
    const shapes =
      /<(?:rect|path|circle|ellipse|polygon|text|stop|use|fe\w+|clipPath|mask|pattern|filter)[\s/>]/g;
    expect(once.match(shapes)?.length).toBe(drawing.match(shapes)?.length);
    expect(once).not.toMatch(/inkscape|sodipodi|style|class/);
  });

  test('styles and classes become attributes, the stronger over the weaker', () => {
    const sheet =
      '<style>.a{fill:red;stroke:blue}.b,.c{fill:lime}/* .a{fill:black} */@media print{.a{fill:gray}}</style>';
    expect(
      cleaned(
        `<svg ${NS}>${sheet}<g class="b a" fill="white"/><g class="a" style="FILL : pink !important"/></svg>`,
      ),
    ).toBe(`<svg ${NS}><g fill="lime" stroke="blue"/><g fill="pink" stroke="blue"/></svg>`);
  });

  test('a gradient used by thousands of shapes is one gradient', () => {
    const defs = '<linearGradient id="a"><stop offset="0"/><stop offset="1"/></linearGradient>';
    expect(cleaned(around(defs + '<rect fill="url(#a)"/>'.repeat(9000)))).not.toBeNull();
  });
});
