import type { ErrorCode } from '#contract/errors';
import { previewRestore, restoreEntry } from '#contract/insight/history';
import { NAME_LENGTH, type ResponseOf } from '#contract/platform';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { TextInput } from '../../../../ui/control/field/text-input.tsx';
import { errorOf, useErrorText } from '../../../../lib/api/errors.ts';
import { showWarning } from '../../../../lib/page/toasts.ts';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { Notice } from '../../../../ui/state/notice.tsx';
import { objectPath } from '../entries/object-path.ts';
import { isUndone } from '../entries/sentence.ts';
import type { Asked } from './restore-button.tsx';
import { RestoredThings } from './restored-things.tsx';
import classes from './restore-dialog.module.css';
import { bringsPeopleBack, type Preview, type Way } from '../history.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { useRested } from '../../../../lib/form/use-rested.ts';

interface Props {
  asked: Asked;
  onDone: (restored: ResponseOf<typeof restoreEntry>, way: Way) => void;
  onClose: () => void;
}

/** What restoring an entry would change, before it is done. */
export default function RestoreDialog({ asked, onDone, onClose }: Props) {
  const t = useTranslations('history.restore');
  const common = useTranslations('common');
  const errorText = useErrorText();
  const name = useNewName();
  const query = {
    ...(asked.alone && { alone: 'true' as const }),
    ...(name.sent && { name: name.sent }),
  };
  const params = { id: asked.entry.id };
  const undone = isUndone(asked.entry);
  const preview = useData(previewRestore, { params, query, keep: true });
  name.see(preview.data);
  const restore = useAction(restoreEntry, {
    onDone: (restored) =>
      onDone(
        restored,
        undone ? 'undo' : preview.data && bringsPeopleBack(preview.data) ? 'invite' : 'restore',
      ),
    onError: (error) => {
      showWarning(errorText(errorOf(error)));
      // What it said holds no longer.
      void preview.refetch();
    },
  });
  const isAsOfNow = !preview.isFetching && name.sent === name.typed.trim();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isAsOfNow && preview.data && isPossible(preview.data)) void restore.run({ params, query });
  };
  return (
    <Dialog size="lg" onClose={onClose} title={t(undone ? 'undo_title' : 'title')}>
      <Loaded query={preview} skeleton={<PreviewSkeleton />}>
        {(told) => (
          <form className="stack gap-6" onSubmit={submit} noValidate>
            <What preview={told} />
            {name.taken !== null && told.refusal === null && (
              <NewName name={name} problem={told.name_taken?.name === name.sent && isAsOfNow} />
            )}
            <div className="buttons fills">
              <Button variant="default" onClick={onClose} data-autofocus>
                {isWorthwhile(told) ? common('cancel') : common('close')}
              </Button>
              {isWorthwhile(told) && (
                <Button
                  type="submit"
                  color={told.changes.some(({ effect }) => effect === 'deleted') ? 'brick' : 'petrol'}
                  loading={restore.busy}
                  disabled={!isAsOfNow || !isPossible(told)}
                >
                  {t(undone ? 'undo_action' : 'confirm')}
                </Button>
              )}
            </div>
          </form>
        )}
      </Loaded>
    </Dialog>
  );
}

const isWorthwhile = ({ refusal, count }: Preview) => refusal === null && count > 0;
const isPossible = (preview: Preview) => isWorthwhile(preview) && preview.name_taken === null;

/** The name in the place of one that somebody else has by now; the preview is read anew with it. */
function useNewName() {
  const [taken, setTaken] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const debounced = useRested(typed.trim(), 300);
  return {
    taken,
    typed,
    setTyped,
    /** '' for the name it had. */
    sent: taken === null ? '' : debounced,
    see: (preview: Preview | undefined) => {
      if (taken !== null || !preview?.name_taken) return;
      setTaken(preview.name_taken.name);
      setTyped(preview.name_taken.suggestion);
    },
  };
}

function NewName({ name, problem }: { name: ReturnType<typeof useNewName>; problem: boolean }) {
  const t = useTranslations('history.restore');
  const errorText = useErrorText();
  const missing = name.typed.trim() === '';
  return (
    <Notice tone="warning" title={t('name_taken')}>
      <p className="flush">{t('name_taken_text', { name: name.taken ?? '' })}</p>
      <TextInput
        className="after-5"
        label={t('new_name')}
        required
        maxLength={NAME_LENGTH}
        value={name.typed}
        error={
          (missing && errorText({ code: 'required', params: {} })) || (problem && t('still_taken')) || null
        }
        onChange={(event) => name.setTyped(event.currentTarget.value)}
      />
    </Notice>
  );
}

function What({ preview }: { preview: Preview }) {
  const t = useTranslations('history.restore');
  const errorText = useErrorText();
  const { refusal, count, changes, depends, files_gone, draft, kept } = preview;
  const builder = changes
    .filter(({ object_model }) => object_model === 'form' || object_model === 'question')
    .map((change) => objectPath(change))
    .find((path) => path !== null);
  if (refusal !== null) {
    return (
      <Notice tone="bad" title={t('refused')} alert>
        {errorText({ code: refusal as ErrorCode, params: {} })}
      </Notice>
    );
  }
  const staying = kept > 0 && (
    <Notice tone="warning" title={t('kept', { count: kept })}>
      {t('kept_text')}
    </Notice>
  );
  if (count === 0) {
    return (
      staying || (
        <Notice tone="good" title={t('nothing')}>
          {t('nothing_text')}
        </Notice>
      )
    );
  }
  return (
    <>
      <p className="flush">{t('intro')}</p>
      <RestoredThings preview={preview} />
      {staying}
      {depends.some((one) => one.count > 0) && (
        <div>
          <h3 className={classes.heading}>{t('depends')}</h3>
          <ul className={classes.lines}>
            {depends
              .filter((one) => one.count > 0)
              .map((one) => (
                <li key={one.what}>{t(`depends_on.${one.what}`, { count: one.count })}</li>
              ))}
          </ul>
        </div>
      )}
      {bringsPeopleBack(preview) && (
        <Notice tone="neutral" title={t('invite')}>
          {t('invite_text')}
        </Notice>
      )}
      {files_gone.length > 0 && (
        <Notice tone="warning" title={t('files_gone')}>
          <ul className={classes.lines}>
            {files_gone.map((file) => (
              <li key={file}>{file}</li>
            ))}
          </ul>
        </Notice>
      )}
      {draft && changes.some(({ effect }) => effect !== 'deleted') && (
        <Notice tone="neutral" title={t('draft')}>
          {t('draft_text')} {builder && <Link to={builder}>{t('draft_link')}</Link>}
        </Notice>
      )}
    </>
  );
}

function PreviewSkeleton() {
  return (
    <>
      <Skeleton height={16} className="before-6" />
      <Skeleton height={120} radius="md" className="before-6" />
      <Skeleton height={16} width="60%" className="before-8" />
    </>
  );
}
