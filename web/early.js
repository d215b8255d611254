/*
 * Stands in the page: asks for the files of the screen that the address names, and for what the screen reads first. What
 * it asks for in vain costs bytes and nothing else. It draws the frame of a private screen, and then runs the application.
 */
(() => {
  // A frame of another system gets no storage in some browsers, and reads none of the product's own in the others; what
  // waits there to be sent outlives a reload where it can.
  if (/^\/dispatch\/\d+\/?$/.test(location.pathname)) {
    const memory = Object.create({
      getItem(key) {
        return Object.hasOwn(this, key) ? this[key] : null;
      },
      setItem(key, value) {
        this[key] = `${value}`;
      },
      removeItem(key) {
        delete this[key];
      },
      clear() {
        for (const key of Object.keys(this)) delete this[key];
      },
    });
    const value = (() => {
      try {
        return sessionStorage;
      } catch {
        return memory;
      }
    })();
    for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { value });
  }

  const { main, files, styles, shell, firstSteps, introduction, frame, routes } = __LOADS__;
  const { nextOf, STEPS, stepsShown } = __RULES__;
  const SELF = '/api/v1/accounts/user_info/';
  /** Milliseconds after which nobody expects a page to go. */
  const REPLACED_MS = 4000;
  const access = localStorage.getItem('access');
  const spoken = () => Math.max(['uk', 'en', 'de'].indexOf(localStorage.getItem('language')), 0) + 1;
  const language = spoken();
  const scheme = localStorage.getItem('color_scheme');
  const claims = (() => {
    try {
      return JSON.parse(atob(access.split('.')[1].replace(/-/g, '+').replace(/_/g, '/')));
    } catch {
      return null;
    }
  })();
  // As app/home.ts, as far as it can be told by now.
  const home = claims && claims.type !== 'student' ? '/today' : '/profile';
  const path = location.pathname === '/' ? home : location.pathname;
  const [, first] = path.split('/');

  // As lib/page/color-scheme.ts.
  const isDark =
    scheme !== 'light' && (scheme === 'dark' || matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light';

  // As lib/page/installable.ts, which may come too late for it.
  addEventListener(
    'beforeinstallprompt',
    (event) => {
      event.preventDefault();
      window.installOffer = event;
    },
    { once: true },
  );

  // The service worker gave this page out as it was kept, and says that another one belongs here (service-worker.js). Whoever
  // works here by now has that the next time.
  const { serviceWorker } = navigator;
  serviceWorker?.addEventListener('message', () => {
    if (performance.now() < REPLACED_MS && !navigator.userActivation?.hasBeenActive) location.reload();
  });
  serviceWorker?.startMessages();

  const wait = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));
  const loaded = (link) =>
    new Promise((done) => ['load', 'error'].forEach((event) => link.addEventListener(event, done)));
  const parsed = new Promise((done) => addEventListener('DOMContentLoaded', done));

  /** Runs the application as the parser would, with the page read and its style sheets there. */
  const run = async () => {
    await parsed;
    const sheets = [...document.querySelectorAll('head link[rel=stylesheet]')];
    await Promise.all(sheets.map((link) => link.sheet || loaded(link)));
    document.body.append(
      Object.assign(document.createElement('script'), { type: 'module', crossOrigin: '', src: main }),
    );
  };

  let framed;
  const asked = new Set();

  const ask = (number) => {
    if (asked.has(number)) return;
    asked.add(number);
    const link = document.createElement('link');
    const isStyle = number >= styles;
    // Attached before it has come, a style sheet would be taken for loaded by the application: only that of the frame is,
    // which is there before it.
    link.rel = number === frame ? 'stylesheet' : isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    // After what the page itself names, which has the most to run.
    link.fetchPriority = number === frame ? 'high' : 'low';
    link.href = `/assets/${files[number]}.${isStyle ? 'css' : 'js'}`;
    if (number === frame) framed = loaded(link);
    document.head.append(link);
  };

  /** The files of another screen, by the path of its route: what the application goes to (app/parts/ask-for.ts). */
  window.askFor = (asking) => {
    const pattern = asking.replace(/:\w+/g, '([^/]+)');
    const [, , , , ...needed] = routes.find(([one]) => one === pattern) ?? [];
    if (needed.length > 0) [...needed[0], ...needed[spoken()]].forEach(ask);
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

  /** The answers by their addresses, for whoever would ask the same: see lib/api/api.ts. */
  const answers = {};

  const read = (addresses) => {
    for (const address of addresses) {
      answers[address] = answerOf(address);
      answers[address].catch(() => {});
    }
    window.early ??= { access, answers, texts };
  };

  /**
   * A test on the page of its material tells which introduction is read there; whoever was here before need not wait for
   * that (app/pages/learning/introduced.ts).
   */
  const introduce = async (material) => {
    let begun;
    const ofForm = (form_id) => {
      if (!form_id || form_id === begun) return;
      begun = form_id;
      read([`/api/v1/course/form_introduction/${form_id}/`]);
      [...introduction[0], ...introduction[language]].forEach(ask);
    };
    const known = JSON.parse(localStorage.getItem('osnova.recent.tests') ?? '[]');
    ofForm(known.find(([id]) => material.endsWith(`/${id}/`))?.[1]);
    await answers[material];
    if (window.early) ofForm(JSON.parse(texts[material] ?? '{}').form_id);
  };

  /** Goes on with the attempt that this tab held before a reload, as features/exams/attempts/run/begin-attempt.ts does. */
  const resume = async (form_id, { attempt_id, holder }) => {
    // What waits is sent first, and what another tab has is left to it: the application sees to either.
    if (localStorage.getItem(`osnova.answers.${attempt_id}`)) return;
    const lock = `osnova.attempt.${attempt_id}`;
    if (await navigator.locks.request(lock, { mode: 'shared', ifAvailable: true }, (free) => !free)) return;
    const now = () => performance.timeOrigin + performance.now();
    const sent = now();
    const answer = await fetch('/api/v1/course/start_form_passing/', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${access}` },
      body: JSON.stringify({ form_id, take_over: true, holder, only_held: true }),
    });
    if (answer.ok) return { started: await answer.json(), times: { sent, received: now() } };
  };

  const heldOf = (form_id) => form_id && JSON.parse(sessionStorage.getItem(`osnova.attempt.${form_id}`));

  const typeOf = (words) => document.fonts.load('720 1em "Manrope Variable"', words).catch(() => {});

  /**
   * Nobody waits for the type for long. Coming later it makes the words larger, and a browser looks how large they are only
   * when it draws them for the first time.
   */
  const typed = async (place) => {
    let isLate = false;
    const type = typeOf(place.textContent).then(() => isLate && place.replaceWith(place.cloneNode(true)));
    await Promise.race([type, wait(50)]);
    isLate = true;
  };

  /** Of a new company's first steps. */
  let words;

  const isDrawn = () => document.querySelector('#root main');

  /**
   * Draws what the application will draw around a screen, and on the profile whose it is, with which course a student goes
   * on and what a new company does first, until the application shows anything: all that it ever shows stands in a `main`.
   */
  const draw = async () => {
    const isProfile = path === '/profile';
    const [, learning] = Object.keys(answers);
    // Before the page's own style sheets nothing is painted, and no type known.
    await new Promise(requestAnimationFrame);
    // What most names here are written with comes beside the answers.
    if (isProfile) void typeOf(language === 1 ? ' я' : ' ');
    await Promise.allSettled([framed, answers[SELF]]);
    const person = JSON.parse(texts[SELF] ?? null);
    // Above whose screens a warning or a running test stands.
    if (!person || person.erase_at || person.running_attempt || isDrawn()) return;
    const layer = document.createElement('div');
    Object.assign(layer, { id: 'frame', inert: true, ariaHidden: true, innerHTML: __FRAME__ });
    const [photo, mark, name, panel, course] = layer.querySelectorAll('img, img ~ *, :has(> ol), h3');
    const drawPerson = () => {
      const { first_name, middle_name, last_name } = person;
      // As features/identity/profile/profile-screen.tsx.
      if (person.current_login_info.type_user === 'student') layer.querySelector('header').dataset.small = '';
      // As ui/person/person-mark.tsx.
      mark.textContent = (first_name.charAt(0) + last_name.charAt(0)).toUpperCase() || '·';
      mark.dataset.tone = person.id % 5;
      photo.addEventListener('error', () => photo.replaceWith(mark));
      if (person.photo) photo.src = person.photo;
      (person.photo ? mark : photo).remove();
      layer.dataset.person = '';
      name.textContent = [last_name, first_name, middle_name].filter(Boolean).join(' ');
      return typed(name);
    };
    const drawCourse = async () => {
      await answers[learning];
      const next = !location.hash && nextOf(JSON.parse(texts[learning] ?? '{"courses":[]}').courses);
      if (!next) return;
      course.textContent = next.next_step.material.name;
      await typed(course);
      layer.style.setProperty('--theme', next.theme_color);
      layer.dataset.course = '';
    };
    const drawSteps = async () => {
      const steps = person.first_steps;
      if (location.hash || stepsShown(person, steps) !== 'list') return;
      firstSteps[0].forEach(ask);
      const { default: text } = await words;
      const [title, list] = panel.querySelectorAll('h2, ol');
      title.textContent = text.title;
      const row = list.firstChild;
      for (const step of STEPS) {
        const one = row.cloneNode(true);
        const [head, hint] = one.querySelectorAll('strong, strong ~ *');
        head.textContent = text[step];
        if (steps[step]) {
          one.dataset.done = '';
          for (const left of [hint, one.lastChild]) left.remove();
        } else hint.textContent = text[`${step}_text`];
        list.append(one);
      }
      row.remove();
      await typed(panel);
      layer.dataset.steps = '';
    };
    const withRest = isProfile && Promise.allSettled([drawCourse(), drawSteps()]);
    if (isProfile) await drawPerson();
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
      // When the browser has shown the application below it: what goes before it was shown itself was never there.
      requestAnimationFrame(() => setTimeout(() => layer.remove()));
    });
    observer.observe(document.body, { childList: true, subtree: true });
    await withRest;
    layer.dataset.settled = '';
    await new Promise((painted) => requestAnimationFrame(() => setTimeout(painted)));
  };

  /** Settles when the screen's frame stands, or none will. */
  const prepare = async () => {
    for (const [pattern, roles, reads, isFramed, ...needed] of routes) {
      if (pattern.split('/')[1] !== first) continue;
      const params = new RegExp(`^${pattern}/?$`).exec(path);
      if (!params) continue;
      // Either is sent on to another screen.
      if (roles ? !access : first === 'login' && access) return;
      if (roles) {
        if (!claims || !roles.includes(claims.type)) return;
        const { sub, type } = claims;
        const own = reads.map((one) => (one.who ? one.who === type && one.path : one)).filter(Boolean);
        const form_id = Number(/\/form\/(\d+)\/?$/.exec(path)?.[1]);
        const held = heldOf(form_id);
        read([
          SELF,
          // With a query, or in the middle of an attempt, the screen reads something else.
          ...(location.search || held
            ? []
            : own.map((one) => one.replace('$me', sub).replace(/\$(\d)/g, (_, n) => params[n]))),
        ]);
        if (held) {
          const begun = resume(form_id, held).catch(() => {});
          window.earlyAttempt = { access, form_id, begun };
        }
        const [, material] = Object.keys(answers);
        if (type === 'student' && /\/educational_material\/\d+\/$/.test(material))
          introduce(material).catch(() => {});
        if (path === '/profile' && ['owner', 'admin'].includes(type)) {
          // Whether they are shown is known only later, and the words are one small file.
          words = import(`/assets/${files[firstSteps[language][0]]}.js`);
          words.catch(() => {});
        }
        [...shell[0], ...shell[language]].forEach(ask);
      }
      [...needed[0], ...needed[language]].forEach(ask);
      return roles && isFramed && !isKept && draw();
    }
  };

  /** The files are here already, and come before a frame could be drawn. */
  const isKept = !!serviceWorker?.controller;

  /** Milliseconds for which the frame may keep the application waiting, whose running keeps a phone from drawing it. */
  const FRAME_MS = 400;
  void Promise.race([prepare().catch(() => {}), wait(FRAME_MS)]).then(run);
})();
