/** Whether what is typed can be read as a number: as the server reads it, a unit behind it aside. */
export function readsAsNumber(text: string, unit = ''): boolean {
  const bare = text.trim().replace(/\s/g, '').toLowerCase();
  const behind = unit.replace(/\s/g, '').toLowerCase();
  const number = behind && bare.endsWith(behind) ? bare.slice(0, -behind.length) : bare;
  return /^[+\-–−]?(\d{1,30}([.,]\d{0,30})?|[.,]\d{1,30})(e[+\-–−]?\d{1,2})?$/.test(number);
}
