import type { QuestionDraft, SettingsDraft } from '../draft.ts';

export type SectionDraft = SettingsDraft['sections'][number];
type Sections = readonly SectionDraft[];

/** The list of a builder as it stands on the page: heads of sections and questions below them. */
export type Row = { section: SectionDraft; place: number } | { question: QuestionDraft; index: number };

/** The place of the section that something belongs to; of one that is not there, the last. 0 where there are none. */
export function placeIn(sections: Sections, id: number | null | undefined): number {
  const place = sections.findIndex((section) => section.id === id);
  return place < 0 ? Math.max(0, sections.length - 1) : place;
}

/** Questions section by section, else in their order; each names the section that it stands in. */
export function ordered(sections: Sections, questions: readonly QuestionDraft[]): QuestionDraft[] {
  if (sections.length === 0) return [...questions];
  return sections.flatMap(({ id }, place) =>
    questions
      .filter(({ section }) => placeIn(sections, section) === place)
      .map((question) => (question.section === id ? question : { ...question, section: id })),
  );
}

/** @param questions section by section */
export function rowsOf(sections: Sections, questions: readonly QuestionDraft[]): Row[] {
  const rows = questions.map((question, index) => ({ question, index }));
  if (sections.length === 0) return rows;
  return sections.flatMap((section, place) => [
    { section, place },
    ...rows.filter(({ question }) => placeIn(sections, question.section) === place),
  ]);
}

/** The questions of rows: each belongs to the head above it. The first head stays first. */
export function questionsOfRows(rows: readonly Row[]): QuestionDraft[] {
  const first = rows.find((row) => 'section' in row);
  let section = first ? first.section.id : null;
  return rows.flatMap((row) => {
    if ('section' in row) {
      section = row.section.id;
      return [];
    }
    const { question } = row;
    return section === null || question.section === section ? question : { ...question, section };
  });
}

/** A section with a name of its own among those that something names. */
export function newSection(
  { sections, draws }: SettingsDraft,
  questions: readonly QuestionDraft[],
): SectionDraft {
  const taken = [
    ...sections.map(({ id }) => id),
    ...questions.map(({ section }) => section ?? 0),
    ...draws.map(({ section }) => section ?? 0),
  ];
  return { id: Math.max(0, ...taken) + 1, title: '', introduction: '' };
}

/** Settings and questions without a section: what it held goes to the one before, or else to the next. */
export function withoutSection(
  settings: SettingsDraft,
  questions: readonly QuestionDraft[],
  id: number,
): { settings: SettingsDraft; questions: QuestionDraft[] } {
  const place = placeIn(settings.sections, id);
  const heir = (settings.sections[place - 1] ?? settings.sections[place + 1])?.id ?? null;
  const sections = settings.sections.toSpliced(place, 1);
  const isIn = (section: number | null | undefined) => placeIn(settings.sections, section) === place;
  const left = questions.map((question) =>
    isIn(question.section) ? { ...question, section: heir } : question,
  );
  return {
    settings: {
      ...settings,
      sections,
      draws: settings.draws.map((draw) => (isIn(draw.section) ? { ...draw, section: heir } : draw)),
    },
    questions: ordered(sections, left),
  };
}
