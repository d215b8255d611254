import { createContext } from 'react';
import type { AttemptRun } from '../../run/attempt-run.ts';

/** Where files of answers go: to a running attempt, which is told how many are on their way. */
export interface Sending {
  run: AttemptRun;
  onSending: (files: number) => void;
}

/** null: a preview, where nothing is sent anywhere. */
export const SendingContext = createContext<Sending | null>(null);
