/** How many there are of everything. */
const COUNT = 23;
const NAMES = [
  'Пожежна безпека',
  'Zoll und Ausfuhr',
  'First aid at work',
  'Охорона праці',
  'Довга назва групи, що не вміщується',
];

/** Something of a list, as far as the parts read it. */
const thing = (id: number) => ({
  id,
  name: `${NAMES[id % NAMES.length]} ${id}`,
  students: id * 3,
  courses: id % 4,
  created_at: '2026-11-23T09:05:00Z',
});

/** Answers the product's calls from the page itself, as nobody is signed in here: every list has the same rows. */
export function answerHere(): void {
  const ask = window.fetch;
  window.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, location.href);
    return url.pathname.startsWith('/api/') ? Promise.resolve(answer(url)) : ask(input, init);
  };
}

function answer({ pathname, searchParams }: URL): Response {
  const one = /\/(\d+)\/?$/.exec(pathname);
  if (one) return Response.json(thing(Number(one[1])));
  const search = (searchParams.get('search') ?? '').toLowerCase();
  const size = Number(searchParams.get('page_size') ?? 10);
  const page = Number(searchParams.get('page') ?? 1);
  const found = Array.from({ length: COUNT }, (_, at) => thing(at + 1)).filter(({ name }) =>
    name.toLowerCase().includes(search),
  );
  return Response.json({
    results: found.slice((page - 1) * size, page * size),
    count: found.length,
    total_pages: Math.ceil(found.length / size),
  });
}
