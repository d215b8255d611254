import { ALT_LENGTH, ANSWERS_LIMIT, PICTURE_EXTENSIONS, pictureOf } from '#contract/exams/questions';
import { IconCircle, IconPolygon, IconRectangle } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { usePressed } from '../../../../../lib/page/keys.ts';
import { Button } from '../../../../../ui/control/button/button.tsx';
import { TextInput } from '../../../../../ui/control/field/text-input.tsx';
import { FileDropZone } from '../../../../../ui/files/file-drop-zone.tsx';
import { FileUploads } from '../../../../../ui/files/file-uploads.tsx';
import { AreaDrawing } from '../../../../../ui/places/area-drawing.tsx';
import { type Area, newAreaBeside } from '../../../../../ui/places/area.ts';
import { type AnswerDraft, newAnswer, type QuestionDraft } from '../../draft.ts';
import { WholeNumber } from '../../whole-number.tsx';
import { useQuestionFiles } from '../use-question-files.ts';
import { AreaCard } from './area-card.tsx';
import classes from './place-fields.module.css';

interface Props {
  question: QuestionDraft;
  errorAt: (path: string) => string | undefined;
  onTouch: (path: string) => void;
  /** @param name of the field that is typed in; none for anything that is one step */
  onChange: (next: Partial<QuestionDraft>, name?: string) => void;
}

const SHAPES = [
  ['rect', IconRectangle],
  ['ellipse', IconCircle],
  ['polygon', IconPolygon],
] as const;
const ACCEPTED = PICTURE_EXTENSIONS.map((extension) => `.${extension}`).join(',');

/** A picture and its areas: drawn with a pointer, or placed by their buttons, the arrow keys and numbers. */
export function PlaceFields({ question, errorAt, onTouch, onChange }: Props) {
  const t = useTranslations('forms.places');
  const { answers, key } = question;
  const { files, uploads, list } = useQuestionFiles(key);
  const [chosen, setChosen] = useState<string | null>(null);
  /** What is drawn next, where a shape was chosen. */
  const [tool, setTool] = useState<Area['shape'] | null>(null);
  const picture = pictureOf(files.filter(({ kind }) => kind === 'attachment'));
  const hasRight = answers.some(({ is_right_answer }) => is_right_answer);

  function add(area: Area): string | null {
    if (answers.length >= ANSWERS_LIMIT) return null;
    const title = t('area', { number: answers.length + 1 });
    // The first is what is looked for; a wrong one is drawn to say so.
    const answer: AnswerDraft = { ...newAnswer(title), is_right_answer: true, area };
    setChosen(answer.key);
    onChange({ answers: [...answers, answer] });
    return answer.key;
  }

  usePressed((event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !tool) return;
    event.preventDefault();
    setTool(null);
  });

  const change = (place: number, next: Partial<AnswerDraft>, name = '') =>
    onChange({ answers: answers.with(place, { ...answers[place]!, ...next }) }, name);

  if (!picture)
    return (
      <div className="stack gap-4">
        <p className="flush">{t('no_picture')}</p>
        <FileUploads uploads={uploads} />
        {list.length === 0 && (
          <FileDropZone
            label={t('choose_picture')}
            hint={t('picture_hint')}
            accept={ACCEPTED}
            onFiles={([file]) => file && uploads.add(file, 'attachment')}
          />
        )}
      </div>
    );
  return (
    <div className="stack gap-6">
      <div className={classes.terms}>
        <TextInput
          label={t('alt')}
          description={t('alt_hint')}
          maxLength={ALT_LENGTH}
          value={question.alt}
          error={errorAt('hotspot.alt')}
          onBlur={() => onTouch('hotspot.alt')}
          onChange={(event) => onChange({ alt: event.currentTarget.value }, 'alt')}
        />
        <WholeNumber
          label={t('places')}
          description={t('places_hint')}
          value={question.places}
          error={errorAt('hotspot.places')}
          onBlur={() => onTouch('hotspot.places')}
          onChange={(places) => onChange({ places }, 'places')}
        />
      </div>
      <div className="wraps gap-4" role="group" aria-label={t('add')}>
        {SHAPES.map(([each, Icon]) => (
          <Button
            key={each}
            variant="default"
            leftSection={<Icon size={18} aria-hidden />}
            disabled={answers.length >= ANSWERS_LIMIT}
            aria-pressed={tool === each}
            onClick={({ detail }) => {
              // A key has no place to draw at.
              const isKey = detail === 0;
              setTool(isKey || tool === each ? null : each);
              if (isKey)
                add(
                  newAreaBeside(
                    each,
                    answers.flatMap(({ area }) => area ?? []),
                  ),
                );
            }}
          >
            {t(`add_${each}`)}
          </Button>
        ))}
      </div>
      <AreaDrawing
        picture={picture}
        alt={question.alt || t('picture')}
        areas={answers.flatMap(({ key: own, title, area, is_right_answer, percent }, at) =>
          area
            ? [
                {
                  key: own,
                  area,
                  kind: is_right_answer
                    ? ('right' as const)
                    : isNear(question, percent)
                      ? ('near' as const)
                      : ('wrong' as const),
                  name: String(at + 1),
                  label: t('area_named', { number: at + 1, title }),
                },
              ]
            : [],
        )}
        chosen={chosen}
        tool={tool}
        label={t(tool === 'polygon' ? 'draw_corners' : 'draw')}
        cornerLabel={(area, corner) => t('corner', { area: area.name, number: corner + 1 })}
        onChoose={setChosen}
        onDraw={add}
        onDrawn={() => setTool(null)}
        onChange={(own, area) => {
          const place = answers.findIndex((answer) => answer.key === own);
          if (place >= 0) change(place, { area }, `${own}.area`);
        }}
      />
      <p className="flush note" role="status">
        {tool ? `${t(tool === 'polygon' ? 'draw_corners' : 'draw')} ${t('draw_leave')}` : t('hint')}
      </p>
      {answers.length > 0 && !hasRight && <p className="flush bad small">{t('none_right')}</p>}
      <ul className="stack plain gap-5">
        {answers.map((answer, place) => (
          <li key={answer.key}>
            <AreaCard
              answer={answer}
              number={place + 1}
              givesParts={question.credit === 'parts'}
              isChosen={answer.key === chosen}
              errorAt={(name) => errorAt(`answers.${place}.${name}`)}
              onTouch={(name) => onTouch(`answers.${place}.${name}`)}
              onChoose={() => setChosen(answer.key)}
              onChange={(next, name) => change(place, next, name && `${answer.key}.${name}`)}
              onRemove={() => onChange({ answers: answers.toSpliced(place, 1) })}
            />
          </li>
        ))}
      </ul>
    </div>
  );
}

const isNear = ({ credit }: QuestionDraft, percent: AnswerDraft['percent']) =>
  credit === 'parts' && Number(percent) > 0 && Number(percent) < 100;
