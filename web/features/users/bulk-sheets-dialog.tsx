import type { QueryInputOf } from '#contract/platform';
import { listUsers } from '#contract/users';
import { Button, Modal, Skeleton } from '@mantine/core';
import { useTranslations } from 'use-intl';
import { useData } from '../../lib/use-data.ts';
import { Loaded } from '../../ui/loaded.tsx';
import classes from './bulk-dialogs.module.css';
import { usePrintSheets } from './bulk-sheets.ts';

interface Props {
  /** The list's search and filters. */
  query: QueryInputOf<typeof listUsers>;
  onClose: () => void;
}

/** Prints the way in for those of the list whom no mail can reach. */
export default function SheetsDialog({ query, onClose }: Props) {
  const t = useTranslations();
  const { print, busy } = usePrintSheets();
  const waiting = useData(listUsers, {
    query: { ...query, status: 'not_activated', ordering: 'email', page: 1, page_size: 100 },
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('users.bulk.sheets_title')}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <div className={classes.form}>
        <Loaded query={waiting} skeleton={<Skeleton height={72} />}>
          {({ results }) => {
            const ids = results
              .filter(({ email, actions }) => email === null && actions.includes('invite_again'))
              .map(({ id }) => id);
            return (
              <>
                <p className={classes.people}>
                  {ids.length > 0
                    ? t('users.bulk.waiting_sheet', { count: ids.length })
                    : t('users.bulk.no_sheet')}
                </p>
                <div className={classes.buttons}>
                  <Button variant="default" onClick={onClose}>
                    {t('common.close')}
                  </Button>
                  {ids.length > 0 && (
                    <Button loading={busy} onClick={() => void print(ids)}>
                      {t('users.bulk.print', { count: ids.length })}
                    </Button>
                  )}
                </div>
              </>
            );
          }}
        </Loaded>
      </div>
    </Modal>
  );
}
