export type Stretch = [from: number, to: number];

/** Between two looks at a player that plays at its highest speed, seconds of media time. */
const LONGEST_STEP = 3;

/** Collects what of a video or audio was really played, in seconds of media time: a jump is not played. */
export class PlayedStretches {
  #stretches: Stretch[] = [];
  #at: number | null = null;

  /** The player stands there, and plays. */
  play(time: number): void {
    const last = this.#stretches.at(-1);
    const step = this.#at === null ? 0 : time - this.#at;
    if (step > 0 && step < LONGEST_STEP) {
      if (last && last[1] === this.#at) last[1] = time;
      else this.#stretches.push([this.#at!, time]);
    }
    this.#at = time;
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
