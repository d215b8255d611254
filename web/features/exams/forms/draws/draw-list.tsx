import { drawFigures, listFolders } from '#contract/exams/bank';
import { DRAWS_LIMIT } from '#contract/exams/forms';
import type { BodyInputOf } from '#contract/platform';
import { IconArrowsShuffle, IconPlus } from '@tabler/icons-react';
import { Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { useFormatter, useTranslations } from 'use-intl';
import { call } from '../../../../lib/api/api.ts';
import { useErrorText } from '../../../../lib/api/errors.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { useRested } from '../../../../lib/form/use-rested.ts';
import { later } from '../../../../lib/page/later.tsx';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { treeOf } from '../bank/folder-tree.ts';
import { useBuilder } from '../builder-context.ts';
import type { DraftState } from '../draft-store.ts';
import { type DrawDraft, drawnOf } from '../draft.ts';
import classes from '../form-builder.module.css';
import type { Figures } from './draw-fields.tsx';
import { drawId } from './go-to-draw.ts';
import { largeNumber } from './large-number.ts';

const DrawFields = later(() => import('./draw-fields.tsx'));

interface Props {
  state: DraftState;
  form: { id: number; formId: number };
}

const NEW_DRAW: DrawDraft = {
  position: 1000,
  count: 5,
  folder_id: null,
  subfolders: true,
  tags: [],
  types: [],
  score: 1,
};

/** What a test draws from the bank at each start, and whether the bank suffices for it. */
export function DrawList({ state, form }: Props) {
  const t = useTranslations('bank.draws');
  const { store } = useBuilder();
  const { draws } = state.settings;
  const change = (next: readonly DrawDraft[], name = '') =>
    store.change(name, { settings: { ...store.state().settings, draws: [...next] } });
  return (
    <section className={classes.questions} aria-labelledby="draws-title">
      <div className={classes.questionsHead}>
        <h2 id="draws-title">{t('title')}</h2>
        {draws.length > 0 && <span>{t('sum', drawnOf(draws))}</span>}
      </div>
      {draws.length === 0 ? (
        <p className="note">{t('text')}</p>
      ) : (
        <Drawn state={state} form={form} onChange={change} />
      )}
      {draws.length < DRAWS_LIMIT && (
        <Button
          variant="default"
          className="after-5"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => change([...draws, NEW_DRAW])}
        >
          {t('add')}
        </Button>
      )}
    </section>
  );
}

interface DrawnProps extends Props {
  onChange: (next: readonly DrawDraft[], name?: string) => void;
}

function Drawn({ state, form, onChange }: DrawnProps) {
  const t = useTranslations('bank.draws');
  const errorText = useErrorText();
  const bank = useData(listFolders, { keep: true });
  const { draws } = state.settings;
  const figures = useFigures(form, draws);
  return (
    <Loaded query={bank}>
      {({ folders, tags }) => (
        <>
          <ol className="stack plain gap-5">
            {draws.map((draw, place) => {
              const fault = state.faults[`draws.${place}`];
              return (
                // Draws have no names: one is what stands at its place.
                <li key={place} id={drawId(place + 1)}>
                  <Suspense fallback={<div className={classes.loading} />}>
                    <DrawFields
                      draw={draw}
                      number={place + 1}
                      tree={treeOf(folders)}
                      tags={tags.map(({ tag }) => tag)}
                      questions={state.questions}
                      sections={state.settings.sections}
                      figures={figures?.draws[place]}
                      fault={fault && errorText(fault)}
                      onChange={(next, name) => onChange(draws.with(place, { ...draw, ...next }), name)}
                      onRemove={() => onChange(draws.toSpliced(place, 1))}
                    />
                  </Suspense>
                </li>
              );
            })}
          </ol>
          {folders.length === 0 && (
            <Notice tone="warning" title={t('no_bank')}>
              <Link to="/bank">{t('to_bank')}</Link>
            </Notice>
          )}
          <Papers figures={figures} />
        </>
      )}
    </Loaded>
  );
}

/** How many different papers there are, once every draw can be filled. */
function Papers({ figures }: { figures: Figures | null }) {
  const t = useTranslations('bank.draws');
  const { number } = useFormatter();
  if (!figures || figures.papers === '0') return null;
  const { mantissa, power } = largeNumber(figures.papers);
  return (
    <p className="row gap-4 after-5" role="status">
      <IconArrowsShuffle size={20} aria-hidden className="fixed" />
      <span>
        {power === 0
          ? t('papers', { count: mantissa })
          : t.rich('many_papers', {
              number: number(mantissa),
              power: () => <sup>{power}</sup>,
            })}
      </span>
    </p>
  );
}

/** What the server says of draws as they stand, a moment after they last changed; null until it does. */
function useFigures(form: Props['form'], draws: readonly DrawDraft[]): Figures | null {
  const [figures, setFigures] = useState<Figures | null>(null);
  const asked = useRested(JSON.stringify(draws), 400);
  const { id, formId } = form;
  useEffect(() => {
    const body = { draws: JSON.parse(asked) as DrawDraft[] };
    if (!drawFigures.body!.safeParse(body).success) return undefined;
    const stop = new AbortController();
    call(drawFigures, {
      params: { id, formId },
      body: body as BodyInputOf<typeof drawFigures>,
      signal: stop.signal,
      quiet: true,
    }).then(setFigures, () => {});
    return () => stop.abort();
  }, [asked, id, formId]);
  return figures;
}
