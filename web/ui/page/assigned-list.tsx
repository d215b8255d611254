import { IconPlaylistAdd } from '@tabler/icons-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { Button } from '../control/button/button.tsx';
import { EmptyState } from '../state/states.tsx';
import { LinkList } from './link-list.tsx';

interface Props {
  items: ComponentProps<typeof LinkList>['items'];
  empty: string;
  /** What is said besides to whoever may assign. */
  emptyText: string;
  /** What the button says. */
  label: string;
  /** The dialog in which they are chosen; null: the person may not. */
  assign: ((onClose: () => void) => ReactNode) | null;
  /** Another button beside it. */
  tool?: ReactNode;
}

/** Things that something has, with the way to choose them for whoever may. */
export function AssignedList({ items, empty, emptyText, label, assign, tool }: Props) {
  const [choosing, setChoosing] = useState(false);
  const choose = assign && (
    <Button
      variant="default"
      leftSection={<IconPlaylistAdd size={18} aria-hidden />}
      onClick={() => setChoosing(true)}
    >
      {label}
    </Button>
  );
  return (
    <>
      {items.length > 0 && choose && (
        <div className="buttons fills before-5">
          {tool}
          {choose}
        </div>
      )}
      <LinkList
        items={items}
        empty={<EmptyState title={empty} text={choose && emptyText} action={choose} />}
      />
      {choosing && assign?.(() => setChoosing(false))}
    </>
  );
}
