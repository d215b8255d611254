export type Stretch = [from: number, to: number];

/** Seconds of media time in a second, at the most, as `report_progress` judges it: double speed, told a little late. */
const FASTEST = 2.5;
/** What may come on top between two looks, seconds of media time. */
const LATE = 0.5;

/** Collects what of a video or audio was really played, in seconds of media time: a jump is not played. */
export class PlayedStretches {
  #stretches: Stretch[] = [];
  #at: number | null = null;
  #since = 0;

  /**
   * The player stands there, and plays. A busy phone tells it seldom: what counts is what could be played meanwhile.
   * @param time seconds of media time
   * @param now milliseconds of a clock that only goes on
   */
  play(time: number, now = performance.now()): void {
    const last = this.#stretches.at(-1);
    const step = this.#at === null ? 0 : time - this.#at;
    if (step > 0 && step <= LATE + (FASTEST * (now - this.#since)) / 1000) {
      if (last && last[1] === this.#at) last[1] = time;
      else this.#stretches.push([this.#at!, time]);
    }
    this.#at = time;
    this.#since = now;
  }

  /** It was stopped, or jumps elsewhere. */
  stop(): void {
    this.#at = null;
  }

  /** Takes out what has been played since the last time. */
  take(): Stretch[] {
    const taken = this.#stretches.filter(([from, to]) => to > from);
    this.#stretches = [];
    return taken;
  }

  /** Puts back what could not be reported. */
  putBack(stretches: Stretch[]): void {
    this.#stretches = merged([...stretches, ...this.#stretches]);
  }
}

/** Without overlaps, at most as many as one report takes. */
function merged(stretches: Stretch[]): Stretch[] {
  const result: Stretch[] = [];
  for (const [from, to] of stretches.toSorted((a, b) => a[0] - b[0])) {
    const last = result.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else result.push([from, to]);
  }
  return result.slice(-150);
}
