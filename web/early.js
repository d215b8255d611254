/*
 * Stands in the page: asks for the files of the screen that the address names, and for what the screen reads first. What
 * it asks for in vain costs bytes and nothing else.
 */
(() => {
  const { files, styles, shell, routes } = __LOADS__;
  const access = localStorage.getItem('access');
  const language = Math.max(['uk', 'en', 'de'].indexOf(localStorage.getItem('language')), 0) + 1;
  const path = location.pathname === '/' ? '/profile' : location.pathname;
  const [, first] = path.split('/');

  const ask = (number) => {
    const link = document.createElement('link');
    const isStyle = number >= styles;
    link.rel = isStyle ? 'preload' : 'modulepreload';
    if (isStyle) link.as = 'style';
    link.crossOrigin = '';
    // After what the page itself names, which has the most to run.
    link.fetchPriority = 'low';
    link.href = `/assets/${files[number]}.${isStyle ? 'css' : 'js'}`;
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

  for (const [pattern, roles, reads, ...needed] of routes) {
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
        '/api/v1/accounts/user_info/',
        // With a query the screen reads something else.
        ...(location.search
          ? []
          : own.map((one) => one.replace('$me', sub).replace(/\$(\d)/g, (_, n) => params[n]))),
      ]);
      [...shell[0], ...shell[language]].forEach(ask);
    }
    [...needed[0], ...needed[language]].forEach(ask);
    return;
  }
})();
