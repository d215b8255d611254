import { Tooltip } from '@mantine/core';
import type { RefObject } from 'react';

interface Props {
  text: string;
  /** Where it is cut. */
  target: RefObject<HTMLElement | null>;
  opened: boolean;
}

/** The whole of a text that is cut, at most 320 px wide (§9). */
export default function WholeText({ text, target, opened }: Props) {
  return <Tooltip label={text} target={target} opened={opened} multiline maw={320} />;
}
