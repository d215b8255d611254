import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './link-list.module.css';

interface Item {
  id: number;
  name: string;
  description?: string;
  to: string;
}

/** A short list of things to open, each a whole-width link. */
export function LinkList({ items, empty }: { items: readonly Item[]; empty: ReactNode }) {
  if (items.length === 0) return <div className={`${classes.list} plain box clips`}>{empty}</div>;
  return (
    <ul className={`${classes.list} plain box clips`}>
      {items.map((item) => (
        <li key={item.id}>
          <Link to={item.to} className={`${classes.item} lit`}>
            <span className="stack shrinks">
              <span className="medium">{item.name}</span>
              {item.description && <span className="quiet">{item.description}</span>}
            </span>
            <IconChevronRight size={18} aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  );
}
