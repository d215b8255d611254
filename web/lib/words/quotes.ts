/** Marks of a quotation, and of one inside of it: Ukrainian, German, English. */
const MARKS = ['«»„“', '„“‚‘', '“”‘’'].map((marks) => [...marks] as [string, string, string, string]);

/**
 * Gives quotations that stand in a quotation marks of their own, as a name that has some does: «ТОВ „Поруч“».
 * @param text a sentence with what was put into it; left as it is where its marks do not pair
 */
export function nestedQuotes(text: string): string {
  return MARKS.reduce(
    (done, [open, close, innerOpen, innerClose]) => nested(done, open, close, innerOpen, innerClose) ?? done,
    text,
  );
}

function nested(text: string, open: string, close: string, innerOpen: string, innerClose: string) {
  // Most sentences quote nothing twice.
  if (text.indexOf(open) === text.lastIndexOf(open)) return null;
  let depth = 0;
  let told = '';
  for (const mark of text) {
    if (mark === close) depth -= 1;
    if (depth < 0) return null;
    const isInner = depth > 0;
    told += isInner && mark === open ? innerOpen : isInner && mark === close ? innerClose : mark;
    if (mark === open) depth += 1;
  }
  return depth === 0 ? told : null;
}
