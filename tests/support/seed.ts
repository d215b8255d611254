import fc from 'fast-check';
import { inject } from 'vitest';

declare module 'vitest' {
  export interface ProvidedContext {
    seed: number;
  }
}

// Random tests begin where the run does, which says where that was when it fails.
fc.configureGlobal({ seed: inject('seed') });
