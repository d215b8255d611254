import { SaxesParser } from 'saxes';

/** What draws and nothing else: no script, no foreign content, nothing that loads or moves. */
const ELEMENTS = new Set(
  (
    'svg g defs symbol use switch title desc path rect circle ellipse line polyline polygon text tspan textPath ' +
    'linearGradient radialGradient stop clipPath mask pattern marker filter feBlend feColorMatrix feComposite ' +
    'feDropShadow feFlood feGaussianBlur feMerge feMergeNode feMorphology feOffset'
  ).split(' '),
);
const PRESENTATION = new Set(
  (
    'fill fill-opacity fill-rule stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-dasharray ' +
    'stroke-dashoffset stroke-miterlimit opacity stop-color stop-opacity clip-path clip-rule mask filter color display ' +
    'visibility overflow paint-order vector-effect marker-start marker-mid marker-end font-family font-size font-style ' +
    'font-weight text-anchor text-decoration dominant-baseline letter-spacing word-spacing shape-rendering ' +
    'flood-color flood-opacity color-interpolation-filters mask-type transform'
  ).split(' '),
);
const ATTRIBUTES = new Set([
  ...PRESENTATION,
  ...(
    'id viewBox width height x y x1 x2 y1 y2 cx cy r rx ry fx fy fr d points offset pathLength gradientUnits ' +
    'gradientTransform spreadMethod patternUnits patternContentUnits patternTransform clipPathUnits maskUnits ' +
    'maskContentUnits preserveAspectRatio dx dy rotate startOffset textLength lengthAdjust refX refY markerWidth ' +
    'markerHeight orient markerUnits in in2 result mode type values operator k1 k2 k3 k4 stdDeviation radius ' +
    'filterUnits primitiveUnits version xml:space href xlink:href'
  ).split(' '),
]);
/** The functions of CSS that compute a value; all others are left out, some of them load. */
const FUNCTIONS = new Set(
  'rgb rgba hsl hsla matrix translate translatex translatey scale scalex scaley rotate skewx skewy'.split(
    ' ',
  ),
);
const NAME = String.raw`[\p{L}\p{N}_.:-]+`;
const REFERENCE = new RegExp(`^#(${NAME})$`, 'u');
const SELECTOR = new RegExp(`^\\.(${NAME})$`, 'u');
const OWN_URL = new RegExp(String.raw`url\(\s*(["']?)#(${NAME})\1\s*\)`, 'giu');

/** Deepest nesting; most elements, as written and with every reference drawn out; most characters written. */
const LIMITS = { depth: 64, elements: 20_000, drawn: 200_000, length: 2_000_000 };

/**
 * An SVG written anew from what only draws, or null when the bytes are no well-formed SVG in UTF-8 (§5, pictures of
 * programs). Everything else is left out with what it holds; references stay only to parts of the same drawing.
 */
export function harmlessSvg(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
    if (!/<svg[\s>]/.test(text)) return null;
    return Uint8Array.from(new TextEncoder().encode(written(text, classesIn(text))));
  } catch {
    return null;
  }
}

class NoSvg extends Error {}

function refuse(): never {
  throw new NoSvg();
}

/** Declarations of CSS by property. */
type Style = Map<string, string>;
/** The style of each class, with its place in the sheet. */
type Classes = Map<string, { order: number; style: Style }>;

function written(svg: string, classes: Classes): string {
  const out: string[] = [];
  const weight = new Weight();
  // The depth from which everything is left out, or 0.
  let skipped = 0;
  let depth = 0;
  let elements = 0;
  let length = 0;
  const write = (text: string) => {
    length += text.length;
    if (length > LIMITS.length) refuse();
    out.push(text);
  };
  const parser = parserOf();
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    depth += 1;
    elements += 1;
    if (depth > LIMITS.depth || elements > LIMITS.elements || (depth === 1 && name !== 'svg')) refuse();
    if (!skipped && !ELEMENTS.has(name)) skipped = depth;
    if (skipped) return;
    const kept = keptOf(attributes, classes);
    weight.open(kept);
    const root =
      depth === 1 ? ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"' : '';
    write(`<${name}${root}${[...kept].map(([key, value]) => ` ${key}="${escaped(value)}"`).join('')}`);
    write(isSelfClosing ? '/>' : '>');
  });
  parser.on('closetag', ({ name, isSelfClosing }) => {
    if (!skipped) {
      weight.close();
      if (!isSelfClosing) write(`</${name}>`);
    }
    if (skipped === depth) skipped = 0;
    depth -= 1;
  });
  const words = (text: string) => {
    if (!skipped && depth > 0) write(escaped(text));
  };
  parser.on('text', words);
  parser.on('cdata', words);
  parser.write(svg).close();
  if (weight.total() > LIMITS.drawn) refuse();
  return out.join('');
}

function parserOf(): SaxesParser {
  const parser = new SaxesParser();
  parser.on('error', refuse);
  // Entities are declared here only.
  parser.on('doctype', refuse);
  return parser;
}

/** The rules `.name { … }` of the drawing's own style sheets, which drawing programs write; other rules are left out. */
function classesIn(svg: string): Classes {
  const classes: Classes = new Map();
  if (!svg.includes('<style')) return classes;
  let sheet = '';
  let inside = false;
  const parser = parserOf();
  parser.on('opentag', ({ name }) => (inside = name === 'style'));
  parser.on('closetag', () => (inside = false));
  const collect = (text: string) => {
    if (inside) sheet += text;
  };
  parser.on('text', collect);
  parser.on('cdata', collect);
  parser.write(svg).close();
  for (const rule of withoutComments(sheet).split('}')) {
    const [selectors = '', block, nested] = rule.split('{');
    if (block === undefined || nested !== undefined) continue;
    const style = styleOf(block);
    for (const selector of selectors.split(',')) {
      const [, name] = SELECTOR.exec(selector.trim()) ?? [];
      if (!name) continue;
      const rules = classes.get(name) ?? { order: classes.size, style: new Map() };
      for (const [property, value] of style) rules.style.set(property, value);
      classes.set(name, rules);
    }
  }
  return classes;
}

function withoutComments(sheet: string): string {
  const [first = '', ...rest] = sheet.split('/*');
  return first + rest.map((part) => (part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : '')).join('');
}

function styleOf(block: string): Style {
  const declarations = block.split(';').map((each) => {
    const at = each.indexOf(':');
    return [
      each.slice(0, at).trim().toLowerCase(),
      each
        .slice(at + 1)
        .replace(/!\s*important/i, '')
        .trim(),
    ] as const;
  });
  return new Map(declarations.filter(([name, value]) => PRESENTATION.has(name) && isHarmless(name, value)));
}

/** What stays of an element's attributes; styles become attributes, in the order in which they win. */
function keptOf(attributes: Record<string, string>, classes: Classes): Map<string, string> {
  const kept = new Map(
    Object.entries(attributes).filter(([name, value]) => ATTRIBUTES.has(name) && isHarmless(name, value)),
  );
  const rules = (attributes['class'] ?? '')
    .split(/\s+/)
    .flatMap((name) => classes.get(name) ?? [])
    // Of two rules the later in the sheet wins, whatever the order of the element's names.
    .sort((a, b) => a.order - b.order);
  for (const style of [...rules.map((rule) => rule.style), styleOf(attributes['style'] ?? '')])
    for (const [name, value] of style) kept.set(name, value);
  return kept;
}

function isHarmless(name: string, value: string): boolean {
  if (name === 'href' || name === 'xlink:href') return REFERENCE.test(value);
  if (name === 'id') return REFERENCE.test(`#${value}`);
  // An escape could spell a function that is not seen here.
  if (value.includes('\\')) return false;
  const calls = value.replace(OWN_URL, '').split('(').slice(0, -1);
  // Longer than any name that is allowed; a search over the whole value would take its square.
  return calls.every((before) =>
    FUNCTIONS.has(/(?<![\w-])[\w-]*$/.exec(before.trimEnd().slice(-24))![0].toLowerCase()),
  );
}

/** How many elements a drawing has once every reference is drawn out: a few lines can stand for billions. */
class Weight {
  private readonly path: string[] = [];
  private readonly own = new Map<string, number>([['', 0]]);
  private readonly references = new Map<string, string[]>([['', []]]);
  private readonly known = new Map<string, number>();

  open(attributes: Map<string, string>): void {
    const id = attributes.get('id') ?? '';
    const around = this.path.at(-1) ?? '';
    this.path.push(id || around);
    if (id && !this.own.has(id)) {
      this.own.set(id, 0);
      this.references.set(id, []);
      this.references.get(around)!.push(id);
    }
    const holder = id || around;
    this.own.set(holder, this.own.get(holder)! + 1);
    for (const [name, value] of attributes) this.references.get(holder)!.push(...referencesIn(name, value));
  }

  close(): void {
    this.path.pop();
  }

  total(): number {
    return this.of('');
  }

  private of(id: string): number {
    const known = this.known.get(id);
    if (known !== undefined) return known;
    // Whatever leads back here has no end.
    this.known.set(id, Infinity);
    let sum = this.own.get(id) ?? 0;
    for (const reference of this.references.get(id) ?? []) sum += this.of(reference);
    this.known.set(id, sum);
    return sum;
  }
}

function referencesIn(name: string, value: string): string[] {
  if (name === 'href' || name === 'xlink:href') return [value.slice(1)];
  return value.includes('url(') || value.includes('URL(')
    ? [...value.matchAll(OWN_URL)].map(([, , id = '']) => id)
    : [];
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
