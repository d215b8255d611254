import { IconPlaylistAdd } from '@tabler/icons-react';
import { type ReactNode, Suspense, useState } from 'react';
import { Button } from '../../../ui/control/button/button.tsx';
import { useMay } from '../../../lib/session/session.ts';
import { LinkList } from '../../../ui/page/link-list.tsx';
import { EmptyState } from '../../../ui/state/states.tsx';
import classes from './assigned-list.module.css';

interface Props {
  items: readonly { id: number; name: string }[];
  hrefOf: (id: number) => string;
  empty: string;
  emptyText: string;
  /** What the button says. */
  label: string;
  /** The dialog in which they are chosen. */
  dialog: (close: () => void) => ReactNode;
}

/** Courses or programs of a group, with the way to choose them for whoever may. */
export function AssignedList({ items, hrefOf, empty, emptyText, label, dialog }: Props) {
  const may = useMay();
  const [choosing, setChoosing] = useState(false);
  const choose = may('editGroup') && (
    <Button
      variant="default"
      leftSection={<IconPlaylistAdd size={18} aria-hidden />}
      onClick={() => setChoosing(true)}
    >
      {label}
    </Button>
  );
  return (
    <div>
      {items.length > 0 && choose && <div className={classes.tools}>{choose}</div>}
      <LinkList
        items={items.map((one) => ({ ...one, to: hrefOf(one.id) }))}
        empty={<EmptyState title={empty} text={choose && emptyText} action={choose} />}
      />
      <Suspense>{choosing && dialog(() => setChoosing(false))}</Suspense>
    </div>
  );
}
