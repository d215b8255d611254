import type { QueryInputOf } from '#contract/platform';
import { listUsers } from '#contract/people/users';
import { useTranslations } from 'use-intl';
import { Button } from '../../../../ui/control/button/button.tsx';
import { Skeleton } from '../../../../ui/state/skeleton.tsx';
import { useAction } from '../../../../lib/api/use-action.ts';
import { useData } from '../../../../lib/api/use-data.ts';
import { Loaded } from '../../../../ui/state/loaded.tsx';
import { usePrintSheets } from './bulk-sheets.ts';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';

interface Props {
  /** The list's search and filters. */
  query: QueryInputOf<typeof listUsers>;
  onClose: () => void;
}

const WITHOUT_EMAIL = { status: 'not_activated', has_email: 'false', page: 1, page_size: 100 } as const;

/** Prints the way in for those of the list whom no mail can reach. */
export default function SheetsDialog({ query, onClose }: Props) {
  const t = useTranslations();
  const { print, busy } = usePrintSheets();
  const waiting = useData(listUsers, { query: { ...query, ...WITHOUT_EMAIL } });
  const reading = useAction(listUsers);

  async function printAll(pages: number): Promise<void> {
    const ids: number[] = [];
    for (let page = 1; page <= pages; page += 1) {
      const found = await reading.run({ query: { ...query, ...WITHOUT_EMAIL, page } });
      if (!found) return;
      ids.push(
        ...found.results.filter(({ actions }) => actions.includes('invite_again')).map(({ id }) => id),
      );
    }
    await print(ids);
  }

  return (
    <Dialog onClose={onClose} title={t('users.bulk.sheets_title')}>
      <div className="stack gap-7">
        <Loaded query={waiting} skeleton={<Skeleton height={72} />}>
          {({ count, total_pages }) => (
            <>
              <p className="dim flush">
                {count > 0 ? t('users.bulk.waiting_sheet', { count }) : t('users.bulk.no_sheet')}
              </p>
              <div className="buttons fills">
                <Button variant="default" onClick={onClose}>
                  {t('common.close')}
                </Button>
                {count > 0 && (
                  <Button loading={busy || reading.busy} onClick={() => void printAll(total_pages)}>
                    {t('users.bulk.print', { count })}
                  </Button>
                )}
              </div>
            </>
          )}
        </Loaded>
      </div>
    </Dialog>
  );
}
