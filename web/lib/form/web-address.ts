/** An address as people type it, `zoom.us/j/1` or `olena@poruch.example`, as one that leads there. */
export function webAddress(given: string): string {
  const typed = given.trim();
  if (typed === '' || /^([a-z][a-z\d+.-]*:|[/#])/i.test(typed)) return typed;
  return /^[^\s@/]+@[^\s@/]+$/.test(typed) ? `mailto:${typed}` : `https://${typed}`;
}
