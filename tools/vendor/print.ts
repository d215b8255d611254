import { UNSEEN } from '../../worker/platform/words/plain-text.ts';

/**
 * Prints what may hold words of others. A terminal obeys what it is sent: what people wrote into a message or a name could
 * move the cursor, change what stands above or paste. Only line breaks pass, and of a carriage return nothing.
 */
export function print(text: string): void {
  console.log(text.split('\n').map(oneLine).join('\n'));
}

/** A value as one line, so that it cannot pass for a row or an answer of the command. */
export const oneLine = (text: string): string => text.replace(UNSEEN, ' ');
