/* What the service worker shows in place of a page that cannot be reached: in the chosen language, until it can be. */
let language = 'uk';
let isRunning = false;
try {
  language = localStorage.getItem('language') ?? 'uk';
  // Until when a test runs here: web/lib/reading/kept-answers.ts.
  isRunning = Date.parse(localStorage.getItem('osnova-kept-rest') ?? '') > Date.now();
} catch {
  // A browser that keeps nothing has no choice to read.
}
const sections = [...document.querySelectorAll('section')];
const shown = sections.find((section) => section.lang === language) ?? sections[0];
for (const section of sections) section.hidden = section !== shown;
shown.querySelector('[data-running]').hidden = !isRunning;
document.documentElement.lang = shown.lang;
document.title = `${shown.querySelector('h1').textContent} — Osnova`;

const reload = () => location.reload();
shown.querySelector('button').addEventListener('click', reload);
window.addEventListener('online', reload);

// Being in a network is not yet being on the internet: the product is asked itself, less often with time.
let pause = 3000;
async function ask() {
  const answer = await fetch(`/icon.svg?${Date.now()}`, { method: 'HEAD', cache: 'no-store' }).catch(
    () => null,
  );
  if (answer?.ok) return reload();
  pause = Math.min(pause * 1.5, 30_000);
  setTimeout(() => void ask(), pause);
}
setTimeout(() => void ask(), pause);
