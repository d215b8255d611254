import { placeBankQuestions } from '#contract/exams/bank';
import { TAG_LIMIT } from '#contract/platform';
import { useState } from 'react';
import { useTranslations } from 'use-intl';
import { useAction } from '../../../../lib/api/use-action.ts';
import { Button } from '../../../../ui/control/button/button.tsx';
import { TagsInput } from '../../../../ui/control/search/tags-input.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

interface Props {
  rows: readonly { id: number; tags: string[] }[];
  /** Those of the bank, as suggestions. */
  known: readonly string[];
  onClose: () => void;
  onDone: () => void;
}

/** Which tags the chosen questions get beside theirs, and which go from them. */
export default function TagDialog({ rows, known, onClose, onDone }: Props) {
  const t = useTranslations('bank');
  const common = useTranslations('common');
  const [added, setAdded] = useState<string[]>([]);
  const [removed, setRemoved] = useState<string[]>([]);
  const place = useAction(placeBankQuestions, { onDone });
  const theirs = [...new Set(rows.flatMap(({ tags }) => tags))];
  const body = { question_ids: rows.map(({ id }) => id), add_tags: added, remove_tags: removed };
  return (
    <Dialog title={t('tag_title', { count: rows.length })} onClose={onClose}>
      <div className="stack gap-6">
        <TagsInput
          label={t('add_tags')}
          data={known}
          value={added}
          onChange={setAdded}
          maxTags={TAG_LIMIT}
          clearLabel={t('tags_clear')}
        />
        {theirs.length > 0 && (
          <TagsInput
            label={t('remove_tags')}
            data={theirs}
            value={removed}
            onChange={setRemoved}
            clearLabel={t('tags_clear')}
          />
        )}
      </div>
      <div className="buttons after-8 fills">
        <Button variant="default" onClick={onClose}>
          {common('cancel')}
        </Button>
        <Button
          disabled={added.length + removed.length === 0}
          loading={place.busy}
          onClick={() => void place.run({ body })}
        >
          {t('save')}
        </Button>
      </div>
    </Dialog>
  );
}
