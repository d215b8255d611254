import { expect, test } from 'vitest';
import { newArea, newAreaBeside } from '../../../../web/ui/places/area.ts';

test('a new area lies over no other exactly, whatever its shape', () => {
  const first = newAreaBeside('rect', []);
  expect(first).toEqual(newArea('rect'));
  const second = newAreaBeside('ellipse', [first]);
  expect(second.coords).toEqual([0.45, 0.45, 0.2, 0.2]);
  expect(newAreaBeside('polygon', [first, second]).coords.slice(0, 2)).toEqual([0.5, 0.5]);
});
