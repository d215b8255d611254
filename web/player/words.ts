/** What the player says: given by the product, in the person's language. */
export interface PlayerWords {
  previous: string;
  next: string;
  contents: string;
  page: string;
  /** Where nothing is open. */
  choose: string;
}

/** What the player tells the product. */
export type FromPlayer =
  | { kind: 'ready' }
  /** To be kept until it is acknowledged: the whole state, as it is sent. */
  | { kind: 'state'; sequence: number; body: string }
  | { kind: 'saved'; sequence: number; done: boolean }
  /** `closed`: for now, it is tried again; `expired`: the address is, and the product knows how to get another. */
  | { kind: 'trouble'; what: 'offline' | 'elsewhere' | 'gone' | 'failed' | 'closed' | 'expired' }
  | { kind: 'close' };

/** What the product tells the player. */
export type ToPlayer =
  | Begin
  /** The address of the same try from now on. */
  | { kind: 'renewed'; url: string }
  /** It is about to be taken away; it answers with `close`. */
  | { kind: 'leave' };

export interface Begin {
  kind: 'begin';
  words: PlayerWords;
}
