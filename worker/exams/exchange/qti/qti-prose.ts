import { elementsOf, within, type XmlElement } from '../../../platform/formats/xml.ts';
import { escapeXml } from '../../../platform/formats/xml-writer.ts';
import { wordsOf } from '../parts/prose.ts';

/** What asks for something; what only plays, or asks for a hint, does not. */
export function interactionsIn(element: XmlElement): XmlElement[] {
  return elementsOf(element).flatMap((child) =>
    child.name.endsWith('Interaction') && !/^(media|endAttempt)Interaction$/.test(child.name)
      ? [child]
      : interactionsIn(child),
  );
}

/** What was written here beside what is asked. */
const isOwn = ({ name, attributes }: XmlElement): boolean =>
  /^(div|p)$/.test(name) && attributes['class'] === 'osnova-gaps';

const VOID = /^(br|hr|img|source|col)$/;
/** Of the body's HTML: what a text here may say of itself. */
const KEPT = new Set([
  'src',
  'alt',
  'width',
  'height',
  'href',
  'data',
  'class',
  'colspan',
  'rowspan',
  'start',
]);
const DROPPED =
  /^(feedbackInline|feedbackBlock|modalFeedback|endAttemptInteraction|stylesheet|templateInline|templateBlock|catalogInfo|gapText|gapImg|script|style)$/;
const TYPED = /^(textEntryInteraction|inlineChoiceInteraction)$/;

/** The body as HTML: of what asks only the prompt, of a gap its place. */
export function htmlOf(element: XmlElement): string {
  const gaps = [...within(element, 'gap'), ...interactionsIn(element).filter(({ name }) => TYPED.test(name))];
  const isText = gaps.length > 0;
  const write = (child: XmlElement | string): string => {
    if (typeof child === 'string') return escapeXml(child);
    const { name, attributes, children } = child;
    const inside = () => children.map(write).join('');
    if (DROPPED.test(name) || isOwn(child)) return '';
    if (name === 'rubricBlock') return /candidate/.test(attributes['view'] ?? 'candidate') ? inside() : '';
    const gap = isText ? gaps.indexOf(child) + 1 : 0;
    if (gap > 0) return gaps.length === 1 && name === 'textEntryInteraction' ? '_____' : `[[${gap}]]`;
    if (/^(gapMatch|hottext)Interaction$/.test(name) || name === 'hottext') return inside();
    if (name === 'prompt') return `<p>${inside()}</p>`;
    if (name.endsWith('Interaction') && name !== 'mediaInteraction')
      return elementsOf(child, 'prompt').map(write).join('');
    if (!/^[a-z][a-z0-9]*$/.test(name)) return inside();
    const given = Object.entries(attributes)
      .filter(([key]) => KEPT.has(key))
      .map(([key, value]) => ` ${key}="${escapeXml(value)}"`)
      .join('');
    return VOID.test(name) ? `<${name}${given}>` : `<${name}${given}>${inside()}</${name}>`;
  };
  return element.children.map(write).join('');
}

/** The body as plain text. */
export const wordsIn = (element: XmlElement): string => wordsOf(htmlOf(element));
