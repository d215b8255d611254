/** Which of these elements a toast lies on, by their words; read within the page. */
export function coveredByToasts(selector: string): string[] {
  const shown = [...document.querySelectorAll('[role=status], [role=alert]')]
    .filter((one) => getComputedStyle(one.parentElement!).position === 'fixed')
    .map((one) => one.getBoundingClientRect());
  if (shown.length === 0) throw new Error('There is no toast');
  return [...document.querySelectorAll(selector)]
    .filter((one) => {
      const { left, right, top, bottom } = one.getBoundingClientRect();
      return shown.some(
        (toast) => toast.left < right && left < toast.right && toast.top < bottom && top < toast.bottom,
      );
    })
    .map((one) => one.textContent || one.getAttribute('aria-label') || one.tagName);
}
