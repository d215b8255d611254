/** What is pasted from elsewhere, made ready for the editor, and whether a picture stays behind. */
export function cleanPasted(html: string): { html: string; hasLost: boolean } {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  let hasLost = false;
  for (const picture of body.querySelectorAll('img')) {
    if (isOwn(picture.src)) continue;
    picture.remove();
    hasLost = true;
  }
  makeLists(body);
  return { html: body.innerHTML, hasLost };
}

/** Only pictures that lie in the product are kept: others are files of somebody's computer, or tell their host who reads. */
function isOwn(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { origin, pathname } = new URL(address);
  return origin === location.origin && pathname.startsWith('/api/v1/media/');
}

/** Word writes a list as paragraphs whose style names their level, with the number or bullet as text. */
function makeLists(body: HTMLElement): void {
  /** The lists that are open, the outermost first. */
  let open: HTMLElement[] = [];
  for (const paragraph of body.querySelectorAll<HTMLElement>('p[style*="mso-list:" i]')) {
    const style = paragraph.getAttribute('style')!;
    const marker = paragraph.querySelector('[style*="mso-list:Ignore" i], [style*="mso-list: Ignore" i]');
    const level = Number(/level(\d+)/i.exec(style)?.[1] ?? 1);
    // A bullet is a sign of its own, or the letter o.
    const kind = /^\s*[\p{L}\p{N}]{1,5}[.)]/u.test(marker?.textContent ?? '') ? 'OL' : 'UL';
    if (paragraph.previousElementSibling !== open[0]) open = [];
    const depth = Math.min(level, open.length + 1);
    open = open.slice(0, depth);
    if (open[depth - 1]?.tagName !== kind) {
      const list = document.createElement(kind);
      const parent = open[depth - 2]?.lastElementChild;
      if (parent) parent.append(list);
      else paragraph.before(list);
      open[depth - 1] = list;
    }
    marker?.remove();
    const item = document.createElement('li');
    const words = document.createElement('p');
    words.append(...paragraph.childNodes);
    item.append(words);
    open[depth - 1]!.append(item);
    paragraph.remove();
  }
}

/** The picture among files that are pasted or dropped. */
export const pictureIn = (files: FileList | undefined): File | undefined =>
  [...(files ?? [])].find(({ type }) => /^image\/(png|jpeg|gif)$/.test(type));
