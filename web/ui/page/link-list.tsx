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
  if (items.length === 0) return <div className="plain box clips">{empty}</div>;
  return (
    <ul className="plain box clips">
      {items.map((item) => (
        <li key={item.id} className="ruled unbroken">
          <Link to={item.to} className={`${classes.item} lit ring-in`}>
            <span className="stack shrinks">
              <span className="medium">{item.name}</span>
              {item.description && <span className="quiet">{item.description}</span>}
            </span>
            <IconChevronRight size={18} className="dim" aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  );
}
