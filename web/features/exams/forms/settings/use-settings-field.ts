import { useState } from 'react';
import { useErrorText } from '../../../../lib/api/errors.ts';
import { useBuilder } from '../builder-context.ts';
import type { DraftState } from '../draft-store.ts';
import { settingsErrors, type SettingsDraft } from '../draft.ts';

export type SettingsFieldOf = ReturnType<typeof useSettingsField>;

/** Value, change and error of a field of the form: `{...field('name')}`. */
export function useSettingsField(state: DraftState) {
  const errorText = useErrorText();
  const { store, sent } = useBuilder();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const errors = settingsErrors(state.settings);

  /** @param name none for a choice, which is one step */
  function change(next: Partial<SettingsDraft>, name = ''): void {
    store.change(name, { settings: { ...store.state().settings, ...next } });
  }

  function field<F extends keyof SettingsDraft>(name: F) {
    const error = errors[name];
    const fault = state.faults[name];
    return {
      name,
      value: state.settings[name],
      error: fault
        ? errorText(fault)
        : error && (sent || touched.has(name))
          ? errorText({ code: error.code, params: error.params ?? {} })
          : undefined,
      onBlur: () => setTouched((before) => new Set(before).add(name)),
    };
  }
  return { field, change };
}
