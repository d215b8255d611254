import { ANSWER_LENGTH } from '#contract/exams/questions';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { AreaDrawing } from '../../../../ui/places/area-drawing.tsx';
import { type Area, newAreaBeside } from '../../../../ui/places/area.ts';
import type { ShownPicture } from '../../../../ui/places/picture-places.tsx';
import type { Mended, Repairs } from './repair.ts';

interface Props {
  question: Repairs['questions'][number];
  picture: ShownPicture;
  mended: Pick<Mended, 'right' | 'area_accepted'>;
  disabled: boolean;
  onChange: (next: Partial<Mended>) => void;
}

/** The areas of a picture, by the numbers of the list above, and those drawn to be right besides. */
export function AreaKeys({ question, picture, mended: { right, area_accepted }, disabled, onChange }: Props) {
  const t = useTranslations('results.key');
  const [chosen, setChosen] = useState<number | null>(null);
  const own = question.answers.flatMap(({ id, title, area }) =>
    area ? [{ key: String(id), area, title, isRight: right.includes(id) }] : [],
  );
  const change = (at: number, next: Partial<Mended['area_accepted'][number]>) =>
    onChange({ area_accepted: area_accepted.with(at, { ...area_accepted[at]!, ...next }) });
  function add(area: Area): string {
    setChosen(area_accepted.length);
    onChange({
      area_accepted: [
        ...area_accepted,
        { title: t('area', { number: own.length + area_accepted.length + 1 }), area },
      ],
    });
    return `more-${area_accepted.length}`;
  }
  return (
    <div className="stack gap-5">
      <AreaDrawing
        picture={picture}
        alt={question.hotspot?.alt || t('picture')}
        areas={[
          ...own.map(({ key, area, title, isRight }) => ({
            key,
            area,
            kind: isRight ? ('right' as const) : ('wrong' as const),
            name: title,
            label: title,
          })),
          ...area_accepted.map(({ title, area }, at) => ({
            key: `more-${at}`,
            area,
            kind: 'right' as const,
            name: title,
            label: title,
          })),
        ]}
        chosen={chosen === null || disabled ? null : `more-${chosen}`}
        label={t('draw')}
        cornerLabel={(area, corner) => t('corner', { area: area.label, number: corner + 1 })}
        // What is published stays where it is.
        onChoose={(key) => setChosen(key.startsWith('more-') ? Number(key.slice(5)) : null)}
        onDraw={(area) => (disabled ? null : add(area))}
        onChange={(key, area) => {
          if (key.startsWith('more-') && area_accepted[Number(key.slice(5))])
            change(Number(key.slice(5)), { area });
        }}
      />
      {!disabled && (
        <>
          {area_accepted.map(({ title }, at) => (
            // oxlint-disable-next-line react/no-array-index-key -- areas have no other name
            <div key={at} className="wraps ends gap-4">
              <TextInput
                label={t('area_title')}
                maxLength={ANSWER_LENGTH}
                value={title}
                onChange={(event) => change(at, { title: event.currentTarget.value })}
              />
              <Button
                variant="subtle"
                leftSection={<IconX size={18} aria-hidden />}
                onClick={() => {
                  setChosen(null);
                  onChange({ area_accepted: area_accepted.toSpliced(at, 1) });
                }}
              >
                {t('area_remove')}
              </Button>
            </div>
          ))}
          <div>
            <Button
              variant="default"
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() =>
                add(
                  newAreaBeside(
                    'rect',
                    [...own, ...area_accepted].map(({ area }) => area),
                  ),
                )
              }
            >
              {t('accept_area')}
            </Button>
          </div>
        </>
      )}
    </div>
  );
}
