import { useMemo } from 'react';
import { useTranslations } from 'use-intl';
import { showSuccess } from '../../../../lib/page/toasts.ts';
import { moved } from '../../../../ui/drag/moved.ts';
import type { DraftStore } from '../draft-store.ts';
import { newQuestion, type QuestionDraft } from '../draft.ts';
import type { SectionActions } from './section-head.tsx';
import { newSection, ordered, placeIn, withoutSection } from './sections.ts';

interface Told {
  /** What is said of a change to whoever does not see it. */
  say: (text: string) => void;
  insert: (question: QuestionDraft, at: number) => void;
}

/** What is done with the sections of a draft; each step can be taken back. */
export function useSections(
  store: DraftStore,
  { say, insert }: Told,
): SectionActions & { start: () => void } {
  const t = useTranslations('forms.sections');
  return useMemo(() => {
    const put = (sections: DraftSections, name = '') => {
      const { settings, questions } = store.state();
      store.change(name, { settings: { ...settings, sections }, questions: ordered(sections, questions) });
    };
    return {
      start() {
        const { settings, questions } = store.state();
        put([...settings.sections, newSection(settings, questions)]);
        say(t('added', { number: settings.sections.length + 1 }));
      },
      change(id, next, name) {
        const { sections } = store.state().settings;
        put(
          sections.map((section) => (section.id === id ? { ...section, ...next } : section)),
          name,
        );
      },
      move(id, step) {
        const { sections } = store.state().settings;
        const from = placeIn(sections, id);
        put(moved(sections, from, from + step));
        say(t('moved', { number: from + step + 1, total: sections.length }));
      },
      remove(id) {
        const before = store.state();
        const { sections } = before.settings;
        const place = placeIn(sections, id);
        const held = new Set(before.questions.filter(({ section }) => section === id).map(({ key }) => key));
        store.change('', withoutSection(before.settings, before.questions, id));
        const text = t('removed', { number: place + 1 });
        say(text);
        const back = () => {
          const { settings, questions } = store.state();
          if (settings.sections.some((section) => section.id === id)) return;
          const again = settings.sections.toSpliced(place, 0, sections[place]!);
          const theirs = questions.map((one) => (held.has(one.key) ? { ...one, section: id } : one));
          store.change('', { settings: { ...settings, sections: again }, questions: ordered(again, theirs) });
        };
        showSuccess(text, { label: t('undo'), run: back });
      },
      add(id) {
        const { settings, questions } = store.state();
        const place = placeIn(settings.sections, id);
        const behind = questions.filter(({ section }) => placeIn(settings.sections, section) <= place).length;
        insert({ ...newQuestion(), section: id }, behind);
      },
    };
  }, [store, t, say, insert]);
}

type DraftSections = ReturnType<DraftStore['state']>['settings']['sections'];
