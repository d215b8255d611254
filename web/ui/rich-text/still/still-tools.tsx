import classes from '../rich-text-editor.module.css';
import tools from './tools.svg';

const GROUPS = [
  ['h2', 'h3', 'h4', 'bold', 'italic', 'underline', 'strike', 'raised', 'lowered'],
  ['bullets', 'numbers', 'quote'],
  ['left', 'center', 'right'],
  ['link', 'unlink'],
  ['code', 'block', 'formula'],
  ['table', 'picture'],
  ['undo', 'redo'],
] as const;

/** The editor's tools as they look before it has come; they are pressed once it has. */
export function StillTools({ pictures }: { pictures: boolean }) {
  return (
    <div className={`${classes.toolbar} clips`} aria-hidden>
      {GROUPS.map((group) => (
        <span key={group[0]} className={`row ${classes.stillGroup}`}>
          {group
            .filter((tool) => pictures || tool !== 'picture')
            .map((tool) => (
              <span key={tool} className={classes.tool}>
                <svg>
                  <use href={`${tools}#${tool}`} />
                </svg>
              </span>
            ))}
        </span>
      ))}
    </div>
  );
}
