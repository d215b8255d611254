import type { importBankQuestions } from '#contract/exams/bank';
import type { ResponseOf } from '#contract/platform';
import { useTranslations } from 'use-intl';
import { pathText } from './found.ts';

interface Props {
  row: ResponseOf<typeof importBankQuestions>['rows'][number];
  isTaken: boolean;
  oneFolder: boolean;
}

/** Where a question of a file goes in the bank and with which tags, or where it is already. */
export function ToldQuestion({ row: { folders, tags, left_tags, copy_of }, isTaken, oneFolder }: Props) {
  const t = useTranslations('bank.import');
  const quiet = [
    isTaken && !oneFolder && folders.length > 0 && t('folder', { path: pathText(folders) }),
    isTaken && tags.length > 0 && t('tags', { tags: tags.join(', ') }),
    isTaken && left_tags.length > 0 && t('left_tags', { tags: left_tags.join(', ') }),
  ].filter((line) => line !== false);
  return (
    <>
      {copy_of && <span className="small">{t('copy_of', { path: pathText(copy_of.folders) })}</span>}
      {quiet.map((line) => (
        <span key={line} className="quiet small">
          {line}
        </span>
      ))}
    </>
  );
}
