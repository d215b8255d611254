import { renderToString } from 'katex';

/** A formula as MathML, which browsers set and screen readers read by themselves; null when it is none. */
export function mathOf(latex: string, block: boolean): string | null {
  try {
    const html = renderToString(latex, {
      output: 'mathml',
      displayMode: block,
      throwOnError: true,
      strict: 'ignore',
    });
    return block ? html : inPieces(html);
  } catch {
    return null;
  }
}

/** Signs of a formula that has room in any line. */
const SHORT = 16;
const BETWEEN = new Set('=<>≤≥≠≈+−±×⋅→⇒⇔∈'.split(''));

/** No browser breaks a formula: a long one among words becomes several, each from a sign that stands between two parts. */
function inPieces(html: string): string {
  const holder = document.createElement('div');
  holder.innerHTML = html;
  const row = holder.querySelector('math > semantics > mrow');
  if (!row || row.textContent.length <= SHORT) return html;
  const pieces: Element[][] = [[]];
  for (const part of row.children) {
    if (part.tagName === 'mo' && BETWEEN.has(part.textContent) && pieces.at(-1)!.length > 0) {
      // As the first of its piece it would stand as the sign of a number does.
      part.setAttribute('form', 'infix');
      pieces.push([]);
    }
    pieces.at(-1)!.push(part);
  }
  return pieces
    .map((parts) => `<span class="katex"><math><mrow>${htmlOf(parts)}</mrow></math></span>`)
    .join('');
}

const htmlOf = (parts: readonly Element[]): string => parts.map(({ outerHTML }) => outerHTML).join('');
