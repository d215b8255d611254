import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  ACTION_TOAST_MS,
  closeToast,
  currentToasts,
  holdToast,
  letToastGo,
  showSuccess,
  showWarning,
  TOAST_MS,
} from '../../../../web/lib/page/toasts.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const { id } of currentToasts()) closeToast(id);
  vi.useRealTimers();
});
const shown = () => currentToasts().map(({ text }) => text);

test('a toast goes in its time, which is its own: it is drawn anew with each dialog', () => {
  showWarning('Перше');
  vi.advanceTimersByTime(TOAST_MS - 1);
  showSuccess('Друге', { label: 'Скасувати', run: () => {} });
  expect(shown()).toEqual(['Перше', 'Друге']);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual(['Друге']);
  vi.advanceTimersByTime(ACTION_TOAST_MS - 2);
  expect(shown()).toEqual(['Друге']);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
});

test('one that is held stays, and has all of its time once it is let go', () => {
  const id = showSuccess('Збережено');
  vi.advanceTimersByTime(TOAST_MS - 1);
  holdToast(id);
  vi.advanceTimersByTime(60_000);
  expect(shown()).toEqual(['Збережено']);
  letToastGo(id);
  vi.advanceTimersByTime(TOAST_MS - 1);
  expect(shown()).toEqual(['Збережено']);
  vi.advanceTimersByTime(1);
  expect(shown()).toEqual([]);
});

test('the same said again has its time from then on', () => {
  showWarning('Немає зв’язку');
  vi.advanceTimersByTime(TOAST_MS - 1);
  showWarning('Немає зв’язку');
  vi.advanceTimersByTime(TOAST_MS - 1);
  expect(shown()).toEqual(['Немає зв’язку']);
});
