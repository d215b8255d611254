const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
/** What XML cannot hold. */
const FORBIDDEN = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text as XML holds it; signs that it cannot hold are left out. */
export function escapeXml(text: string): string {
  return text.replace(FORBIDDEN, '').replace(/[&<>"]/g, (sign) => SIGNS[sign]!);
}

/** An element as text; of its content what is text is escaped by whoever gives it. */
export function writeElement(
  name: string,
  attributes: Record<string, string | number | boolean | undefined> = {},
  ...content: string[]
): string {
  const given = Object.entries(attributes)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => ` ${key}="${escapeXml(String(value))}"`)
    .join('');
  const inside = content.join('');
  return inside === '' ? `<${name}${given}/>` : `<${name}${given}>${inside}</${name}>`;
}
