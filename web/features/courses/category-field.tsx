import { listCourseCategories } from '#contract/courses';
import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslations } from 'use-intl';
import { loadChunk } from '../../lib/chunks.ts';
import { useMay } from '../../lib/session.ts';
import { SearchSelect } from '../../ui/form/search-select.tsx';
import classes from './course-form.module.css';

const CategoryDialog = lazy(() => loadChunk(() => import('./category-dialog.tsx')));

interface Category {
  id: number;
  name: string;
}

interface Props {
  value: number | null;
  /** The category chosen before. */
  known: Category | null;
  onChange: (category: number | null) => void;
  error: string | undefined;
}

/** The category of a course; whoever may creates one in place. */
export function CategoryField({ value, known, onChange, error }: Props) {
  const t = useTranslations('courses');
  const may = useMay();
  const [adding, setAdding] = useState(false);
  const [added, setAdded] = useState<Category | null>(null);
  const current = [added, known].find((one) => one?.id === value);
  return (
    <div className={classes.category}>
      <SearchSelect
        // A category made just now is chosen with its name.
        key={added?.id}
        endpoint={listCourseCategories}
        toOption={({ id, name }: Category) => ({ value: String(id), label: name })}
        known={current ? { value: String(current.id), label: current.name } : undefined}
        label={t('category')}
        placeholder={t('form.no_category')}
        value={value === null ? '' : String(value)}
        onChange={(next) => onChange(next === '' ? null : Number(next))}
        error={error}
      />
      {may('createCourse') && (
        <Button
          variant="default"
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setAdding(true)}
        >
          {t('form.new_category')}
        </Button>
      )}
      {adding && (
        <Suspense fallback={null}>
          <CategoryDialog
            onDone={(category) => {
              setAdded(category);
              onChange(category.id);
            }}
            onClose={() => setAdding(false)}
          />
        </Suspense>
      )}
    </div>
  );
}
