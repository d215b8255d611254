import { SaxesParser } from 'saxes';

/** What draws and nothing else: no script, no style, no foreign content, nothing that loads. */
const ELEMENTS = new Set(
  (
    'svg g defs symbol use title desc path rect circle ellipse line polyline polygon text tspan ' +
    'linearGradient radialGradient stop clipPath mask pattern marker'
  ).split(' '),
);
const ATTRIBUTES = new Set(
  (
    'id class viewBox width height x y x1 x2 y1 y2 cx cy r rx ry fx fy d points transform fill fill-opacity fill-rule ' +
    'stroke stroke-width stroke-opacity stroke-linecap stroke-linejoin stroke-dasharray stroke-dashoffset ' +
    'stroke-miterlimit opacity offset stop-color stop-opacity gradientUnits gradientTransform spreadMethod ' +
    'patternUnits patternContentUnits patternTransform clipPathUnits clip-path clip-rule mask maskUnits ' +
    'maskContentUnits preserveAspectRatio font-family font-size font-weight text-anchor dominant-baseline ' +
    'letter-spacing dx dy refX refY markerWidth markerHeight orient markerUnits marker-start marker-mid marker-end ' +
    'vector-effect color display visibility version href xlink:href'
  ).split(' '),
);
/** Deepest nesting and most elements that a drawing may have. */
const LIMITS = { depth: 64, elements: 20_000 };

/**
 * An SVG written anew from what only draws, or null when the bytes are no well-formed SVG (§5, pictures of programs).
 * Everything else is left out with what it holds; references stay only to parts of the same drawing.
 */
export function harmlessSvg(bytes: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const out: string[] = [];
  const parser = new SaxesParser();
  // The depth from which everything is left out, or 0.
  let skipped = 0;
  let depth = 0;
  let elements = 0;
  const refuse = () => {
    throw new NoSvg();
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', ({ name, attributes, isSelfClosing }) => {
    depth += 1;
    elements += 1;
    if (depth > LIMITS.depth || elements > LIMITS.elements || (depth === 1 && name !== 'svg')) refuse();
    if (!skipped && !ELEMENTS.has(name)) skipped = depth;
    if (skipped) return;
    const kept = Object.entries(attributes).filter(([key, value]) => isHarmless(key, value));
    const root =
      depth === 1 ? ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"' : '';
    out.push(
      `<${name}${root}${kept.map(([key, value]) => ` ${key}="${escaped(value)}"`).join('')}`,
      isSelfClosing ? '/>' : '>',
    );
  });
  parser.on('closetag', ({ name, isSelfClosing }) => {
    if (!skipped && !isSelfClosing) out.push(`</${name}>`);
    if (skipped === depth) skipped = 0;
    depth -= 1;
  });
  parser.on('text', (text) => {
    if (!skipped && depth > 0) out.push(escaped(text));
  });
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes);
    if (!/<svg[\s>]/.test(text)) return null;
    parser.write(text).close();
  } catch {
    return null;
  }
  return Uint8Array.from(new TextEncoder().encode(out.join('')));
}

class NoSvg extends Error {}

function isHarmless(name: string, value: string): boolean {
  if (!ATTRIBUTES.has(name)) return false;
  if (name === 'href' || name === 'xlink:href') return /^#[\w-]+$/.test(value);
  // A reference in a value points into the drawing itself.
  return !/url\s*\(/i.test(value) || /^url\(#[\w-]+\)$/.test(value.trim());
}

function escaped(text: string): string {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;');
}
