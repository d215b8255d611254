import type { TestProject } from 'vitest/node';
import { startTestStack, type TestStack } from '../../tools/stack/test-stack.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    stack: TestStack;
  }
}

/** Global setup: the runner's database if there is one, else one for this run of vitest. */
export default async function setUpStack(project: TestProject): Promise<() => Promise<void>> {
  const stops: (() => unknown)[] = [];
  const given = process.env.OSNOVA_TEST_STACK;
  const stack = given ? (JSON.parse(given) as TestStack) : await startTestStack((stop) => stops.push(stop));
  project.provide('stack', stack);
  return async () => {
    for (const stop of stops.toReversed()) await stop();
  };
}
