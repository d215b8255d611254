/** How long a video or audio file is, seconds; null for other files and where the browser cannot tell. */
export function mediaDuration(file: File): Promise<number | null> {
  if (!/^(video|audio)\//.test(file.type)) return Promise.resolve(null);
  const { promise, resolve } = Promise.withResolvers<number | null>();
  const media = document.createElement(file.type.startsWith('audio/') ? 'audio' : 'video');
  const address = URL.createObjectURL(file);
  const end = (seconds: number | null) => {
    clearTimeout(timer);
    media.removeAttribute('src');
    URL.revokeObjectURL(address);
    resolve(seconds);
  };
  const timer = setTimeout(() => end(null), 10_000);
  media.preload = 'metadata';
  media.addEventListener('error', () => end(null));
  media.addEventListener('durationchange', () => {
    const { duration } = media;
    // A recording without an index says so until it was looked through to its end.
    if (duration === Infinity) media.currentTime = 1e7;
    else if (duration > 0) end(duration);
  });
  media.src = address;
  return promise;
}
