import type { ReactNode } from 'react';
import { ThemeBand } from './theme-band.tsx';
import { CardName, LinkCard } from '../page/link-card.tsx';
import classes from './theme-card.module.css';

interface Props {
  to: string;
  color: string;
  photo: string | null;
  name: string;
  description: string;
  /** The first few are shown, the rest as a number, so that cards stay alike. */
  tags: readonly string[];
  tagsLabel: string;
  /** On the band. */
  marks?: ReactNode;
  facts: readonly ReactNode[];
  foot: ReactNode;
}

/** A course in a list of cards, in its colour; the whole card opens it. */
export function ThemeCard({
  to,
  color,
  photo,
  name,
  description,
  tags,
  tagsLabel,
  marks,
  facts,
  foot,
}: Props) {
  return (
    <LinkCard className="banded">
      <ThemeBand color={color} photo={photo}>
        {marks}
      </ThemeBand>
      <div className={classes.body}>
        <CardName to={to}>{name}</CardName>
        {description && <p className={classes.description}>{description}</p>}
        {tags.length > 0 && <Tags tags={tags} label={tagsLabel} />}
        <p className={classes.facts}>{facts.map((fact, index) => fact && <span key={index}>{fact}</span>)}</p>
        <div className={classes.foot}>{foot}</div>
      </div>
    </LinkCard>
  );
}

const SHOWN_TAGS = 3;

function Tags({ tags, label }: { tags: readonly string[]; label: string }) {
  const more = tags.length - SHOWN_TAGS;
  return (
    <ul className={classes.tags} aria-label={label}>
      {tags.slice(0, SHOWN_TAGS).map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
      {more > 0 && <li>+{more}</li>}
    </ul>
  );
}
