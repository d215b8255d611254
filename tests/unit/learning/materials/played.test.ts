import { describe, expect, test } from 'vitest';
import { vttOf } from '../../../../web/features/learning/materials/form/captions.ts';
import { PlayedStretches } from '../../../../web/features/learning/materials/viewers/media/played-stretches.ts';

describe('what was played', () => {
  test('is one stretch while it plays on, and a jump is none of it', () => {
    const played = new PlayedStretches();
    for (const time of [0, 0.5, 1, 1.5]) played.play(time, time * 1000);
    played.stop();
    for (const time of [60, 60.5]) played.play(time, time * 1000);
    played.play(90, 61_000);
    played.play(90.5, 61_500);
    expect(played.take()).toEqual([
      [0, 1.5],
      [60, 60.5],
      [90, 90.5],
    ]);
  });

  test('counts where a busy phone tells of it seldom', () => {
    const played = new PlayedStretches();
    // At double speed the page stood still for three seconds.
    played.play(1, 0);
    played.play(7, 3_000);
    // And was away for a minute, at the usual one.
    played.play(67, 63_000);
    expect(played.take()).toEqual([[1, 67]]);
  });

  test('is taken once, goes on from there, and comes back when it could not be told', () => {
    const played = new PlayedStretches();
    played.play(0, 0);
    played.play(1, 1000);
    const first = played.take();
    expect(played.take()).toEqual([]);
    played.play(2, 2000);
    played.putBack(first);
    expect(played.take()).toEqual([[0, 2]]);
  });
});

test('SubRip becomes WebVTT', () => {
  const srt =
    '\uFEFF1\r\n00:00:01,500 --> 00:00:02,000\r\n{\\an8}Один, два\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nТри\r\n';
  expect(vttOf(srt)).toBe(
    'WEBVTT\n\n1\n00:00:01.500 --> 00:00:02.000\nОдин, два\n\n2\n00:00:03.000 --> 00:00:04.000\nТри\n',
  );
});
