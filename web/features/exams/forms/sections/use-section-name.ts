import { useTranslations } from 'use-intl';
import type { SectionDraft } from './sections.ts';

/** What a section is called: by its title, else by its number, from 1. */
export function useSectionName(): (section: Pick<SectionDraft, 'title'>, number: number) => string {
  const t = useTranslations('forms.sections');
  return ({ title }, number) => title.trim() || t('name', { number });
}
