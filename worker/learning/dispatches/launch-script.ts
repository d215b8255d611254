/** What it says where the course cannot be shown; the product and its texts are out of reach then. */
export const LAUNCH_WORDS = {
  uk: {
    no_system: 'Цей курс відкривається лише з навчальної системи. Поверніться до неї та почніть курс там.',
    no_learner:
      'Навчальна система не сказала, хто ви, тому курс не можна відкрити. Зверніться до її адміністратора.',
    no_home: 'Курс не відповідає. Перевірте з’єднання та спробуйте ще раз.',
    again: 'Спробувати ще раз',
  },
  en: {
    no_system: 'This course opens from a learning system only. Go back to it and start the course there.',
    no_learner:
      'The learning system did not say who you are, so the course cannot be opened. Ask its administrator.',
    no_home: 'The course does not answer. Check your connection and try again.',
    again: 'Try again',
  },
  de: {
    no_system:
      'Dieser Kurs öffnet sich nur aus einem Lernsystem. Gehen Sie dorthin zurück und starten Sie ihn dort.',
    no_learner:
      'Das Lernsystem hat nicht gesagt, wer Sie sind, deshalb lässt sich der Kurs nicht öffnen. Wenden Sie sich an dessen Administration.',
    no_home: 'Der Kurs antwortet nicht. Prüfen Sie die Verbindung und versuchen Sie es noch einmal.',
    again: 'Noch einmal versuchen',
  },
};

/**
 * The script of a link package, as text: it runs in the page of another system, whatever its browser is, and so in the
 * language of old ones. It believes the product's origin alone, and tells it nothing but who the system says is there.
 */
export const LAUNCH_SCRIPT = String.raw`function (settings) {
  var WORDS = settings.words;
  var AGAIN_MS = 20000;
  var language = String(navigator.language || '').slice(0, 2);
  if (!WORDS[language]) language = 'en';
  document.documentElement.lang = language;

  var old = settings.standard === '1.2';
  var NAMES = old
    ? { api: 'API', start: 'LMSInitialize', get: 'LMSGetValue', set: 'LMSSetValue', commit: 'LMSCommit', end: 'LMSFinish' }
    : { api: 'API_1484_11', start: 'Initialize', get: 'GetValue', set: 'SetValue', commit: 'Commit', end: 'Terminate' };

  function above(page) {
    for (var steps = 0; page && steps < 100; steps += 1) {
      try {
        if (page[NAMES.api]) return page[NAMES.api];
      } catch (error) {
        return null;
      }
      if (page.parent === page) return null;
      page = page.parent;
    }
    return null;
  }

  function find() {
    var found = above(window);
    if (found) return found;
    try {
      return (window.opener && above(window.opener)) || (window.top.opener && above(window.top.opener)) || null;
    } catch (error) {
      return null;
    }
  }

  var system = find();
  function ask(name, first, second) {
    try {
      return String(second === undefined ? system[NAMES[name]](first) : system[NAMES[name]](first, second));
    } catch (error) {
      return '';
    }
  }
  function get(element) { return ask('get', element); }
  function set(element, value) { return ask('set', element, String(value)); }

  var place = document.querySelector('main');
  function say(what, action) {
    place.textContent = '';
    var words = document.createElement('p');
    words.textContent = WORDS[language][what];
    place.appendChild(words);
    if (!action) return;
    var button = document.createElement('button');
    button.type = 'button';
    button.textContent = WORDS[language].again;
    button.onclick = action;
    place.appendChild(button);
  }

  if (!system) return say('no_system');
  ask('start', '');
  var learner = get(old ? 'cmi.core.student_id' : 'cmi.learner_id');
  if (!learner || learner === 'undefined' || learner === 'null') return say('no_learner');
  var learner_name = get(old ? 'cmi.core.student_name' : 'cmi.learner_name');
  var mode = get(old ? 'cmi.core.lesson_mode' : 'cmi.mode');
  // Whoever browses or reviews changes nothing in the system.
  var reports = mode !== 'browse' && mode !== 'review';
  var before = get(old ? 'cmi.core.lesson_status' : 'cmi.completion_status');

  var started = Date.now();
  var standing = null;
  var ended = false;
  var again = 0;

  function two(number) { return (number < 10 ? '0' : '') + number; }
  function time() {
    var seconds = Math.round((Date.now() - started) / 1000);
    if (!old) return 'PT' + seconds + 'S';
    var hours = Math.min(Math.floor(seconds / 3600), 9999);
    return (hours < 10 ? '000' : hours < 100 ? '00' : hours < 1000 ? '0' : '') + hours + ':' +
      two(Math.floor(seconds / 60) % 60) + ':' + two(seconds % 60);
  }

  function writeOld(it) {
    var status = !it.completed ? 'incomplete' : it.success === 'unknown' ? 'completed' : it.success;
    // What the system has as done stays done there.
    var stays = before === 'passed' || (before === 'completed' && status !== 'passed');
    if (!stays) set('cmi.core.lesson_status', status);
    if (it.score === null) return;
    set('cmi.core.score.min', 0);
    set('cmi.core.score.max', 100);
    set('cmi.core.score.raw', it.score);
  }

  function writeNew(it) {
    if (before !== 'completed') set('cmi.completion_status', it.completed ? 'completed' : 'incomplete');
    set('cmi.progress_measure', it.progress / 100);
    if (it.success !== 'unknown') set('cmi.success_status', it.success);
    if (it.score === null) return;
    set('cmi.score.min', 0);
    set('cmi.score.max', 100);
    set('cmi.score.raw', it.score);
    // A score has two decimals; as a part of one it would bring the noise of binary fractions.
    set('cmi.score.scaled', Math.round(it.score * 100) / 10000);
  }

  function write() {
    if (!reports || ended) return;
    clearTimeout(again);
    if (standing) (old ? writeOld : writeNew)(standing);
    set(old ? 'cmi.core.session_time' : 'cmi.session_time', time());
    // A system that is away is told again, as long as the page is there.
    if (ask('commit', '') !== 'true') again = setTimeout(write, AGAIN_MS);
  }

  function end() {
    if (ended) return;
    set(old ? 'cmi.core.exit' : 'cmi.exit', standing && standing.completed ? (old ? '' : 'normal') : 'suspend');
    write();
    ended = true;
    ask('end', '');
  }
  // The course goes on where it was when a page comes back that the browser had put away.
  window.addEventListener('pagehide', function (event) { if (event.persisted) write(); else end(); });
  document.addEventListener('visibilitychange', function () { if (document.visibilityState === 'hidden') write(); });

  var frame = document.createElement('iframe');
  frame.title = settings.title;
  frame.setAttribute('allow', 'fullscreen; autoplay');
  var waiting = 0;
  function open() {
    place.textContent = '';
    frame.style.visibility = '';
    frame.src = settings.home + '/dispatch/' + settings.dispatch;
    clearTimeout(waiting);
    waiting = setTimeout(function () { frame.style.visibility = 'hidden'; say('no_home', open); }, AGAIN_MS);
  }

  window.addEventListener('message', function (event) {
    if (event.origin !== settings.home || event.source !== frame.contentWindow) return;
    var said = event.data;
    if (!said || typeof said !== 'object') return;
    if (said.dispatch === 'ready') {
      clearTimeout(waiting);
      place.textContent = '';
      frame.style.visibility = '';
      frame.contentWindow.postMessage({
        dispatch: 'launch', number: settings.dispatch, key: settings.key, learner_id: learner, learner_name: learner_name
      }, settings.home);
    }
    if (said.dispatch === 'standing' && typeof said.completed === 'boolean') {
      standing = said;
      write();
    }
  });

  document.body.appendChild(frame);
  open();
}`;
