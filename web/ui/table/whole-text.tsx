import type { RefObject } from 'react';
import { TooltipBox } from '../control/over/tooltip.tsx';

interface Props {
  text: string;
  /** Where it is cut. */
  target: RefObject<HTMLElement | null>;
  opened: boolean;
}

/** The whole of a text that is cut, at most 320 px wide (§9). */
export default function WholeText({ text, target, opened }: Props) {
  return opened && <TooltipBox label={text} anchor={() => target.current} />;
}
