import { createContext } from 'react';

/**
 * Loads the screens that reading without a connection needs, so that they are kept beside the materials. Given by the frame, which
 * knows the screens; in a frame of another system there is none, and nothing is offered to be kept.
 */
export const ReadingCode = createContext<(() => Promise<void>) | undefined>(undefined);
