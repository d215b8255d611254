import { SEARCH_LENGTH } from '#contract/platform';
import { IconSearch } from '@tabler/icons-react';
import { useTranslations } from 'use-intl';
import { CloseButton } from '../button/close-button.tsx';
import classes from './search-input.module.css';
import { TextInput } from './text-input.tsx';

interface Props {
  label: string;
  placeholder?: string;
  value: string;
  onChange: (value: string) => void;
  className?: string;
}

/** What a list is searched by: typed words, and one press that takes them away. */
export function SearchInput({ label, placeholder = label, value, onChange, className = '' }: Props) {
  const t = useTranslations('common.list');
  return (
    <TextInput
      className={`${classes.search} ${className}`}
      type="search"
      aria-label={label}
      placeholder={placeholder}
      leftSection={<IconSearch size={18} aria-hidden />}
      rightSection={value && <CloseButton aria-label={t('clear_search')} onClick={() => onChange('')} />}
      value={value}
      maxLength={SEARCH_LENGTH}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
