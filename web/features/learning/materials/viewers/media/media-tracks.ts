/**
 * Shows the captions of one language and no others, '' for none. A video draws them itself; a recording has no picture to
 * draw them on, so its words are given to the listener.
 */
export function showCaptions(
  media: HTMLMediaElement,
  language: string,
  onWords: (words: string) => void,
): void {
  const drawn = media.tagName === 'VIDEO';
  for (const track of media.textTracks) {
    const chosen = track.language === language;
    track.mode = chosen ? (drawn ? 'showing' : 'hidden') : 'disabled';
    if (!chosen || drawn || heard.has(track)) continue;
    heard.add(track);
    track.addEventListener('cuechange', () => {
      if (track.mode === 'hidden') onWords(wordsOf(track));
    });
  }
}

/** Listened to already, also when chosen a second time. */
const heard = new WeakSet<TextTrack>();

const wordsOf = ({ activeCues }: TextTrack): string =>
  [...(activeCues ?? [])].map((cue) => (cue as VTTCue).text).join('\n');
