import classes from './program-tags.module.css';

interface Props {
  tags: readonly string[];
  /** How many are shown; the rest is counted. */
  most?: number;
}

export function ProgramTags({ tags, most = tags.length }: Props) {
  if (tags.length === 0) return null;
  return (
    <ul className={`${classes.tags} wraps plain gap-3`}>
      {tags.slice(0, most).map((tag) => (
        <li key={tag}>{tag}</li>
      ))}
      {tags.length > most && <li title={tags.slice(most).join(', ')}>+{tags.length - most}</li>}
    </ul>
  );
}
