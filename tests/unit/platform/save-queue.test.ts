import { afterEach, describe, expect, test, vi } from 'vitest';
import { SaveQueue } from '../../../worker/platform/database/save-queue.ts';

afterEach(() => void vi.useRealTimers());

interface Saved {
  saved: string;
}

/** Carriers that wait to be told how it went, and note what they were given. */
function aHall() {
  const under_way: { saves: readonly string[]; end: PromiseWithResolvers<(Saved | undefined)[]> }[] = [];
  const carried: string[] = [];
  const carry = (name: string, saves: readonly string[]) => {
    carried.push(`${name} ${saves.join()}`);
    const end = Promise.withResolvers<(Saved | undefined)[]>();
    under_way.push({ saves, end });
    return end.promise;
  };
  const queue = new SaveQueue<string, Saved>({
    alone: async (save) => (await carry('alone', [save]))[0]!,
    together: (saves) => carry('together', saves),
  });
  const next = async () => {
    // Waiting moves the clock where that stands still.
    if (under_way.length === 0) await vi.waitFor(() => expect(under_way).not.toEqual([]));
    return under_way.shift()!;
  };
  return {
    carried,
    save: (save: string, company = 1) => queue.save(company, save),
    /** Lets what has been under way for longest end well, except for those named. */
    succeed: async (...refused: string[]) => {
      const { saves, end } = await next();
      end.resolve(saves.map((save) => (refused.includes(save) ? undefined : { saved: save })));
    },
    fail: async (error: Error) => (await next()).end.reject(error),
  };
}

describe('saves of a company', () => {
  test('go alone while there are few', async () => {
    const hall = aHall();
    for (const save of ['a', 'b']) {
      const saving = hall.save(save);
      await hall.succeed();
      expect(await saving).toEqual({ saved: save });
    }
    expect(hall.carried).toEqual(['alone a', 'alone b']);
  });

  test('that come during another go together after it, each with its own answer', async () => {
    const hall = aHall();
    const first = hall.save('a');
    const crowd = ['b', 'c', 'd'].map((save) => hall.save(save));
    await hall.succeed();
    expect(await first).toEqual({ saved: 'a' });
    await hall.succeed();
    expect(await Promise.all(crowd)).toEqual([{ saved: 'b' }, { saved: 'c' }, { saved: 'd' }]);
    expect(hall.carried).toEqual(['alone a', 'together b,c,d']);
  });

  test('are fifty in one transaction at most, and the rest goes after it', async () => {
    const hall = aHall();
    const saving = Array.from({ length: 61 }, (_, index) => hall.save(String(index)));
    for (let round = 0; round < 3; round += 1) await hall.succeed();
    expect((await Promise.all(saving)).map(({ saved }) => saved)).toEqual(
      Array.from({ length: 61 }, (_, index) => String(index)),
    );
    expect(hall.carried.map((one) => one.split(',').length)).toEqual([1, 50, 10]);
  });

  test('wait for no other company', async () => {
    const hall = aHall();
    const saving = [hall.save('a', 1), hall.save('b', 2)];
    await hall.succeed();
    await hall.succeed();
    await Promise.all(saving);
    expect(hall.carried).toEqual(['alone a', 'alone b']);
  });

  test('that are refused among others are asked for alone, and hear their own refusal', async () => {
    const hall = aHall();
    const first = hall.save('a');
    const [leads, refused, other] = [hall.save('b'), hall.save('c'), hall.save('d')];
    await hall.succeed();
    await first;
    await hall.succeed('c');
    expect(await Promise.all([leads, other])).toEqual([{ saved: 'b' }, { saved: 'd' }]);
    await hall.fail(new Error('taken over'));
    await expect(refused).rejects.toThrow('taken over');
    expect(hall.carried).toEqual(['alone a', 'together b,c,d', 'alone c']);
  });

  test('go alone, each of them, when what was to carry them together failed, which is logged once', async () => {
    const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const hall = aHall();
    const first = hall.save('a');
    const crowd = ['b', 'c'].map((save) => hall.save(save));
    await hall.succeed();
    await first;
    await hall.fail(new Error('cut'));
    await hall.succeed();
    await hall.succeed();
    expect((await Promise.all(crowd)).map(({ saved }) => saved)).toEqual(['b', 'c']);
    expect(hall.carried.slice(2).toSorted()).toEqual(['alone b', 'alone c']);
    expect(errors.mock.calls.map(([line]) => JSON.parse(line as string) as unknown)).toMatchObject([
      { job: 'shared saves', company_id: 1, saves: 2, error: { message: 'cut' } },
    ]);
    errors.mockRestore();
  });

  test('go on after one that failed', async () => {
    const hall = aHall();
    const first = hall.save('a');
    const second = hall.save('b');
    await hall.fail(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    await hall.succeed();
    expect(await second).toEqual({ saved: 'b' });
  });

  test('of a crowd begin eight milliseconds apart, with all that have come meanwhile', async () => {
    vi.useFakeTimers();
    const hall = aHall();
    const first = hall.save('a');
    const crowd = [hall.save('b')];
    await hall.succeed();
    await first;
    await vi.advanceTimersByTimeAsync(7);
    crowd.push(hall.save('c'));
    expect(hall.carried).toEqual(['alone a']);
    await vi.advanceTimersByTimeAsync(1);
    expect(hall.carried).toEqual(['alone a', 'together b,c']);
    await hall.succeed();
    expect(await Promise.all(crowd)).toEqual([{ saved: 'b' }, { saved: 'c' }]);
  });

  test('wait a second for one that never ends, and nobody after it waits for it again', async () => {
    vi.useFakeTimers();
    const hall = aHall();
    void hall.save('lost');
    const second = hall.save('b');
    await vi.advanceTimersByTimeAsync(999);
    expect(hall.carried).toEqual(['alone lost']);
    await vi.advanceTimersByTimeAsync(1);
    const third = hall.save('c');
    expect(hall.carried).toEqual(['alone lost', 'alone b', 'alone c']);
    await hall.succeed();
    await hall.succeed();
    await hall.succeed();
    expect(await Promise.all([second, third])).toEqual([{ saved: 'b' }, { saved: 'c' }]);
  });
});
