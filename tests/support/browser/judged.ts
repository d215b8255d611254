import type { Page } from 'playwright-core';

interface TraceEvent {
  name: string;
  args: { elementCount?: number };
}

/** Of how many elements at once, at most, the browser judged the styles anew while something was done. */
export async function mostJudged(page: Page, act: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  const traced: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => traced.push(...(value as unknown as TraceEvent[])));
  const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline'] },
  });
  await act();
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  const counts = traced.flatMap(({ name, args }) =>
    name === 'UpdateLayoutTree' ? [args.elementCount ?? 0] : [],
  );
  return Math.max(...counts);
}
