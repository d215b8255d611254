import { join } from 'node:path';
import { build, type Rolldown } from 'vite';
import { expect, test } from 'vitest';
import { contractsForClients } from '../../../../web/build/contracts.ts';

const ROOT = join(import.meta.dirname, '../../../..');
const ENTRY = join(ROOT, 'web/asking.ts');

interface Endpoint {
  path: string;
  body?: { safeParse: (value: unknown) => { success: boolean } };
  query?: Endpoint['body'];
  readAs?: object;
}

/** A module of the client as the build makes it: its code, and what it has to say. */
async function built(code: string): Promise<{ code: string; asked: unknown }> {
  const entry = {
    name: 'entry',
    resolveId: (id: string) => (id === 'asking' ? ENTRY : null),
    load: (id: string) => (id === ENTRY ? code : null),
  };
  const made = (await build({
    configFile: false,
    root: ROOT,
    logLevel: 'error',
    plugins: [entry, contractsForClients()],
    build: {
      write: false,
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: 'asking',
        preserveEntrySignatures: 'strict',
        output: { codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  const text = made.output[0].code;
  const { asked } = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as { asked: unknown };
  return { code: text, asked };
}

test('what is only called comes without a shape, and without what shapes are made with', async () => {
  const { code, asked } = await built(`
    import { renameU2f } from '#contract/identity/factors';
    import { createGroup, listGroups } from '#contract/people/groups';
    const [call, useData] = [(endpoint) => endpoint, (endpoint) => endpoint];
    export const asked =
      [call(createGroup, {}), useData(listGroups, {}), call(renameU2f, {}), listGroups.path];`);
  const [write, read, readElsewhere, path] = asked as [Endpoint, Endpoint, Endpoint, string];
  expect(write).toMatchObject({ method: 'POST', path });
  expect([write.body, read.query, readElsewhere.readAs]).toEqual([undefined, undefined, undefined]);
  expect(code).not.toMatch(/zod|safeParse/i);
});

test.each([
  ['a form', 'useForm({ endpoint: createGroup })'],
  ['whatever hands it on', 'hand(createGroup)'],
  ['whoever asks for the shape', 'createGroup.body && createGroup'],
])('%s has the shape with the endpoint', async (_, use) => {
  const { asked } = await built(`
    import { createGroup } from '#contract/people/groups';
    const [useForm, hand] = [({ endpoint }) => endpoint, (endpoint) => endpoint];
    export const asked = ${use};`);
  const { body } = asked as Endpoint;
  expect(body!.safeParse({ name: '' }).success).toBe(false);
  expect(body!.safeParse({ name: 'Group' }).success).toBe(true);
});

test('a list is told where the shape of its query is, which comes to the very endpoint it calls', async () => {
  const { asked } = await built(`
    import { listGroups } from '#contract/people/groups';
    const useListState = (...given) => given;
    export const asked = useListState(listGroups);`);
  const [endpoint, loadShape] = asked as [Endpoint, () => Promise<unknown>];
  expect(endpoint.query).toBeUndefined();
  expect(await loadShape()).toBe(endpoint);
  expect(endpoint.query!.safeParse({ page: 'x' }).success).toBe(false);
  expect(endpoint.query!.safeParse({ page: '2', search: 'Ukrainian' }).success).toBe(true);
});
