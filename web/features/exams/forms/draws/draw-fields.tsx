import type { drawFigures } from '#contract/exams/bank';
import { isByHand, QUESTION_TYPES, type QuestionType } from '#contract/exams/questions';
import type { ResponseOf } from '#contract/platform';
import { IconTrash } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { Switch } from '../../../../ui/control/choice/switch.tsx';
import { NativeSelect } from '../../../../ui/control/field/native-select.tsx';
import { TagsInput } from '../../../../ui/control/search/tags-input.tsx';
import { Panel } from '../../../../ui/page/panel.tsx';
import { folderOptions, type PlacedFolder } from '../bank/folder-tree.ts';
import type { DrawDraft, QuestionDraft } from '../draft.ts';
import classes from '../form-builder.module.css';
import { SectionChoice } from '../sections/section-choice.tsx';
import { placeIn, type SectionDraft } from '../sections/sections.ts';
import { ToolButton } from '../../../../ui/page/tool-button.tsx';
import { WholeNumber } from '../whole-number.tsx';

export type Figures = ResponseOf<typeof drawFigures>;

interface Props {
  draw: DrawDraft;
  /** From 1. */
  number: number;
  tree: readonly PlacedFolder[];
  /** Those that questions of the bank have. */
  tags: readonly string[];
  questions: readonly QuestionDraft[];
  sections: readonly SectionDraft[];
  figures: Figures['draws'][number] | undefined;
  /** What the server said when it refused to publish. */
  fault: string | undefined;
  onChange: (next: Partial<DrawDraft>, name?: string) => void;
  onRemove: () => void;
}

/** One draw: how many questions, out of what, where they are asked, and what each counts. */
export default function DrawFields(props: Props) {
  const { draw, number, tree, tags, questions, sections, figures, fault, onChange, onRemove } = props;
  const t = useTranslations('bank.draws');
  const types = useTranslations('forms.types');
  const own = placeIn(sections, draw.section);
  const places = questions.flatMap(({ section }, at) => (placeIn(sections, section) === own ? at : []));
  const wanted = Number(draw.count) || 0;
  const isShort = figures !== undefined && figures.filled < wanted;
  return (
    <Panel
      title={t('draw', { number })}
      actions={
        <ToolButton inRow label={t('remove', { number })} onClick={onRemove}>
          <IconTrash size={20} aria-hidden />
        </ToolButton>
      }
    >
      <div className={classes.fields}>
        <WholeNumber
          label={t('count')}
          required
          value={draw.count}
          error={wanted >= 1 && wanted <= 200 ? undefined : t('count_wrong')}
          onChange={(count) => onChange({ count }, `draw.${number}.count`)}
        />
        <WholeNumber
          label={t('score')}
          required
          value={draw.score}
          onChange={(score) => onChange({ score }, `draw.${number}.score`)}
        />
        <NativeSelect
          label={t('folder')}
          data={[{ value: '', label: t('whole_bank') }, ...folderOptions(tree)]}
          value={String(draw.folder_id ?? '')}
          onChange={(event) => onChange({ folder_id: Number(event.currentTarget.value) || null })}
        />
        <NativeSelect
          label={t('type')}
          data={[
            { value: '', label: t('any_type') },
            ...QUESTION_TYPES.filter((value) => !isByHand(value)).map((value) => ({
              value,
              label: types(value),
            })),
          ]}
          value={draw.types?.[0] ?? ''}
          onChange={(event) =>
            onChange({ types: event.currentTarget.value ? [event.currentTarget.value as QuestionType] : [] })
          }
        />
        {draw.folder_id !== null && (
          <Switch
            className="whole"
            label={t('subfolders')}
            checked={draw.subfolders ?? true}
            onChange={(event) => onChange({ subfolders: event.currentTarget.checked })}
          />
        )}
        <div className="whole">
          <TagsInput
            label={t('tags')}
            description={t('tags_hint')}
            name={`draw-${number}-tags`}
            data={tags}
            value={draw.tags ?? []}
            maxTags={10}
            clearLabel={t('tags_clear')}
            onChange={(next) => onChange({ tags: next })}
          />
        </div>
        {sections.length > 1 && (
          <SectionChoice
            label={t('section')}
            sections={sections}
            value={draw.section}
            onChange={(section) => onChange({ section, position: 1000 })}
          />
        )}
        <NativeSelect
          label={t('position')}
          data={[
            ...places.map((place) => ({
              value: String(place),
              label: place === places[0] ? t('first') : t('behind', { number: place }),
            })),
            { value: '1000', label: t('last') },
          ]}
          value={String(places.includes(draw.position ?? 1000) ? draw.position : 1000)}
          onChange={(event) => onChange({ position: Number(event.currentTarget.value) })}
        />
      </div>
      {(figures || fault) && (
        <p className={isShort || fault ? 'bad after-5' : 'quiet after-5'} role="status">
          {fault ??
            (isShort
              ? t('short', { available: figures?.available ?? 0, missing: wanted - (figures?.filled ?? 0) })
              : t('suffices', { available: figures?.available ?? 0 }))}
        </p>
      )}
    </Panel>
  );
}
