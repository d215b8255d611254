/*
 * Stands in the page: asks for the files of the screen that the address names, and for what the screen reads first. What
 * it asks for in vain costs bytes and nothing else. Until the application comes it draws the frame of a private screen.
 */
(() => {
  const { files, styles, shell, frame, routes } = __LOADS__;
  const nextOf = __NEXT_OF__;
  const SELF = '/api/v1/accounts/user_info/';
  const access = localStorage.getItem('access');
  const language = Math.max(['uk', 'en', 'de'].indexOf(localStorage.getItem('language')), 0) + 1;
  const scheme = localStorage.getItem('color_scheme');
  const path = location.pathname === '/' ? '/profile' : location.pathname;
  const [, first] = path.split('/');

  // As lib/color-scheme.ts.
  const isDark =
    scheme !== 'light' && (scheme === 'dark' || matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';

  const loaded = (link) => new Promise((done) => link.addEventListener('load', done, { once: true }));

  /** Not attached before it has come: the application takes a style sheet that it finds attached for loaded. */
  const attached = async (link) => {
    await loaded(link);
    link.rel = 'stylesheet';
    await loaded(link);
  };
  let framed;

  const ask = (number) => {
    const link = document.createElement('link');
    const isStyle = number >= styles;
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    // After what the page itself names, which has the most to run.
    link.fetchPriority = number === frame ? 'high' : 'low';
    link.href = `/assets/${files[number]}.${isStyle ? 'css' : 'js'}`;
    if (number === frame) framed = attached(link);
    document.head.append(link);
  };

  /** What has come, for whoever draws it at once. */
  const texts = {};

  /** Read to the end, wanted or not: an answer left half read would hold its connection. */
  const answerOf = async (address) => {
    const headers = { Accept: 'application/json', Authorization: `Bearer ${access}` };
    const answer = await fetch(address, { headers });
    const text = await answer.text();
    if (answer.ok) texts[address] = text;
    return new Response(text, answer);
  };

  /** The answers by their addresses, for whoever would ask the same: see lib/api.ts. */
  const read = (addresses) => {
    const answers = Object.fromEntries(addresses.map((address) => [address, answerOf(address)]));
    for (const answer of Object.values(answers)) answer.catch(() => {});
    window.early = { access, answers, texts };
  };

  /**
   * Draws what the application will draw around a screen, and on the profile whose it is and with which course a student
   * goes on, until the application shows anything: all that it ever shows stands in a `main`.
   */
  const draw = async () => {
    const { answers } = window.early;
    const isProfile = path === '/profile';
    const [, learning] = Object.keys(answers);
    const wanted = [answers[SELF], isProfile && answers[learning]];
    const isDrawn = () => document.querySelector('#root main');
    const typeOf = (words) => document.fonts.load('720 1em "Manrope Variable"', words).catch(() => {});
    // Before the page's own style sheets nothing is painted, and no type known.
    await new Promise(requestAnimationFrame);
    // What most names here are written with comes beside the answers.
    if (isProfile) void typeOf(language === 1 ? ' я' : ' ');
    await Promise.allSettled([framed, ...wanted]);
    const person = JSON.parse(texts[SELF] ?? null);
    // Above whose screens a warning stands.
    if (!person || person.erase_at || isDrawn()) return;
    const layer = document.createElement('div');
    Object.assign(layer, { id: 'frame', inert: true, ariaHidden: true, innerHTML: __FRAME__ });
    const [photo, mark, name, course] = layer.querySelectorAll('img, img ~ *, h3');
    if (isProfile) {
      const { first_name, middle_name, last_name } = person;
      // As ui/person-mark.tsx.
      mark.textContent = (first_name.charAt(0) + last_name.charAt(0)).toUpperCase() || '·';
      mark.dataset.tone = person.id % 5;
      photo.addEventListener('error', () => photo.replaceWith(mark));
      if (person.photo) photo.src = person.photo;
      (person.photo ? mark : photo).remove();
      name.textContent = [first_name, middle_name, last_name].filter(Boolean).join(' ');
      layer.dataset.person = '';
      const next = !location.hash && nextOf(JSON.parse(texts[learning] ?? '{"courses":[]}').courses);
      if (next) {
        course.textContent = next.name;
        layer.style.setProperty('--theme', next.theme_color);
        layer.dataset.course = '';
      }
      // Nobody waits for the type for long. Coming later it makes the words larger, and a browser looks how large they are
      // only when it draws them for the first time.
      let isLate = false;
      const typed = typeOf(name.textContent + course.textContent).then(() => {
        if (isLate) for (const one of [name, course]) one.replaceWith(one.cloneNode(true));
      });
      await Promise.race([typed, new Promise((done) => setTimeout(done, 50))]);
      isLate = true;
    }
    if (localStorage.getItem('osnova.narrow_drawer') === 'true')
      for (const one of layer.firstChild.children) one.dataset.narrow = one.parentNode.dataset.narrow = '';
    const logo = document.querySelector('#root svg').cloneNode(true);
    for (const side of ['width', 'height']) logo.setAttribute(side, 32);
    for (const place of layer.querySelectorAll('i')) place.replaceWith(logo.cloneNode(true));
    if (isDrawn()) return;
    document.body.append(layer);
    const observer = new MutationObserver(() => {
      if (!isDrawn()) return;
      observer.disconnect();
      // Not in the same breath: what is taken away before the browser has told when it was shown counts as never shown.
      setTimeout(() => layer.remove());
    });
    observer.observe(document.body, { childList: true, subtree: true });
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  };

  for (const [pattern, roles, reads, isFramed, ...needed] of routes) {
    if (pattern.split('/')[1] !== first) continue;
    const params = new RegExp(`^${pattern}/?$`).exec(path);
    if (!params) continue;
    // Either is sent on to another screen.
    if (roles ? !access : first === 'login' && access) return;
    if (roles) {
      let person;
      try {
        person = JSON.parse(atob(access.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')));
      } catch {
        return;
      }
      const { sub, type } = person;
      if (!roles.includes(type)) return;
      const own = reads.map((one) => (one.who ? one.who === type && one.path : one)).filter(Boolean);
      read([
        SELF,
        // With a query the screen reads something else.
        ...(location.search
          ? []
          : own.map((one) => one.replace('$me', sub).replace(/\$(\d)/g, (_, n) => params[n]))),
      ]);
      if (isFramed) window.early.frame = draw().catch(() => {});
      [...shell[0], ...shell[language]].forEach(ask);
    }
    [...needed[0], ...needed[language]].forEach(ask);
    return;
  }
})();
