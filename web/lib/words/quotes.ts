/** Marks of a quotation, and of one inside of it: Ukrainian, German, English. */
const MARKS = ['«»„“', '„“‚‘', '“”‘’'];

/**
 * Gives quotations that stand in a quotation marks of their own, as a name that has some does: «ТОВ „Поруч“».
 * @param text a sentence with what was put into it; left as it is where its marks do not pair
 */
export const nestedQuotes = (text: string): string => MARKS.reduce(nested, text);

function nested(text: string, [open = '', close, ...inner]: string): string {
  // Most sentences quote nothing twice.
  if (text.indexOf(open) === text.lastIndexOf(open)) return text;
  let depth = 0;
  let told = '';
  for (const mark of text) {
    if (mark === close) depth -= 1;
    if (depth < 0) return text;
    told += (depth > 0 && (mark === open ? inner[0] : mark === close && inner[1])) || mark;
    if (mark === open) depth += 1;
  }
  return depth > 0 ? text : told;
}
