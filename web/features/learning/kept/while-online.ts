/** What comes of it; rejects once the connection is lost, since what loads code would wait for it for minutes. */
export async function whileOnline<R>(start: () => Promise<R>): Promise<R> {
  if (!navigator.onLine) throw new Error('there is no connection');
  let deaf = () => {};
  const lost = new Promise<never>((_, reject) => {
    const hear = () => reject(new Error('the connection was lost'));
    window.addEventListener('offline', hear);
    deaf = () => window.removeEventListener('offline', hear);
  });
  try {
    return await Promise.race([start(), lost]);
  } finally {
    deaf();
  }
}
