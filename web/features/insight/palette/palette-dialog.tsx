import { QUERY_LENGTH } from '#contract/insight/search';
import { IconSearch, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type MouseEvent, useEffect, useEffectEvent, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { useTranslations } from 'use-intl';
import type { IconUsers } from '@tabler/icons-react';
import { Loader } from '../../../ui/control/button/loader.tsx';
import { Modal } from '../../../ui/dialog/modal.tsx';
import { errorOf, useErrorText } from '../../../lib/api/errors.ts';
import { ApiError } from '../../../lib/api/api.ts';
import { showHeading } from './show-heading.ts';
import { modKey } from '../../../lib/page/keys.ts';
import { PersonMark } from '../../../ui/person/person-mark.tsx';
import classes from './palette.module.css';
import { commandsFor } from './matching.ts';
import { type PaletteOption, type PaletteSection, useFound, useRecent } from './found.tsx';
import { useRested } from '../../../lib/form/use-rested.ts';
import { useMedia } from '../../../ui/layout/use-media.ts';

export interface Command {
  key: string;
  section: 'screens' | 'places' | 'actions';
  icon: typeof IconUsers;
  label: string;
  detail?: string;
  keywords?: string;
  to?: string;
  heading?: string;
  run?: () => void;
}

interface Props {
  commands: readonly Command[];
  /** What was typed for it before it came. */
  typed: string;
  /** Whose visits are offered (`loginKey`). */
  login: string;
  /** `focus`: back to where it was. */
  onClose: (focus?: boolean) => void;
}

const DEBOUNCE_MS = 200;
const MOST_PLACES = 6;

/** A field over a list: what is typed filters screens and actions at once, and searches the company. */
export function PaletteDialog(props: Props) {
  const t = useTranslations('palette');
  const phone = useMedia('(width < 37.5em)');
  return (
    <Modal
      aria-label={t('title')}
      onClose={() => props.onClose()}
      size="40rem"
      side={phone ? 'whole' : 'top'}
      closeOnClickOutside
      classNames={{ content: classes.content! }}
    >
      <Palette {...props} />
    </Modal>
  );
}

function Palette({ commands, typed: early, login, onClose }: Props) {
  const t = useTranslations('palette');
  const control = useTranslations('shell')('control');
  const navigate = useNavigate();
  const id = useId();
  const [typed, setTyped] = useState(early);
  const [activeKey, setActiveKey] = useState<string | null>(null);
  /** Enter came before the answer: what is first then is opened. */
  const [entered, setEntered] = useState<{ newTab: boolean } | null>(null);
  const query = typed.trim();
  const searched = useRested(query, DEBOUNCE_MS);
  const recent = useRecent(login);
  const found = useFound(query === '' ? '' : searched);
  const pending = query !== '' && (searched !== query || found.isPending);

  /** Of places there are many: none is offered before something is typed. */
  const offered = (section: Command['section']): PaletteSection => ({
    key: section,
    options: commandsFor(
      commands.filter((one) => one.section === section),
      query,
    ),
  });
  const [screens, actions] = [offered('screens'), offered('actions')];
  const places = offered('places');
  places.options.splice(MOST_PLACES);
  const sections = (
    query === ''
      ? [recent, screens, actions]
      : [screens, places, actions, ...(searched === query ? found.sections : [])]
  ).filter(({ options }) => options.length > 0);
  const options = sections.flatMap((section) => section.options);
  const index = Math.max(
    0,
    options.findIndex(({ key }) => key === activeKey),
  );
  const active = options[index];
  const optionId = (key: string) => `${id}-${key}`;

  useEffect(() => {
    if (active) document.getElementById(optionId(active.key))?.scrollIntoView({ block: 'nearest' });
  });

  const openFirst = useEffectEvent(() => {
    if (!entered) return;
    setEntered(null);
    if (active) choose(active, entered.newTab);
  });
  useEffect(() => {
    if (!pending) openFirst();
  }, [pending]);

  function choose({ to, heading, run }: PaletteOption, newTab: boolean): void {
    if (to !== undefined && newTab) {
      window.open(to, '_blank', 'noopener');
      return;
    }
    onClose(to === undefined);
    run?.();
    if (to === undefined) return;
    void navigate(to);
    if (heading !== undefined) showHeading(heading);
  }

  function onKeyDown(event: KeyboardEvent): void {
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      const newTab = event.ctrlKey || event.metaKey;
      if (pending && options.length === 0) setEntered({ newTab });
      else if (active) choose(active, newTab);
      return;
    }
    const next = {
      ArrowDown: (index + 1) % options.length,
      ArrowUp: (index - 1 + options.length) % options.length,
      Home: 0,
      End: options.length - 1,
    }[event.key];
    if (next === undefined || event.shiftKey || options.length === 0) return;
    event.preventDefault();
    setActiveKey(options[next]!.key);
  }

  return (
    <div className={classes.palette}>
      <div className={classes.head}>
        <IconSearch size={20} aria-hidden className="dim fixed" />
        <input
          className={classes.input}
          role="combobox"
          aria-label={t('label')}
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={active && optionId(active.key)}
          placeholder={t('placeholder')}
          value={typed}
          maxLength={QUERY_LENGTH}
          autoComplete="off"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
          data-autofocus
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setActiveKey(null);
            setEntered(null);
          }}
          onKeyDown={onKeyDown}
        />
        {pending && <Loader size={18} aria-hidden />}
        <button
          type="button"
          className={`${classes.close} lit-up`}
          aria-label={t('close')}
          onClick={() => onClose()}
        >
          <IconX size={20} aria-hidden />
        </button>
      </div>
      <div
        className={classes.list}
        role="listbox"
        id={`${id}-list`}
        aria-label={t('list')}
        aria-busy={pending}
        hidden={options.length === 0}
      >
        {sections.map((section) => (
          <div key={section.key} role="group" aria-labelledby={`${id}-${section.key}`}>
            <div className={classes.section} id={`${id}-${section.key}`} role="presentation">
              {t(`sections.${section.key}`)}
            </div>
            {section.options.map((option) => (
              <Option
                key={option.key}
                id={optionId(option.key)}
                option={option}
                selected={option === active}
                onPoint={() => setActiveKey(option.key)}
                onChoose={(newTab) => choose(option, newTab)}
              />
            ))}
          </div>
        ))}
      </div>
      {!pending && query !== '' && found.error !== null ? (
        <Failed error={found.error} onRetry={found.retry} />
      ) : (
        !pending && options.length === 0 && <Nothing query={query} />
      )}
      <p className="unseen" role="status">
        {query !== '' && !pending && found.error === null && t('count', { count: options.length })}
      </p>
      <p className={`${classes.foot} not-touch not-narrow`} aria-hidden>
        <span>
          <kbd>↑</kbd> <kbd>↓</kbd> {t('keys.move')}
        </span>
        <span>
          <kbd>Enter</kbd> {t('keys.open')}
        </span>
        <span>
          <kbd>{modKey(control)}</kbd> <kbd>Enter</kbd> {t('keys.new_tab')}
        </span>
        <span>
          <kbd>Esc</kbd> {t('keys.close')}
        </span>
      </p>
    </div>
  );
}

interface OptionProps {
  id: string;
  option: PaletteOption;
  selected: boolean;
  onPoint: () => void;
  onChoose: (newTab: boolean) => void;
}

function Option({ id, option, selected, onPoint, onChoose }: OptionProps) {
  const { icon: Icon, person, label, detail, to } = option;
  const shared = {
    id,
    role: 'option',
    'aria-selected': selected,
    className: classes.option,
    tabIndex: -1,
    onMouseMove: onPoint,
    // The field keeps the focus.
    onMouseDown: (event: MouseEvent) => event.preventDefault(),
  } as const;
  const inside = (
    <>
      {person ? (
        <PersonMark person={person} size={28} />
      ) : (
        <span className={`${classes.icon} ${selected ? 'accent' : 'dim'}`}>
          {Icon && <Icon size={18} stroke={1.7} aria-hidden />}
        </span>
      )}
      <span className={classes.words}>
        <span className={classes.label}>{label}</span>
        {detail && <span className={`${classes.detail} small ${selected ? 'accent' : 'dim'}`}>{detail}</span>}
      </span>
    </>
  );
  if (to === undefined)
    return (
      <button type="button" {...shared} onClick={() => onChoose(false)}>
        {inside}
      </button>
    );
  return (
    <a
      {...shared}
      href={to}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onChoose(false);
      }}
    >
      {inside}
    </a>
  );
}

function Nothing({ query }: { query: string }) {
  const t = useTranslations('palette');
  return (
    <div className={classes.nothing}>
      <strong>{t('nothing', { query })}</strong>
      <span className="quiet">{t('nothing_hint')}</span>
    </div>
  );
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTranslations();
  const errorText = useErrorText();
  const isOffline = error instanceof ApiError && error.status === 0;
  return (
    <div className={classes.nothing} role="alert">
      <strong>{t(isOffline ? 'palette.offline' : 'palette.failed')}</strong>
      <span className="quiet">{isOffline ? t('palette.offline_hint') : errorText(errorOf(error))}</span>
      <button type="button" className={`${classes.retry} lit`} onClick={onRetry}>
        {t('common.states.retry')}
      </button>
    </div>
  );
}
