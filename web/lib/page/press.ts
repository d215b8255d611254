let pressed = false;

const release = () => {
  pressed = false;
};
window.addEventListener('pointerdown', () => (pressed = true), { capture: true });
window.addEventListener('pointerup', release, { capture: true });
window.addEventListener('pointercancel', release, { capture: true });

/**
 * Runs now, or after the click whose press is under way. An error that appears between press and release
 * moves the button away from under the pointer, and the click is lost.
 */
export function afterPress(run: () => void): void {
  if (!pressed) run();
  else window.addEventListener('pointerup', () => setTimeout(run), { once: true });
}
